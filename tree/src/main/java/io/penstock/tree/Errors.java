package io.penstock.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The errors of single entries. Safe for any thread.
final class Errors {
  private final Consumer<EntryException> listener;
  private final List<EntryException> first = new ArrayList<>();
  private final Set<String> named = new HashSet<>(); // the entries of the first
  private long count;

  Errors(Consumer<EntryException> listener) {
    this.listener = listener;
  }

  synchronized void add(EntryException error) {
    count++;
    if (first.size() < TreeReport.MOST) {
      first.add(error);
      boolean _ = named.add(error.getFile());
    }
    listener.accept(error);
  }

  /// The same, unless there is one of that entry already.
  synchronized void addNew(EntryException error) {
    if (!named.contains(error.getFile())) {
      add(error);
    }
  }

  synchronized TreeReport report(long entries) {
    return new TreeReport(entries, count, first);
  }

  synchronized long count() {
    return count;
  }

  synchronized List<EntryException> first() {
    return List.copyOf(first);
  }
}

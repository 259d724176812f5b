package io.penstock.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The errors of single entries. Safe for any thread.
final class Errors {
  private final Consumer<EntryException> listener;
  private final List<EntryException> first = new ArrayList<>();
  private long count;

  Errors(Consumer<EntryException> listener) {
    this.listener = listener;
  }

  synchronized void add(EntryException error) {
    count++;
    if (first.size() < TreeReport.MOST) {
      first.add(error);
    }
    listener.accept(error);
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

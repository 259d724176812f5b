package io.penstock.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The order of an operation's changes and syncs, which decides what a loss of power leaves of it.
///
/// A file that gets a name by rename(2) or link(2) must be on its device before: else the name may
/// lead to an empty file. What is not there when the operation returns may be lost: contents and
/// attributes until the file is synced, names until their folder is.
///
/// A file that is mapped for writing counts as written at that moment: no call tells of a store.
final class SyncOrder {
  private static final Set<String> ATTRIBUTES =
      Set.of(Call.CHMOD.toString(), Call.CHOWN.toString(), Call.UTIMENS.toString());

  /// What is not on the device, by the path of its file or folder. Names of one file share a set.
  private final Map<String, Set<String>> unsynced = new HashMap<>();

  /// Links, which nobody can open and sync: their folder is, and what they are is told by it.
  private final Set<String> symbolicLinks = new HashSet<>();

  private final List<String> tooEarly = new ArrayList<>();
  private int named;

  private SyncOrder() {}

  /// @param notes of the preloaded library, with paths that begin at the operation's folder
  static SyncOrder of(List<String> notes) {
    SyncOrder order = new SyncOrder();
    for (String note : notes) {
      String[] parts = note.split("\t", -1);
      if (parts.length == 3) {
        order.name(parts[0], parts[1], parts[2]);
      } else {
        order.take(Call.named(parts[0]), parts[1]);
      }
    }
    return order;
  }

  /// How many files got a name that they did not have when they were made.
  int named() {
    return named;
  }

  /// What had changed in files that were not synced before they got their names.
  List<String> tooEarly() {
    return tooEarly;
  }

  /// What a loss of power may undo after the operation has returned, by file and folder.
  Map<String, Set<String>> unsynced() {
    Map<String, Set<String>> all = new TreeMap<>(unsynced);
    all.values().removeIf(Set::isEmpty);
    return all;
  }

  // ---- calls -----------------------------------------------------------------------------------

  private void take(Call call, String path) {
    switch (call) {
      case FSYNC -> of(path).clear();
      case FDATASYNC -> of(path).retainAll(ATTRIBUTES);
      case SYNCFS -> unsynced.values().forEach(Set::clear);
      case CREATE, MKDIR -> of(folder(path)).add(name(path));
      case SYMLINK -> {
        symbolicLinks.add(path);
        of(folder(path)).add(name(path));
      }
      case UNLINK -> forget(path);
      default -> change(path, call);
    }
  }

  private void change(String path, Call call) {
    if (!symbolicLinks.contains(path)) {
      of(path).add(call.toString());
    }
  }

  private void name(String call, String path, String former) {
    named++;
    Set<String> changes = of(former);
    if (!changes.isEmpty()) {
      tooEarly.add(path + ": " + call + " before a sync of " + changes);
    }
    unsynced.put(path, changes);
    if (symbolicLinks.contains(former)) {
      symbolicLinks.add(path);
    }
    of(folder(path)).add(name(path));
    if (Call.named(call) == Call.RENAME) {
      forget(former);
    }
  }

  private void forget(String path) {
    unsynced.remove(path);
    of(folder(path)).remove(name(path));
  }

  private Set<String> of(String path) {
    return unsynced.computeIfAbsent(path, _ -> new TreeSet<>());
  }

  private static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}

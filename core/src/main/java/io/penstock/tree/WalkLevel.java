package io.penstock.tree;

import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Listing;
import io.penstock.tree.folder.NameList;
import io.penstock.tree.folder.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/// A folder that a walk is in, and which of its folders are still to come.
final class WalkLevel {
  /// Levels between those that keep their path.
  private static final int KEPT = 16;

  private final Optional<WalkLevel> parent;
  private final byte[] name;
  private final int depth;
  private final FileId id;
  private final NameList pending;
  private Optional<Listing> folder;
  private boolean listed;
  private volatile byte[] prefix = {};

  WalkLevel(Optional<WalkLevel> parent, byte[] name, int depth, FileId id, Listing folder) {
    this(parent, name, depth, id, folder, new NameList());
  }

  private WalkLevel(
      Optional<WalkLevel> parent,
      byte[] name,
      int depth,
      FileId id,
      Listing folder,
      NameList pending) {
    this.parent = parent;
    this.name = name;
    this.depth = depth;
    this.id = id;
    this.folder = Optional.of(folder);
    this.pending = pending;
  }

  /// The same folder with half of what is to come, for another thread.
  WalkLevel split() throws IOException {
    WalkLevel half = new WalkLevel(parent, name, depth, id, open().again(), pending.split());
    half.listed = true;
    return half;
  }

  Optional<WalkLevel> parent() {
    return parent;
  }

  int depth() {
    return depth;
  }

  FileId id() {
    return id;
  }

  NameList pending() {
    return pending;
  }

  boolean isOpen() {
    return folder.isPresent();
  }

  Listing open() {
    return folder.orElseThrow();
  }

  boolean listed() {
    return listed;
  }

  void endListing() {
    listed = true;
  }

  /// Whether there is nothing more to do here.
  boolean done() {
    return listed && pending.isEmpty();
  }

  void close() throws IOException {
    if (folder.isPresent()) {
      Listing open = folder.get();
      folder = Optional.empty();
      open.close();
    }
  }

  void reopen(Listing again) {
    folder = Optional.of(again);
  }

  /// Whether a folder with this identity is on the way from the root to here.
  boolean isBelow(FileId other) {
    WalkLevel level = this;
    while (!level.id.equals(other)) {
      if (level.parent.isEmpty()) {
        return false;
      }
      level = level.parent.get();
    }
    return true;
  }

  /// The path to here as the system has it, with a slash at its end.
  byte[] prefix() {
    Deque<WalkLevel> way = new ArrayDeque<>();
    WalkLevel level = this;
    while (level.prefix.length == 0) {
      way.push(level);
      if (level.parent.isEmpty()) {
        break;
      }
      level = level.parent.get();
    }
    byte[] path = level.prefix;
    for (WalkLevel next : way) {
      path = next.below(path);
    }
    return path;
  }

  // Several threads may ask the same ancestor: both make the same bytes. Of a deep tree not every
  // level keeps its own, which would be the square of the depth.
  private byte[] below(byte[] before) {
    boolean slash = name.length > 0 && name[name.length - 1] == '/';
    byte[] all = Arrays.copyOf(before, before.length + name.length + (slash ? 0 : 1));
    System.arraycopy(name, 0, all, before.length, name.length);
    all[all.length - 1] = '/';
    if (depth % KEPT == 0) {
      prefix = all;
    }
    return all;
  }

  Path path() {
    byte[] all = prefix();
    return Names.path(all.length == 1 ? all : Arrays.copyOf(all, all.length - 1));
  }

  /// The path of an entry.
  Path path(byte[] entry) {
    byte[] before = prefix();
    byte[] all = Arrays.copyOf(before, before.length + entry.length);
    System.arraycopy(entry, 0, all, before.length, entry.length);
    return Names.path(all);
  }
}

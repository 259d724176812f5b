package io.penstock.tree;

import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.Listing;
import io.penstock.tree.folder.NameList;
import io.penstock.tree.folder.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A folder that a worker of a walk is in, and which of its entries are still to come.
final class WalkLevel {
  private final Place place;
  private final NameList pending;
  private @Nullable Listing folder;
  private boolean listed;

  /// @param place that nobody else gives up
  WalkLevel(Place place, Listing folder) {
    this(place, folder, new NameList());
  }

  private WalkLevel(Place place, Listing folder, NameList pending) {
    this.place = place;
    this.folder = folder;
    this.pending = pending;
  }

  /// The folder at which a walk begins; closed where it is none.
  static WalkLevel root(byte[] name, Listing folder) throws IOException {
    return TwinFolder.orClose(folder, () -> new WalkLevel(Place.root(name, folder.id()), folder));
  }

  /// The same folder with the first names of those that are to come, for another worker.
  WalkLevel split(int names) throws IOException {
    Listing again = open().again();
    WalkLevel part =
        TwinFolder.orClose(again, () -> new WalkLevel(place, again, pending.split(names)));
    place.share();
    part.listed = true;
    return part;
  }

  Place place() {
    return place;
  }

  int depth() {
    return place.depth;
  }

  NameList pending() {
    return pending;
  }

  boolean isOpen() {
    return folder != null;
  }

  Listing open() {
    return Objects.requireNonNull(folder);
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
    Listing open = folder;
    if (open != null) {
      folder = null;
      open.close();
    }
  }

  void reopen(Listing again) {
    folder = again;
  }

  /// Where a folder of the tree is: what leads to it does not change. Safe for any thread.
  ///
  /// The places of a walk that are in use are known by their identities, so that a folder that is
  /// its own ancestor is found in a time that does not grow with the depth. A place is in use as
  /// long as one below it is.
  static final class Place {
    private final @Nullable Place above;
    private final byte[] name;
    private final int depth;
    private final FileId id;
    private final int pathBytes;
    private final ConcurrentMap<FileId, Integer> inUse; // how many places of each identity
    private final AtomicInteger users = new AtomicInteger(1);

    private Place(
        @Nullable Place above,
        byte[] name,
        int depth,
        FileId id,
        int pathBytes,
        ConcurrentMap<FileId, Integer> inUse) {
      this.above = above;
      this.name = name;
      this.depth = depth;
      this.id = id;
      this.pathBytes = pathBytes;
      this.inUse = inUse;
    }

    private static Place root(byte[] name, FileId id) {
      ConcurrentMap<FileId, Integer> inUse = new ConcurrentHashMap<>();
      inUse.put(id, 1);
      boolean slash = name.length > 0 && name[name.length - 1] == '/';
      return new Place(null, name, 0, id, name.length + (slash ? 0 : 1), inUse);
    }

    /// The place of a folder in this one, for one user.
    ///
    /// @return empty if that folder is this one, or one on the way to it
    Optional<Place> below(byte[] entry, FileId entryId) {
      int same = inUse.merge(entryId, 1, Integer::sum);
      if (same > 1 && isAtOrBelow(entryId)) {
        forget(entryId);
        return Optional.empty();
      }
      share();
      int bytes = pathBytes + entry.length + 1;
      return Optional.of(new Place(this, entry, depth + 1, entryId, bytes, inUse));
    }

    // Asked only where two places have one identity, as with folders that are mounted twice.
    private boolean isAtOrBelow(FileId other) {
      Place place = this;
      while (place != null && !place.id.equals(other)) {
        place = place.above;
      }
      return place != null;
    }

    private void share() {
      users.incrementAndGet();
    }

    /// Gives the place up; others that share it, or are below it, keep it in use.
    void leave() {
      Place place = this;
      while (place != null && place.users.decrementAndGet() == 0) {
        forget(place.id);
        place = place.above;
      }
    }

    private void forget(FileId known) {
      if (inUse.merge(known, -1, Integer::sum) == 0) {
        boolean _ = inUse.remove(known, 0); // unless it is in use again
      }
    }

    int depth() {
      return depth;
    }

    FileId id() {
      return id;
    }

    /// Opens the folder that has this place below another root.
    Folder below(Folder other) throws IOException {
      Deque<byte[]> names = new ArrayDeque<>();
      for (Place place = this; place.above != null; place = place.above) {
        names.addFirst(place.name);
      }
      return opened(other, names);
    }

    /// Opens a folder by the names that lead to it.
    static Folder opened(Folder root, Iterable<byte[]> names) throws IOException {
      Folder folder = root.again();
      for (byte[] next : names) {
        Folder above = folder;
        folder = TwinFolder.inPlaceOf(above, () -> above.folder(next));
      }
      return folder;
    }

    /// The path to here as the system has it, with a slash at its end.
    byte[] prefix() {
      return withRoom(0);
    }

    private byte[] withRoom(int more) {
      byte[] path = new byte[pathBytes + more];
      for (Place place = this; place != null; place = place.above) {
        int from = place.above == null ? 0 : place.above.pathBytes;
        path[place.pathBytes - 1] = '/';
        System.arraycopy(place.name, 0, path, from, place.name.length);
      }
      return path;
    }

    Path path() {
      byte[] all = prefix();
      return Names.path(all.length == 1 ? all : Arrays.copyOf(all, all.length - 1));
    }

    /// The path of an entry.
    Path path(byte[] entry) {
      byte[] all = withRoom(entry.length);
      System.arraycopy(entry, 0, all, pathBytes, entry.length);
      return Names.path(all);
    }
  }
}

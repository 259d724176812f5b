package io.penstock.compress;

import io.penstock.file.Durability;
import io.penstock.file.Publication;
import io.penstock.file.ViewAttributes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Unpacks a zip archive below a folder, all of it or nothing.
///
/// All files are filled and synced under temporary names before the first one gets its own: an
/// extraction that fails or is ended leaves none of them. What it costs grows with the length of
/// all names, however deep they lead.
final class ZipExtraction {
  private static final int PERMISSIONS = 0777;
  private static final int OWNERS = 0700;

  /// PATH_MAX of linux/limits.h (v6.1).
  private static final int LONGEST_NAME = 4096;

  /// Of more files all that the file system holds is synced at once.
  private static final int SYNCED_ONE_BY_ONE = 64;

  private final ZipArchive archive;
  private final FileBytes file;
  private final Place root;
  private final Deque<Made> made = new ArrayDeque<>();
  private final List<Place> files = new ArrayList<>();
  private final List<Publication> filled = new ArrayList<>();

  /// A name in a folder of the target, and what belongs there.
  private static final class Place {
    private final Path path;
    private final Map<String, Place> entries =
        new HashMap<>(); // names are compared where they meet
    private Optional<ZipItem> item = Optional.empty();

    Place(Path path) {
      this.path = path;
    }

    boolean isFile() {
      return item.isPresent() && !item.get().isFolder();
    }

    /// A folder's own permissions, and those that its owner needs to fill it.
    FileAttribute<?> permissions() {
      int mode = item.map(ZipItem::mode).orElse(0) & PERMISSIONS;
      return PosixFilePermissions.asFileAttribute(
          ViewAttributes.permissions(mode == 0 ? PERMISSIONS : mode | OWNERS));
    }
  }

  ZipExtraction(ZipArchive archive, FileBytes file, Path folder) {
    this.archive = archive;
    this.file = file;
    this.root = new Place(folder);
  }

  void run() throws IOException {
    for (ZipItem item : archive.items()) {
      place(item);
    }
    boolean done = false;
    try {
      makeTarget();
      makeFolders();
      for (Place place : files) {
        put(place.item.orElseThrow(), place.path);
      }
      publish();
      done = true;
    } finally {
      if (!done) {
        takeBack();
      }
    }
  }

  // ---- where everything belongs ----------------------------------------------------------------

  private void place(ZipItem item) throws IOException {
    Place place = root;
    for (String part : parts(item)) {
      if (place.isFile()) {
        throw twice(item);
      }
      Place above = place;
      place = above.entries.get(part);
      if (place == null) {
        place = new Place(resolved(item, above.path, part));
        above.entries.put(part, place);
      }
    }
    if (place.isFile()
        || (!item.isFolder() && (place.item.isPresent() || !place.entries.isEmpty()))) {
      throw twice(item);
    }
    place.item = place.item.or(() -> Optional.of(item));
    if (!item.isFolder()) {
      files.add(place);
    }
  }

  private IOException twice(ZipItem item) {
    return refused(item, "is there twice, as a file and once more");
  }

  private Path resolved(ZipItem item, Path folder, String name) throws IOException {
    try {
      return folder.resolve(name);
    } catch (InvalidPathException e) {
      throw refused(item, "has a name that this file system does not allow: " + e.getReason());
    }
  }

  private String[] parts(ZipItem item) throws IOException {
    if (item.isSpecial()) {
      throw refused(item, "is a link or a device, which are not unpacked");
    }
    String name =
        item.isFolder() ? item.name().substring(0, item.name().length() - 1) : item.name();
    if (name.startsWith("/") || name.matches("(?s)[A-Za-z]:.*")) {
      throw refused(item, "is an absolute path, which would leave the target folder");
    }
    if (name.indexOf('\\') >= 0 || name.indexOf('\0') >= 0) {
      throw refused(item, "has a backslash or a NUL in its name");
    }
    if (name.length() > LONGEST_NAME) {
      throw refused(item, "has a name of " + name.length() + " characters");
    }
    String[] parts = name.split("/", -1);
    for (String part : parts) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw refused(
            item, "has '" + part + "' in its path, which would leave it unclear where it goes");
      }
    }
    return parts;
  }

  private IOException refused(ZipItem item, String why) {
    return file.refused(
        item.headerAt(), Shown.name(item.name()) + " " + why + "; nothing was unpacked");
  }

  // ---- filling ---------------------------------------------------------------------------------

  // The folder itself was named by the user and may be a link.
  private void makeTarget() throws IOException {
    if (!Files.isDirectory(root.path)) {
      Files.createDirectory(root.path);
      made.push(Made.now(root.path));
    }
  }

  // Not by recursion: a name may lead through thousands of folders.
  private void makeFolders() throws IOException {
    Deque<Place> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      for (Place place : open.pop().entries.values()) {
        if (!place.isFile()) {
          makeFolder(place);
          open.push(place);
        }
      }
    }
  }

  /// Makes a folder inside the target; a link that is there already is not followed.
  private void makeFolder(Place place) throws IOException {
    if (Files.isDirectory(place.path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.exists(place.path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(
          place.path.toString(), null, "is no folder, or a link, and is in the way; remove it");
    }
    boolean moded = Files.getFileAttributeView(place.path, PosixFileAttributeView.class) != null;
    Path _ =
        moded
            ? Files.createDirectory(place.path, place.permissions())
            : Files.createDirectory(place.path);
    made.push(Made.now(place.path));
  }

  private void put(ZipItem item, Path target) throws IOException {
    int mode = item.mode() & PERMISSIONS;
    Publication file = vacant(target);
    file = mode == 0 ? file : file.withPermissions(mode);
    filled.add(file);
    try (InputStream in = archive.content(item);
        FileChannel channel = file.open()) {
      OutputStream out = Channels.newOutputStream(channel);
      in.transferTo(out);
      if (item.modified().isAfter(Instant.EPOCH)) {
        Path _ = Files.setLastModifiedTime(file.temporary(), FileTime.from(item.modified()));
      }
      if (files.size() <= SYNCED_ONE_BY_ONE) {
        channel.force(true);
      }
    }
  }

  private static Publication vacant(Path target) throws IOException {
    try {
      return Publication.ofNew(target);
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          target.toString(), null, "exists already; unpack to another folder or remove it");
    }
  }

  // ---- the end ---------------------------------------------------------------------------------

  private void publish() throws IOException {
    boolean few = files.size() <= SYNCED_ONE_BY_ONE;
    if (!few && !Durability.syncFileSystem(root.path)) {
      for (Publication file : filled) {
        file.sync();
      }
    }
    for (Publication file : filled) {
      Made own = new Made(file.target(), Made.key(file.temporary()));
      file.appear();
      made.push(own);
    }
    if (few || !Durability.syncFileSystem(root.path)) {
      syncFolders();
    }
  }

  private void syncFolders() throws IOException {
    Deque<Place> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Place folder = open.pop();
      Durability.syncFolder(folder.path);
      folder.entries.values().stream().filter(place -> !place.isFile()).forEach(open::push);
    }
  }

  private void takeBack() throws IOException {
    for (Publication file : filled) {
      file.discard();
    }
    while (!made.isEmpty()) {
      made.pop().takeBack();
    }
  }

  /// A file or folder that was made here.
  ///
  /// @param key what tells it from one that has taken its name since
  private record Made(Path path, String key) {
    static Made now(Path path) throws IOException {
      return new Made(path, key(path));
    }

    static String key(Path path) throws IOException {
      return String.valueOf(
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey());
    }

    void takeBack() {
      try {
        if (key.equals(key(path))) {
          Files.delete(path);
        }
      } catch (IOException _) {
        // It is gone, or others have put something into it, which stays.
      }
    }
  }
}

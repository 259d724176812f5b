package io.penstock.compress;

import io.penstock.file.Durability;
import io.penstock.file.JvmEnd;
import io.penstock.file.MadeEntry;
import io.penstock.file.Publication;
import io.penstock.file.ViewAttributes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Unpacks a zip archive below a folder, all of it or nothing.
///
/// All files are filled and synced under temporary names before the first one gets its own: an
/// extraction that fails or is ended, until the last one has it, leaves none of them and none of
/// the folders that it made. Folders are their owner's to fill until then, whatever the archive and
/// the umask say. What it costs grows with the length of all names, however deep they lead.
final class ZipExtraction {
  private static final int PERMISSIONS = 0777;
  private static final int PIECE = 64 << 10;
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /// PATH_MAX of linux/limits.h (v6.1).
  private static final int LONGEST_NAME = 4096;

  /// What a folder takes on most disks.
  private static final long FOLDER_BYTES = 4096;

  /// Of more files all that the file system holds is synced at once.
  private static final int SYNCED_ONE_BY_ONE = 64;

  private final ZipArchive archive;
  private final ArchiveFile file;
  private final Place root;
  private final Deque<MadeEntry> made = new ArrayDeque<>();
  private final Deque<Place> folders = new ArrayDeque<>(); // the last one lies deepest
  private final List<Filed> files = new ArrayList<>();
  private final List<Publication> filled = new ArrayList<>();
  private boolean rootIsMade;
  private long folderBytes;

  /// A file and where it belongs.
  private record Filed(ZipItem item, Path path) {}

  /// A name in a folder of the target, and what belongs there.
  private static final class Place {
    private final Path path;
    private final Map<String, Place> entries =
        new HashMap<>(); // names are compared where they meet
    private @Nullable ZipItem item;

    /// Of a folder that was made and has more while it is filled.
    private @Nullable Set<PosixFilePermission> permissions;

    Place(Path path) {
      this.path = path;
    }

    boolean isFile() {
      return item != null && !item.isFolder();
    }

    /// Makes a folder that its owner can fill.
    void makeFolder() throws IOException {
      if (Files.getFileAttributeView(path, PosixFileAttributeView.class) == null) {
        Path _ = Files.createDirectory(path);
        return;
      }
      int mode = item == null ? 0 : item.mode() & PERMISSIONS;
      Path _ =
          Files.createDirectory(
              path,
              PosixFilePermissions.asFileAttribute(
                  ViewAttributes.permissions(mode == 0 ? PERMISSIONS : mode)));
      Set<PosixFilePermission> given =
          Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
      if (!given.containsAll(OWNERS)) {
        permissions = given;
        widen();
      }
    }

    void widen() throws IOException {
      if (permissions != null) {
        Set<PosixFilePermission> more = EnumSet.copyOf(OWNERS);
        more.addAll(permissions);
        Path _ = Files.setPosixFilePermissions(path, more);
      }
    }

    void narrow() throws IOException {
      if (permissions != null) {
        Path _ = Files.setPosixFilePermissions(path, permissions);
      }
    }
  }

  ZipExtraction(ZipArchive archive, ArchiveFile file, Path folder) {
    this.archive = archive;
    this.file = file;
    this.root = new Place(folder);
  }

  void run() throws IOException {
    for (ZipItem item : archive.items()) {
      place(item);
    }
    try (JvmEnd end = JvmEnd.watched()) {
      boolean done = false;
      try {
        extract(end);
        done = true;
      } finally {
        if (!done) {
          takeBack();
        }
      }
    }
  }

  private void extract(JvmEnd end) throws IOException {
    makeTarget();
    makeFolders(end);
    checkFolders();
    for (Filed each : files) {
      put(each.item(), each.path(), end);
    }
    publish(end);
  }

  private void requireTime(JvmEnd end) throws IOException {
    if (end.begun()) {
      throw new IOException(root.path + ": nothing was unpacked, because the program is ended");
    }
  }

  // ---- where everything belongs ----------------------------------------------------------------

  private void place(ZipItem item) throws IOException {
    requireNoContent(item);
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
        countFolder();
      }
    }
    if (place.isFile() || (!item.isFolder() && (place.item != null || !place.entries.isEmpty()))) {
      throw twice(item);
    }
    if (place.item == null) {
      place.item = item;
    }
    if (!item.isFolder()) {
      files.add(new Filed(item, place.path));
      folderBytes -= FOLDER_BYTES;
    }
  }

  /// What most programs pass over without a word would be lost here: a folder has no content.
  private void requireNoContent(ZipItem item) throws IOException {
    if (item.isFolder() && item.contentBytes() > 0) {
      throw refused(
          item,
          "is a folder, since its name ends with '/', but has "
              + item.contentBytes()
              + " bytes of content");
    }
  }

  // A name of a few kilobytes may lead through thousands of folders.
  private void countFolder() throws IOException {
    folderBytes += FOLDER_BYTES;
    archive.requireWithinLimits(folderBytes);
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
    return file.refused(item.headerAt(), item.quotedName() + " " + why + "; nothing was unpacked");
  }

  // ---- filling ---------------------------------------------------------------------------------

  // The folder itself was named by the user and may be a link.
  private void makeTarget() throws IOException {
    folders.add(root);
    if (!Files.isDirectory(root.path)) {
      make(root);
      rootIsMade = true;
    }
  }

  private void make(Place folder) throws IOException {
    folder.makeFolder();
    made.push(MadeEntry.of(folder.path));
  }

  // Not by recursion: a name may lead through thousands of folders.
  private void makeFolders(JvmEnd end) throws IOException {
    Deque<Place> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      for (Place place : open.pop().entries.values()) {
        if (!place.isFile()) {
          requireTime(end);
          makeFolder(place);
          folders.add(place);
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
    make(place);
  }

  /// Reads the data of folders, as some writers deflate no content at all, to its end, which is
  /// checked.
  private void checkFolders() throws IOException {
    for (ZipItem item : archive.items()) {
      if (item.isFolder() && (item.packedBytes() > 0 || item.crc() != 0)) {
        try (InputStream in = archive.content(item)) {
          long _ = in.transferTo(OutputStream.nullOutputStream());
        }
      }
    }
  }

  private void put(ZipItem item, Path target, JvmEnd end) throws IOException {
    int mode = item.mode() & PERMISSIONS;
    Publication vacant = vacant(target);
    Publication file = mode == 0 ? vacant : vacant.withPermissions(mode);
    filled.add(file);
    try (InputStream in = archive.content(item)) {
      file.fillUnsynced(out -> pour(in, out, end));
    }
    if (archive.tellsTime(item)) {
      Path _ = Files.setLastModifiedTime(file.temporary(), FileTime.from(item.modified()));
    }
    if (files.size() <= SYNCED_ONE_BY_ONE) {
      file.sync();
    }
  }

  private void pour(InputStream in, OutputStream out, JvmEnd end) throws IOException {
    byte[] piece = new byte[PIECE];
    requireTime(end);
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      out.write(piece, 0, n);
      requireTime(end);
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

  private void publish(JvmEnd end) throws IOException {
    boolean few = files.size() <= SYNCED_ONE_BY_ONE;
    if (!few && !Durability.syncFileSystem(root.path)) {
      for (Publication file : filled) {
        file.sync();
      }
    }
    for (Publication file : filled) {
      requireTime(end);
      MadeEntry own = MadeEntry.at(file.target(), file.temporary());
      file.appear();
      made.push(own);
    }
    finishFolders(few || !Durability.syncFileSystem(root.path));
  }

  // Those inside first: a folder that may not be searched leads nowhere.
  private void finishFolders(boolean synced) throws IOException {
    Iterator<Place> inwards = folders.descendingIterator();
    while (inwards.hasNext()) {
      Place folder = inwards.next();
      if (synced || folder.permissions != null) {
        Durability.syncFolder(folder.path, folder::narrow);
      }
    }
    if (synced && rootIsMade) {
      Durability.syncName(root.path);
    }
  }

  private void takeBack() {
    for (Place folder : folders) {
      tried(folder::widen);
    }
    for (Publication file : filled) {
      tried(file::discard);
    }
    while (!made.isEmpty()) {
      tried(made.pop()::remove);
    }
  }

  private static void tried(Durability.Change change) {
    try {
      change.make();
    } catch (IOException _) {
      // It is gone, or others have put something into it, which stays.
    }
  }
}

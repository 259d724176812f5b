package io.penstock.tree.folder;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.penstock.ffi.NativeAccess;
import io.penstock.file.Durability;
import io.penstock.file.TemporaryName;
import io.penstock.file.ViewAttributes;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// A folder by the JDK's functions: a [SecureDirectoryStream] where there are such, as on Linux;
/// elsewhere paths, and then links that are swapped in meanwhile can be followed.
final class JavaFolder implements Folder {
  private static final int BATCH = 1024;

  /// As many as a long has nanoseconds for, from 1677 to 2262.
  private static final long MOST_SECONDS = Long.MAX_VALUE / 1_000_000_000 - 1;

  /// What a view of a file does not tell, and by which file that is told.
  private static final String UNIX = "unix:fileKey,mode,uid,gid,nlink,dev,ino";

  private static final long UNKNOWN_LINKS = 2;

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private final Path path;
  private final @Nullable DirectoryStream<Path> stream; // null for the base
  private final @Nullable SecureDirectoryStream<Path> secure;

  /// The tree's root, in which the JDK's functions make entries that they cannot make relative to
  /// an open folder: links cannot be swapped in the root's path, which is the caller's own. Each
  /// new entry is then moved to its folder by the handles of both folders.
  private final JavaFolder root;

  private @Nullable Iterator<Path> listing;

  /// The base of all paths.
  JavaFolder() {
    this.path = Path.of("");
    this.stream = null;
    this.secure = null;
    this.root = this;
  }

  private JavaFolder(Path path, DirectoryStream<Path> stream, JavaFolder above) {
    this.path = path;
    this.stream = stream;
    this.secure = stream instanceof SecureDirectoryStream<Path> handle ? handle : null;
    this.root = above.stream == null ? this : above.root;
  }

  @Override
  public boolean list(Sink sink) throws IOException {
    Iterator<Path> rest = listing;
    if (rest == null) {
      rest = Objects.requireNonNull(stream).iterator();
      listing = rest;
    }
    try {
      for (int i = 0; i < BATCH && rest.hasNext(); i++) {
        sink.entry(listed(Objects.requireNonNull(rest.next().getFileName())));
      }
      return rest.hasNext();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  @Override
  @SuppressWarnings("StreamResourceLeak") // the folder closes it
  public Folder folder(byte[] name) throws IOException {
    Path entry = Names.path(name);
    Path full = path.resolve(entry);
    SecureDirectoryStream<Path> handle = secure;
    if (handle != null) {
      return new JavaFolder(full, handle.newDirectoryStream(entry, NOFOLLOW_LINKS), this);
    }
    if (!Files.readAttributes(full, BasicFileAttributes.class, NOFOLLOW_LINKS).isDirectory()) {
      throw new NotDirectoryException(entry.toString());
    }
    return new JavaFolder(full, Files.newDirectoryStream(full), this);
  }

  @Override
  public OpenFile open(byte[] name) throws IOException {
    Path entry = Names.path(name);
    if (facts(entry).type() != EntryType.FILE) {
      throw new FileSystemException(entry.toString(), null, "is no regular file any more");
    }
    return new JavaOpenFile(this, name, channel(entry, Set.of(READ, NOFOLLOW_LINKS)));
  }

  @Override
  public OpenFile create(byte[] name, int mode, byte[] replaced) throws IOException {
    ViewAttributes kept = replaced(replaced);
    Set<OpenOption> options = Set.of(READ, WRITE, CREATE_NEW, NOFOLLOW_LINKS);
    FileAttribute<?>[] given = permissions(kept == null ? mode : OpenFile.PRIVATE);
    FileChannel channel = channel(Names.path(name), options, given);
    return kept == null
        ? new JavaOpenFile(this, name, channel)
        : new JavaOpenFile(this, name, channel, kept);
  }

  private FileChannel channel(Path entry, Set<OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    SecureDirectoryStream<Path> handle = secure;
    return (FileChannel)
        (handle != null
            ? handle.newByteChannel(entry, options, attributes)
            : Files.newByteChannel(path.resolve(entry), options, attributes));
  }

  private static FileAttribute<?>[] permissions(int mode) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(ViewAttributes.permissions(mode))
        }
        : new FileAttribute<?>[0];
  }

  /// @return null where there is no regular file of this name
  private @Nullable ViewAttributes replaced(byte[] name) throws IOException {
    Path entry = Names.path(name);
    try {
      return Folder.isReplaced(name, facts(entry).type())
          ? ViewAttributes.of(views(entry), ViewAttributes.hidesLists(path.getFileSystem()))
          : null;
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  ViewAttributes.Views views(Path entry) {
    return new ViewAttributes.Views() {
      @Override
      public <V extends FileAttributeView> Optional<V> of(Class<V> kind) {
        return Optional.ofNullable(view(entry, kind));
      }
    };
  }

  @Override
  public int makeFolder(byte[] name, int mode) throws IOException {
    Path entry = Names.path(name);
    Path at = Files.createDirectory(staged(entry), permissions(mode));
    int given;
    try {
      given = given(at, mode);
    } catch (IOException e) {
      TemporaryName.delete(at);
      throw e;
    }
    unstage(at, entry);
    return given;
  }

  /// The permissions that the system gave to a new folder, whose owner gets all.
  private static int given(Path at, int mode) throws IOException {
    if (!POSIX) {
      return mode;
    }
    int given = ViewAttributes.mode(Files.getPosixFilePermissions(at, NOFOLLOW_LINKS));
    if ((given & OWNERS) != OWNERS) {
      Path _ = Files.setPosixFilePermissions(at, ViewAttributes.permissions(given | OWNERS));
    }
    return given;
  }

  @Override
  public void makeLink(byte[] name, byte[] text) throws IOException {
    Path entry = Names.path(name);
    Path at = Files.createSymbolicLink(staged(entry), Names.path(text));
    unstage(at, entry);
  }

  @Override
  public byte[] readLink(byte[] name) throws IOException {
    Path entry = Names.path(name);
    Path full = path.resolve(entry);
    Object here = view(entry, BasicFileAttributeView.class).readAttributes().fileKey();
    byte[] text = Names.bytes(Files.readSymbolicLink(full));
    Object there = Files.readAttributes(full, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
    if (!String.valueOf(here).equals(String.valueOf(there))) {
      throw new FileSystemException(entry.toString(), null, "was replaced while it was read");
    }
    return text;
  }

  @Override
  public void makeName(byte[] file, FileId id, Folder to, byte[] name) throws IOException {
    Path existing = path.resolve(Names.path(file));
    JavaFolder folder = (JavaFolder) to;
    Path entry = Names.path(name);
    Path at = Files.createLink(folder.staged(entry), existing);
    try {
      if (!FileId.of(new JavaFolder().facts(at)).equals(id)) {
        throw new FileSystemException(
            existing.toString(), null, "was replaced while it was linked");
      }
    } catch (IOException e) {
      TemporaryName.delete(at);
      throw e;
    }
    folder.unstage(at, entry);
  }

  /// The path at which an entry is made: one where no link can have come in between.
  private Path staged(Path entry) throws IOException {
    if (secure == null) {
      return path.resolve(entry);
    }
    if (exists(entry)) {
      throw new FileAlreadyExistsException(entry.toString());
    }
    String suffix = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return root.path.resolve(".penstock." + suffix + ".tmp");
  }

  /// Moves what was made there to its name here.
  private void unstage(Path at, Path entry) throws IOException {
    SecureDirectoryStream<Path> handle = secure;
    if (handle != null) {
      try {
        Objects.requireNonNull(root.secure)
            .move(Objects.requireNonNull(at.getFileName()), handle, entry);
      } catch (IOException e) {
        TemporaryName.delete(at);
        throw e;
      }
    }
  }

  private boolean exists(Path entry) throws IOException {
    try {
      view(entry, BasicFileAttributeView.class).readAttributes();
      return true;
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  @Override
  public void rename(byte[] name, byte[] to) throws IOException {
    SecureDirectoryStream<Path> handle = secure;
    if (handle != null) {
      handle.move(Names.path(name), handle, Names.path(to));
    } else {
      Files.move(
          path.resolve(Names.path(name)),
          path.resolve(Names.path(to)),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public void remove(byte[] name) throws IOException {
    SecureDirectoryStream<Path> handle = secure;
    Path entry = Names.path(name);
    if (handle == null) {
      TemporaryName.delete(path.resolve(entry));
      return;
    }
    try {
      handle.deleteFile(entry);
    } catch (IOException _) { // perhaps it cannot be looked at, as the JDK does first
      TemporaryName.delete(path.resolve(entry));
    }
  }

  @Override
  public void setOwner(byte[] name, int owner, int group) throws IOException {
    Path entry = Names.path(name);
    if (!POSIX || (facts(entry).type() == EntryType.LINK && secure != null)) {
      return; // of a link it can be set by a path alone, which may lead elsewhere by now
    }
    UserPrincipalLookupService users = path.getFileSystem().getUserPrincipalLookupService();
    PosixFileAttributeView view = view(entry, PosixFileAttributeView.class);
    // A number that is nobody's name is taken as an int: those above its range are below zero
    // there.
    view.setOwner(users.lookupPrincipalByName(Integer.toString(owner)));
    view.setGroup(users.lookupPrincipalByGroupName(Integer.toString(group)));
  }

  @Override
  public void setTimes(byte[] name, Instant accessed, Instant modified) throws IOException {
    Path entry = Names.path(name);
    if (facts(entry).type() == EntryType.LINK) {
      return; // the JDK cannot
    }
    view(entry, BasicFileAttributeView.class).setTimes(time(modified), time(accessed), null);
  }

  // Of a fraction of a second before 1970 the JDK makes 1970 itself, and of what is no long of
  // nanoseconds the nearest that is one.
  private static FileTime time(Instant time) throws FileSystemException {
    if (Math.abs(time.getEpochSecond()) > MOST_SECONDS) {
      throw new FileSystemException(
          "",
          null,
          String.format(
              Locale.ROOT,
              "the time %s cannot be set without native access, which reaches beyond 1677 to 2262",
              time));
    }
    boolean early = time.getEpochSecond() < 0;
    return FileTime.from(early ? time.truncatedTo(ChronoUnit.SECONDS) : time);
  }

  @Override
  public void setMode(int mode) throws IOException {
    setMode(Path.of("."), mode);
  }

  // A view of an open folder knows no set-user-ID; a path may lead elsewhere by now.
  void setMode(Path entry, int mode) throws IOException {
    if (POSIX && secure == null) {
      Path _ = Files.setAttribute(path.resolve(entry), "unix:mode", mode, NOFOLLOW_LINKS);
    } else if (POSIX) {
      view(entry, PosixFileAttributeView.class).setPermissions(ViewAttributes.permissions(mode));
    }
  }

  @Override
  public int modeWithoutList(int mode) {
    return mode; // the JDK tells of no list
  }

  @Override
  public void takeAttributes(Folder from) throws IOException {
    throw withoutAttributes();
  }

  static FileSystemException withoutAttributes() {
    return new FileSystemException(
        "",
        null,
        "extended attributes cannot be copied: " + NativeAccess.deniedUnlessLinux().orElse(""));
  }

  @Override
  public void sync() throws IOException {
    Durability.syncFolder(path);
  }

  @Override
  public Folder again() throws IOException {
    return folder(new byte[] {'.'});
  }

  @Override
  public EntryFacts facts(byte[] name) throws IOException {
    return facts(Names.path(name));
  }

  @Override
  public EntryFacts facts() throws IOException {
    return facts(Path.of("."));
  }

  @Override
  public FileId id() throws IOException {
    return FileId.of(facts());
  }

  private EntryFacts facts(Path entry) throws IOException {
    return POSIX ? posix(entry) : basic(entry);
  }

  private EntryFacts basic(Path entry) throws IOException {
    BasicFileAttributes found = view(entry, BasicFileAttributeView.class).readAttributes();
    return facts(type(found), OpenFile.PRIVATE, found, Map.of());
  }

  private EntryFacts posix(Path entry) throws IOException {
    PosixFileAttributes found = view(entry, PosixFileAttributeView.class).readAttributes();
    Map<String, Object> more = unix(entry, found);
    // The JDK's set of permissions takes a fresh JVM five milliseconds.
    int mode = more.containsKey("mode") ? 0 : ViewAttributes.mode(found.permissions());
    return facts(type(found), mode, found, more);
  }

  private <V extends FileAttributeView> V view(Path entry, Class<V> type) {
    SecureDirectoryStream<Path> handle = secure;
    return handle != null
        ? handle.getFileAttributeView(entry, type, NOFOLLOW_LINKS)
        : Files.getFileAttributeView(path.resolve(entry), type, NOFOLLOW_LINKS);
  }

  // More than a view of the open folder gives comes by the path, if that leads to the same file.
  private Map<String, Object> unix(Path entry, BasicFileAttributes found) {
    try {
      Path full = path.resolve(entry);
      Map<String, Object> more = Files.readAttributes(full, UNIX, NOFOLLOW_LINKS);
      boolean same = String.valueOf(found.fileKey()).equals(String.valueOf(more.get("fileKey")));
      return same ? more : inode(found);
    } catch (IOException | RuntimeException _) {
      return inode(found);
    }
  }

  // (dev=fe00,ino=123). Nobody knows how many names it has: who asks takes it for one of several.
  private static Map<String, Object> inode(BasicFileAttributes found) {
    String[] parts = String.valueOf(found.fileKey()).split("[(),=]", -1);
    return parts.length < 5
        ? Map.of()
        : Map.of(
            "dev",
            Long.parseLong(parts[2], 16),
            "ino",
            Long.parseLong(parts[4]),
            "nlink",
            UNKNOWN_LINKS);
  }

  private static EntryType type(BasicFileAttributes found) {
    if (found.isDirectory()) {
      return EntryType.FOLDER;
    }
    if (found.isSymbolicLink()) {
      return EntryType.LINK;
    }
    return found.isRegularFile() ? EntryType.FILE : EntryType.OTHER;
  }

  private static EntryFacts facts(
      EntryType type, int mode, BasicFileAttributes found, Map<String, Object> more) {
    boolean known = more.containsKey("mode");
    int bits = known ? number(more, "mode", 0).intValue() : mode;
    return new EntryFacts(
        known ? NameList.ofMode(bits) : type,
        bits & 07777,
        number(more, "uid", -1).intValue(),
        number(more, "gid", -1).intValue(),
        number(more, "nlink", 1).longValue(),
        found.size(),
        found.size(), // for what it takes on its device, which the JDK does not tell
        number(more, "dev", 0).longValue(),
        number(more, "ino", 0).longValue(),
        found.lastModifiedTime().toInstant(),
        found.lastAccessTime().toInstant());
  }

  private static Number number(Map<String, Object> facts, String name, int otherwise) {
    return (Number) facts.getOrDefault(name, otherwise);
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }

  private Found listed(Path entry) {
    byte[] name = Names.bytes(entry);
    return new Found() {
      private @Nullable EntryType type;
      private @Nullable IOException failure; // why it could not be looked at

      @Override
      public EntryType type() {
        EntryType known = type;
        if (known == null) {
          try {
            known = looked(entry);
          } catch (IOException e) {
            known = EntryType.OTHER; // who asks for more is told why
            failure = e;
          }
          type = known;
        }
        return known;
      }

      @Override
      public int nameBytes() {
        return name.length;
      }

      @Override
      public void copyName(byte[] target, int at) {
        System.arraycopy(name, 0, target, at, name.length);
      }

      @Override
      public EntryFacts facts() throws IOException {
        IOException known = failure;
        if (known != null) {
          throw known;
        }
        return JavaFolder.this.facts(entry);
      }
    };
  }

  private EntryType looked(Path entry) throws IOException {
    BasicFileAttributes found = view(entry, BasicFileAttributeView.class).readAttributes();
    return found.isOther() ? facts(entry).type() : type(found);
  }
}

package io.penstock.file;

import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channel;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file that is filled under a temporary name beside its target and then takes the target's
/// place: a new file, whole and durable, or nothing.
///
/// The temporary file has a name that cannot be guessed, is never one that was there before, and
/// goes when the JVM ends before it is published or discarded. The order is: fsync of the contents,
/// which is the caller's affair unless [#write] does it, then the rights and an fsync for them,
/// then rename and fsync of the folder by [#publish]. Without the first a power loss may leave an
/// empty file under the target's name, without the last it may bring the old one back.
///
/// A file that takes an older one's place gets its owner, group, permissions, access control list
/// (Linux with native access, Windows) and user attributes, as far as the system lets this process.
/// Where it does not, the new file is no more open than the old one, and [#lost] says so. Until
/// then the new file is its owner's alone. The older file is the one that is there when the new one
/// is complete; where there is none any more, the new file has what the system gives to new files.
///
/// Without native access nobody knows on Linux whether the older file has an access control list:
/// the new one gets of the permissions of group and others only what both have. A user whom the
/// list denied what all others may is not denied it any more.
///
/// Devices, pipes and sockets are never replaced: [#write] writes into them, and [#of] refuses
/// them. What takes the target's name while the new file is written and is no regular file, a link
/// or a folder too, is refused and stays. The kernel has no call that replaces regular files alone:
/// the target is looked at right before the rename, and what comes in between, some microseconds,
/// is replaced but for a folder.
///
/// Belongs to one thread at a time.
public final class Publication {
  static final int ORDINARY = 0666;

  private static final String SPECIAL =
      "is a pipe, a socket or a device, which no file replaces; name a regular file";

  /// Others who publish files of the same name all the time must not keep this one from appearing.
  private static final int MOST_LOOKS = 8;

  private final Path target;
  private final Path temporary;
  private final boolean exclusive;
  private final PublishedRights rights;
  private boolean made;

  private Publication(Path target, Path temporary, boolean exclusive, PublishedRights rights) {
    this.target = target;
    this.temporary = temporary;
    this.exclusive = exclusive;
    this.rights = rights;
  }

  private static Publication of(Path target, boolean exclusive) throws IOException {
    Path temporary = TemporaryName.beside(target);
    PublishedRights rights = new PublishedRights(target, temporary, ORDINARY);
    return new Publication(target, temporary, exclusive, rights);
  }

  // ---- what it is to be ------------------------------------------------------------------------

  /// Chooses a temporary name; nothing is created. Where `file` is a link, what it leads to is the
  /// target. An older file is replaced.
  ///
  /// @throws FileSystemException if the folder is missing, or the target is a folder, a device, a
  ///   pipe or a socket
  public static Publication of(Path file) throws IOException {
    requireFolder(file);
    if (isSpecial(file)) {
      throw new FileSystemException(file.toString(), null, SPECIAL);
    }
    return of(Files.isSymbolicLink(file) ? followed(file) : file, false);
  }

  /// The same for a file of which there must be none, now or when it is published; a link counts as
  /// one.
  ///
  /// @throws FileAlreadyExistsException if there is something of this name
  /// @throws FileSystemException if the folder is missing
  public static Publication ofNew(Path file) throws IOException {
    requireFolder(file);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw isSpecial(file)
          ? new FileAlreadyExistsException(file.toString(), null, SPECIAL)
          : exists(file);
    }
    return of(file, true);
  }

  /// The same file with owner, group, permissions and access control list of another one, which is
  /// where its contents come from, whatever it replaces. What the system does not let this process
  /// give is not told: it narrows the permissions. A list that the folder gives to new files stays,
  /// as narrow as for any file with these permissions; without native access the umask narrows them
  /// too. Where the other one has gone meanwhile, the file stays its owner's alone.
  public Publication withRightsOf(Path source) {
    return new Publication(target, temporary, exclusive, rights.of(source));
  }

  /// The same file with other permissions than `rw-rw-rw-`, less those of the process's umask,
  /// where there is no older file.
  ///
  /// @param mode bits of a mode, up to 0777
  public Publication withPermissions(int mode) {
    return new Publication(target, temporary, exclusive, rights.withPermissions(mode));
  }

  private static FileAlreadyExistsException exists(Path file) {
    return new FileAlreadyExistsException(
        file.toString(), null, "exists already; choose another name or remove it");
  }

  /// Whether it is there and neither a regular file nor a folder: a device, a pipe or a socket.
  public static boolean isSpecial(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).isOther();
    } catch (NoSuchFileException _) {
      return false;
    } catch (FileSystemException e) {
      throw FileErrors.explained(file, e);
    }
  }

  private static Path followed(Path link) throws IOException {
    try {
      return link.toRealPath();
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(
          link.toString(), null, "is a link that leads nowhere; remove it or mend it");
    }
  }

  /// Checks that a file of this name can be made.
  static void requireFolder(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder; name a file in it");
    }
    Path folder = folder(file);
    if (!Files.isDirectory(folder) && !isFolder(file, folder)) {
      throw new NoSuchFileException(file.toString(), null, "no such folder; create it first");
    }
  }

  // The JDK takes a folder that it cannot look at for none, whatever the reason.
  private static boolean isFolder(Path file, Path folder) throws IOException {
    try {
      return Files.readAttributes(folder, BasicFileAttributes.class).isDirectory();
    } catch (NoSuchFileException _) {
      return false;
    } catch (FileSystemException e) {
      throw FileErrors.explained(file, e);
    }
  }

  // No absolute path is made of a relative one: a folder above may not be searched.
  private static Path folder(Path file) {
    Path parent = file.getParent();
    return parent == null ? file.getFileSystem().getPath(".") : parent;
  }

  /// Where the file is to appear.
  public Path target() {
    return target;
  }

  /// Where it is filled, in the same folder.
  public Path temporary() {
    return temporary;
  }

  // ---- all in one ------------------------------------------------------------------------------

  /// What fills a file.
  public interface Content {
    /// Writes everything; closing the stream is allowed and does nothing.
    ///
    /// @throws IOException if the content cannot be had or written
    void writeTo(OutputStream out) throws IOException;
  }

  /// Writes a file, in place of an older one of its name; into a device or a pipe.
  ///
  /// @return what could not be kept of an older file; see [#lost]
  /// @throws IOException what `content` throws, or if the folder is missing, may not be written, or
  ///   has no room; an older file stays then as it is
  public static List<String> write(Path file, Content content) throws IOException {
    return isSpecial(file) ? through(file, content) : of(file).write(content);
  }

  /// The same for bytes.
  public static List<String> write(Path file, byte[] content) throws IOException {
    return write(file, out -> out.write(content));
  }

  /// Writes a file of which there must be none, now or when it is complete; or into a device or a
  /// pipe.
  ///
  /// @throws FileAlreadyExistsException if there is one
  /// @throws IOException as [#write(Path, Content)]
  public static List<String> writeNew(Path file, Content content) throws IOException {
    return isSpecial(file) ? through(file, content) : ofNew(file).write(content);
  }

  private static List<String> through(Path special, Content content) throws IOException {
    try (OutputStream out = Files.newOutputStream(special, StandardOpenOption.WRITE)) {
      content.writeTo(Unclosed.of(out, special));
    }
    return List.of();
  }

  /// Creates, fills, syncs and publishes the file.
  ///
  /// @return what could not be kept of an older file; see [#lost]
  /// @throws IOException what `content` throws, or if it cannot be written; what was there stays
  public List<String> write(Content content) throws IOException {
    Failures failures = new Failures();
    failures.of(
        () -> {
          fill(content);
          publish();
        });
    if (failures.any()) {
      failures.of(this::discard);
    }
    failures.rethrow();
    return lost();
  }

  private void fill(Content content) throws IOException {
    try (FileChannel file = open();
        Closeable _ = () -> close(file)) {
      content.writeTo(Unclosed.of(Channels.newOutputStream(file), target));
      rights.give(older());
      Durability.force(target, file);
    }
  }

  /// Creates and fills the file, for [#sync] and [#publish].
  ///
  /// @throws IOException what `content` throws, or if it cannot be written
  public void fillUnsynced(Content content) throws IOException {
    try (FileChannel file = open();
        Closeable _ = () -> close(file)) {
      content.writeTo(Unclosed.of(Channels.newOutputStream(file), target));
    }
  }

  /// Closes a channel and names the file where that fails; another close does nothing.
  private void close(Channel file) throws IOException {
    try {
      file.close();
    } catch (IOException e) {
      throw new IOException(target + ": cannot be closed: " + FileErrors.reason(e), e);
    }
  }

  /// A stream that closing does not close, and whose failures name the file: those of the JDK's
  /// channels do not.
  private static final class Unclosed extends FilterOutputStream {
    private final Path file;
    private long offset;

    private Unclosed(OutputStream out, Path file) {
      super(out);
      this.file = file;
    }

    static OutputStream of(OutputStream out, Path file) {
      return new Unclosed(out, file);
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      Objects.checkFromIndexSize(from, count, bytes.length);
      try {
        out.write(bytes, from, count);
        offset += count;
      } catch (IOException e) {
        throw failure(FileErrors.reason(e), e);
      } catch (RuntimeException e) { // the JDK's, for a device that takes nothing
        throw failure(String.valueOf(e.getMessage()), e);
      }
    }

    private IOException failure(String reason, Exception cause) {
      return new IOException(
          String.format(Locale.ROOT, "%s: cannot be written at byte %d: %s", file, offset, reason),
          cause);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }

  // ---- step by step ----------------------------------------------------------------------------

  /// Makes the temporary file, empty, and opens it for writing.
  ///
  /// It is its owner's alone where it will take the rights of another file; else it has what the
  /// process gives.
  ///
  /// @throws IOException if the folder may not be written, or has no room
  public FileChannel open() throws IOException {
    Leftovers.add(temporary);
    try {
      return writable(rights.made());
    } catch (FileSystemException e) {
      Leftovers.remove(temporary);
      Path named = e instanceof FileAlreadyExistsException ? temporary : target;
      throw FileErrors.explained(named, e);
    }
  }

  private FileChannel writable(FileChannel file) throws IOException {
    made = true;
    try {
      rights.makeWritable();
      return file;
    } catch (IOException | RuntimeException e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(file::close);
      failures.of(this::discard);
      throw e;
    }
  }

  /// Makes the temporary file, empty; see [#open].
  public void create() throws IOException {
    FileChannel file = open();
    try {
      close(file);
    } catch (IOException e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(this::discard);
      throw e;
    }
  }

  /// Makes the temporary file with the header and the size of an array file.
  ///
  /// @throws IOException if that fails; nothing is left behind
  public void create(Format format, Creation creation) throws IOException {
    FileHandle handle = Opening.prepare(this, format, creation);
    try {
      handle.close();
    } catch (IOException e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(this::discard);
      throw e;
    }
  }

  /// Sees to it that a temporary file that another makes goes if the JVM ends before it is
  /// published or discarded.
  public void remember() {
    made = true;
    Leftovers.add(temporary);
  }

  /// Takes the target's place, and what it is to keep of it, for good. The contents of the
  /// temporary file must have been synced.
  ///
  /// @throws FileAlreadyExistsException if there must be no older file, and there is one now
  /// @throws FileSystemException if something else than a regular file has the target's name now
  /// @throws IOException if that fails; the message says whether the file was created nonetheless
  public void publish() throws IOException {
    boolean changed = true;
    for (int looks = 0; changed && looks < MOST_LOOKS; looks++) {
      changed = rights.giveDurably(older());
    }
    replaceDurably();
  }

  /// Takes the target's place, and what it is to keep of it, but not for good: a power loss may
  /// undo it until the folder is synced.
  ///
  /// @throws FileAlreadyExistsException if there must be no older file, and there is one now
  /// @throws FileSystemException if something else than a regular file has the target's name now
  public void appear() throws IOException {
    rights.give(older());
    replace();
  }

  /// Gives the temporary file what it is to keep of the target, and writes it to its device.
  ///
  /// @throws FileSystemException if something else than a regular file has the target's name now
  public void sync() throws IOException {
    try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE);
        Closeable _ = () -> close(file)) {
      rights.give(older());
      Durability.force(target, file);
    }
  }

  /// What could not be given to the new file of the one whose place it takes, and that the new one
  /// is no more open for that: `owner 1000`. Empty until it is published.
  public List<String> lost() {
    return rights.lost();
  }

  /// The file whose place it is about to take; null for none.
  private @Nullable BasicFileAttributes older() throws IOException {
    if (exclusive) {
      return null;
    }
    try {
      BasicFileAttributes found =
          Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!found.isRegularFile()) {
        throw new FileSystemException(
            target.toString(),
            null,
            "has become "
                + kind(found)
                + " while the new file was written, which no file replaces");
      }
      return found;
    } catch (NoSuchFileException _) {
      return null;
    } catch (FileSystemException e) {
      throw FileErrors.explained(target, e);
    }
  }

  private static String kind(BasicFileAttributes found) {
    if (found.isSymbolicLink()) {
      return "a link";
    }
    return found.isDirectory() ? "a folder" : "a pipe, a socket or a device";
  }

  /// Takes the target's place at once, but not for good: a power loss may bring the old one back.
  ///
  /// @throws FileAlreadyExistsException if there must be no older file, and there is one now
  /// @throws IOException if that fails; the message says whether the file was created nonetheless
  public void replace() throws IOException {
    if (exclusive) {
      takeFreeName();
    } else {
      rename();
    }
    Leftovers.remove(temporary);
  }

  private void rename() throws IOException {
    BasicFileAttributes _ = older();
    move();
  }

  private void move() throws IOException {
    try {
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      throw FileErrors.explained(target, e);
    }
  }

  // A rename would replace what has come meanwhile; a second name is only given where there is
  // none.
  private void takeFreeName() throws IOException {
    try {
      Path _ = Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException _) {
      throw exists(target);
    } catch (UnsupportedOperationException | FileSystemException _) {
      claimName(); // a file system on which a file has one name
      return;
    }
    removeTemporaryName();
  }

  private void removeTemporaryName() throws IOException {
    try {
      Files.delete(temporary);
    } catch (IOException e) {
      IOException told =
          e instanceof FileSystemException f ? FileErrors.explained(temporary, f) : e;
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s was created, but its temporary name %s cannot be removed: %s",
              target,
              temporary,
              reason(told)),
          e);
    }
  }

  private void claimName() throws IOException {
    MadeEntry claim = claim();
    Failures failures = new Failures();
    failures.of(() -> takeOver(claim));
    if (failures.any()) {
      failures.of(() -> giveUp(claim));
    }
    failures.rethrow();
  }

  private MadeEntry claim() throws IOException {
    Channel file = made();
    MadeEntry claim = MadeEntry.ofNew(target, file);
    try {
      close(file);
      return claim;
    } catch (IOException e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(() -> giveUp(claim));
      throw e;
    }
  }

  private Channel made() throws IOException {
    try {
      return Files.newByteChannel(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException _) {
      throw exists(target);
    } catch (FileSystemException e) {
      throw FileErrors.explained(target, e);
    }
  }

  private void takeOver(MadeEntry claim) throws IOException {
    if (!claim.isEmpty()) {
      throw exists(target);
    }
    move();
  }

  private static void giveUp(MadeEntry claim) throws IOException {
    if (claim.isEmpty()) {
      claim.remove();
    }
  }

  /// Takes the target's place, for good.
  ///
  /// @throws IOException if that fails; the message says whether the file was created nonetheless
  public void replaceDurably() throws IOException {
    replace();
    try {
      Durability.syncFolder(folder(target));
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s was created, but its folder cannot be synced, so that a power loss may undo it:"
                  + " %s",
              target,
              reason(e)),
          e);
    }
  }

  /// The folder's name is said already.
  private static String reason(IOException e) {
    return e instanceof FileSystemException named && named.getReason() != null
        ? named.getReason()
        : FileErrors.reason(e);
  }

  /// Removes the temporary file; the target stays as it is.
  ///
  /// @throws IOException if it cannot be removed
  public void discard() throws IOException {
    if (made) {
      Leftovers.delete(temporary);
    }
  }
}

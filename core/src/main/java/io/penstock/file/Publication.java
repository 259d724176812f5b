package io.penstock.file;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FolderCalls;
import io.penstock.ffi.InodeAttributes;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A file that is filled under a temporary name beside its target and then takes the target's
/// place: a new file, whole and durable, or nothing.
///
/// The temporary file has a name that cannot be guessed, is never one that was there before, and
/// goes when the JVM ends before it is published or discarded. The order is: fsync of the file,
/// which is the caller's affair unless [#write] does it, then rename and fsync of the folder by
/// [#publish]. Without the first a power loss may leave an empty file under the target's name,
/// without the last it may bring the old one back.
///
/// A file that takes an older one's place gets its owner, group, permissions, access control list
/// (Linux with native access, Windows) and user attributes, as far as the system lets this process.
/// Where it does not, the new file is no more open than the old one, and [#lost] says so. Until
/// then the new file is its owner's alone.
///
/// Devices, pipes and sockets are never replaced: [#write] writes into them, and [#of] refuses
/// them.
///
/// Belongs to one thread at a time.
public final class Publication {
  private static final int LONGEST_HINT = 40;
  private static final char UNDECODABLE = '\ufffd';
  private static final boolean WINDOWS = File.separatorChar == '\\';
  private static final Set<PosixFilePermission> PRIVATE = EnumSet.of(OWNER_READ, OWNER_WRITE);
  private static final int ORDINARY = 0666;

  private final Path target;
  private final Path temporary;
  private final boolean exclusive;
  private final Path model;
  private final int permissions;
  private Optional<Set<PosixFilePermission>> ordinary = Optional.empty();
  private List<String> lost = List.of();
  private boolean made;

  private Publication(Path target, Path temporary, boolean exclusive, Path model, int permissions) {
    this.target = target;
    this.temporary = temporary;
    this.exclusive = exclusive;
    this.model = model;
    this.permissions = permissions;
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
      throw new FileSystemException(
          file.toString(),
          null,
          "is a pipe, a socket or a device, which no file replaces; name a regular file");
    }
    Path target = Files.isSymbolicLink(file) ? followed(file) : file;
    return new Publication(target, temporaryBeside(target), false, target, ORDINARY);
  }

  /// The same for a file of which there must be none, now or when it is published; a link counts as
  /// one.
  ///
  /// @throws FileAlreadyExistsException if there is something of this name
  /// @throws FileSystemException if the folder is missing
  public static Publication ofNew(Path file) throws IOException {
    requireFolder(file);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw exists(file);
    }
    return new Publication(file, temporaryBeside(file), true, file, ORDINARY);
  }

  /// The same file with owner, group, permissions and access control list of another one, which is
  /// where its contents come from.
  public Publication withRightsOf(Path source) {
    return new Publication(target, temporary, exclusive, source, permissions);
  }

  /// The same file with other permissions than `rw-rw-rw-`, less those of the process's umask,
  /// where there is no older file.
  ///
  /// @param mode bits of a mode, up to 0777
  public Publication withPermissions(int mode) {
    return new Publication(target, temporary, exclusive, model, mode);
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

  private static Path behindLink(Path file) throws IOException {
    return Files.isSymbolicLink(file) ? file.toRealPath() : file;
  }

  private static Path followed(Path link) throws IOException {
    try {
      return link.toRealPath();
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(
          link.toString(), null, "is a link that leads nowhere; remove it or mend it");
    }
  }

  private static Path temporaryBeside(Path target) throws IOException {
    return target.resolveSibling(hint(target) + "." + randomName() + ".tmp");
  }

  /// File systems bound the length of a name: a long one is not made longer. One that is no text in
  /// the JVM's encoding may not be turned back into a name.
  private static String hint(Path target) {
    String name = "." + target.getFileName();
    boolean usable = name.length() <= LONGEST_HINT && name.indexOf(UNDECODABLE) < 0;
    return usable ? name : ".penstock";
  }

  /// A part of a name that nobody guesses: 16 hexadecimal digits.
  public static String randomName() throws IOException {
    byte[] bytes = new byte[Long.BYTES];
    try (InputStream kernel = new FileInputStream("/dev/urandom")) { // SecureRandom takes 50 ms
      if (kernel.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        new SecureRandom().nextBytes(bytes);
      }
    } catch (FileNotFoundException e) {
      if (Files.exists(Path.of("/dev/urandom"))) {
        throw e; // SecureRandom would need descriptors too, and be unusable for good without them
      }
      new SecureRandom().nextBytes(bytes);
    }
    return HexFormat.of().formatHex(bytes);
  }

  /// Checks that a file of this name can be made.
  static void requireFolder(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder; name a file in it");
    }
    if (!Files.isDirectory(folder(file))) {
      throw new NoSuchFileException(file.toString(), null, "no such folder; create it first");
    }
  }

  // No absolute path is made of a relative one: a folder above may not be searched.
  private static Path folder(Path file) {
    return Objects.requireNonNullElseGet(file.getParent(), () -> file.getFileSystem().getPath("."));
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
      content.writeTo(new Unclosed(out, special));
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
    return lost;
  }

  private void fill(Content content) throws IOException {
    try (FileChannel file = open()) {
      content.writeTo(new Unclosed(Channels.newOutputStream(file), target));
      force(file);
    }
  }

  private void force(FileChannel file) throws IOException {
    try {
      file.force(true);
    } catch (IOException e) {
      throw new IOException(target + ": cannot be synced: " + e.getMessage(), e);
    }
  }

  /// A stream that closing does not close, and whose failures name the file: those of the JDK's
  /// channels do not.
  private static final class Unclosed extends FilterOutputStream {
    private final Path file;

    Unclosed(OutputStream out, Path file) {
      super(out);
      this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
      }
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
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      Set<PosixFilePermission> allowed =
          Files.exists(model) ? PRIVATE : ViewAttributes.permissions(permissions);
      FileChannel file =
          hasPermissions(temporary)
              ? FileChannel.open(temporary, options, PosixFilePermissions.asFileAttribute(allowed))
              : FileChannel.open(temporary, options);
      return writableAgain(file);
    } catch (FileSystemException e) {
      Leftovers.remove(temporary);
      throw FileErrors.explained(temporary, e);
    }
  }

  // A umask may deny the owner to write, and engines open the file by its name once more.
  private FileChannel writableAgain(FileChannel file) throws IOException {
    made = true;
    try {
      if (hasPermissions(temporary)) {
        Set<PosixFilePermission> given = Files.getPosixFilePermissions(temporary);
        if (!given.containsAll(PRIVATE)) {
          Set<PosixFilePermission> more = EnumSet.copyOf(PRIVATE);
          more.addAll(given);
          Path _ = Files.setPosixFilePermissions(temporary, more);
          ordinary = Optional.of(given);
        }
      }
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      discard();
      throw e;
    }
  }

  private static boolean hasPermissions(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class) != null;
  }

  /// Makes the temporary file, empty; see [#open].
  public void create() throws IOException {
    open().close();
  }

  /// Makes the temporary file with the header and the size of an array file.
  ///
  /// @throws IOException if that fails; nothing is left behind
  public void create(Format format, Creation creation) throws IOException {
    Opening.prepare(this, format, creation).close();
  }

  /// Sees to it that a temporary file that another makes goes if the JVM ends before it is
  /// published or discarded.
  public void remember() {
    made = true;
    Leftovers.add(temporary);
  }

  /// Takes the target's place, and what it is to keep of it. The temporary file must have been
  /// synced.
  ///
  /// @throws FileAlreadyExistsException if there must be no older file, and there is one now
  /// @throws IOException if that fails; the message says whether the file was created nonetheless
  public void publish() throws IOException {
    dress();
    replaceDurably();
  }

  /// Takes the target's place, and what it is to keep of it, but not for good: a power loss may
  /// undo it until the folder is synced.
  ///
  /// @throws FileAlreadyExistsException if there must be no older file, and there is one now
  public void appear() throws IOException {
    dress();
    replace();
  }

  /// Writes what is in the temporary file to its device.
  public void sync() throws IOException {
    try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
      force(file);
    }
  }

  /// What could not be given to the new file, which is no more open for that: `owner 1000`. Empty
  /// until it is published.
  public List<String> lost() {
    return lost;
  }

  private void dress() throws IOException {
    if (Files.exists(model)) {
      boolean replaced = model.equals(target);
      lost = calls().isPresent() ? byCalls(calls().get(), replaced) : byViews(replaced);
    } else if (ordinary.isPresent()) {
      Path _ = Files.setPosixFilePermissions(temporary, ordinary.get());
    }
  }

  private Optional<FolderCalls> calls() {
    boolean system = target.getFileSystem().equals(FileSystems.getDefault());
    return system ? FolderCalls.ofProcess() : Optional.empty();
  }

  private List<String> byCalls(FolderCalls calls, boolean replaced) throws IOException {
    Optional<InodeAttributes> attributes = InodeAttributes.of(calls, behindLink(model));
    boolean given =
        attributes.isPresent()
            && InodeAttributes.open(calls, temporary, to -> give(attributes.get(), to, replaced));
    return given ? attributes.get().lost() : byViews(replaced);
  }

  private static void give(InodeAttributes attributes, int to, boolean replaced)
      throws IOException {
    attributes.giveOwner(to);
    if (replaced) {
      attributes.giveUserAttributes(to);
    }
    attributes.givePermissions(to);
  }

  private List<String> byViews(boolean replaced) throws IOException {
    ViewAttributes attributes = ViewAttributes.of(views(model));
    ViewAttributes.Views to = views(temporary);
    attributes.giveOwner(to);
    if (replaced) {
      attributes.giveUserAttributes(to);
    }
    attributes.givePermissions(to);
    return attributes.lost();
  }

  private static ViewAttributes.Views views(Path file) {
    return new ViewAttributes.Views() {
      @Override
      public <V extends FileAttributeView> Optional<V> of(Class<V> kind) {
        return Optional.ofNullable(Files.getFileAttributeView(file, kind));
      }
    };
  }

  /// Takes the target's place at once, but not for good: a power loss may bring the old one back.
  ///
  /// @throws FileAlreadyExistsException if there must be no older file, and there is one now
  public void replace() throws IOException {
    if (exclusive) {
      takeFreeName();
    } else {
      rename();
    }
    Leftovers.remove(temporary);
  }

  private void rename() throws IOException {
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
    Files.delete(temporary);
  }

  private void claimName() throws IOException {
    try {
      Path _ = Files.createFile(target);
    } catch (FileAlreadyExistsException _) {
      throw exists(target);
    }
    Failures failures = new Failures();
    failures.of(this::rename);
    if (failures.any()) {
      failures.of(() -> Files.deleteIfExists(target));
    }
    failures.rethrow();
  }

  /// Takes the target's place, for good.
  ///
  /// @throws IOException if that fails; the message says whether the file was created nonetheless
  public void replaceDurably() throws IOException {
    replace();
    try {
      syncFolder(folder(target));
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s was created, but its folder cannot be synced, so that a power loss may undo it: %s",
              target,
              e.getMessage()),
          e);
    }
  }

  /// Removes the temporary file; the target stays as it is.
  ///
  /// @throws IOException if it cannot be removed
  public void discard() throws IOException {
    if (made) {
      Files.deleteIfExists(temporary);
      Leftovers.remove(temporary);
    }
  }

  /// Makes all durable that was written to a folder's file system.
  ///
  /// @return whether there is such a call here
  /// @throws IOException if the system fails
  public static boolean syncFileSystem(Path folder) throws IOException {
    boolean system = folder.getFileSystem().equals(FileSystems.getDefault());
    Optional<FolderCalls> calls = system ? FolderCalls.ofProcess() : Optional.empty();
    int[] result = {-Errno.ENOSYS};
    boolean _ =
        calls.isPresent()
            && InodeAttributes.open(
                calls.get(),
                behindLink(folder),
                open -> result[0] = calls.get().syncFileSystem(open));
    if (result[0] < 0 && !Errno.saysUnsupported(-result[0])) {
      throw new FileSystemException(
          folder.toString(), null, "cannot be synced: " + Errno.describe(-result[0]));
    }
    return result[0] == 0;
  }

  /// Makes the names in a folder durable, as far as its file system can.
  ///
  /// @throws IOException if the system fails
  public static void syncFolder(Path folder) throws IOException {
    if (WINDOWS || !folder.getFileSystem().equals(FileSystems.getDefault())) {
      return; // there is no such call: a folder cannot be opened
    }
    try (SteadyChannel channel = new SteadyChannel(folder, Set.of(StandardOpenOption.READ))) {
      channel.run(
          open -> {
            open.force(true);
            return open;
          });
    } catch (IOException e) {
      if (canSync(folder)) {
        throw e;
      }
    }
  }

  // The JDK's exception has no error number, and its text is the system's, in the user's language.
  private static boolean canSync(Path folder) throws IOException {
    int[] result = {0};
    Optional<FolderCalls> calls = FolderCalls.ofProcess();
    boolean _ =
        calls.isPresent()
            && InodeAttributes.open(
                calls.get(), behindLink(folder), open -> result[0] = calls.get().sync(open));
    return !Errno.saysUnsupported(-result[0]);
  }
}

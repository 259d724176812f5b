package io.penstock.tree.folder;

import io.penstock.ffi.FolderCalls;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An open folder whose entries can be opened, made, renamed and removed, each by its name.
public interface Folder extends Listing {
  @Override
  Folder folder(byte[] name) throws IOException;

  @Override
  Folder again() throws IOException;

  /// The attributes of an entry, if there is one.
  default Optional<EntryFacts> find(byte[] name) throws IOException {
    try {
      return Optional.of(facts(name));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /// Opens a regular file for reading.
  ///
  /// @throws java.nio.file.FileSystemException if it is anything else
  OpenFile open(byte[] name) throws IOException;

  /// Makes a new, empty file and opens it for writing.
  ///
  /// @param mode its permissions, less those of the process's umask; where it replaces a file, it
  ///   is its owner's alone instead, until [OpenFile#keepPermissions]
  /// @param replaced the name of the entry whose place it will take, if there is one; of a regular
  ///   file it can keep owner, attributes and permissions
  /// @throws FileSystemException if that is a device, a pipe or a socket, which nothing replaces
  OpenFile create(byte[] name, int mode, byte[] replaced) throws IOException;

  /// Whether an entry of this type leaves something to the file that replaces it.
  ///
  /// @throws FileSystemException if nothing replaces it
  static boolean isReplaced(byte[] name, EntryType type) throws FileSystemException {
    return switch (type) {
      case FILE -> true;
      case LINK, FOLDER -> false;
      case PIPE, SOCKET, DEVICE, OTHER ->
          throw new FileSystemException(
              Names.text(name), null, "is a pipe, a socket or a device, which no file replaces");
    };
  }

  /// The permissions that the owner of a folder needs to fill it.
  int OWNERS = 0700;

  /// Makes a folder that its owner can list, fill and search, whatever its permissions and the
  /// process's umask are.
  ///
  /// @param mode its permissions, less those of the process's umask
  /// @return those that it is to have once it is filled
  int makeFolder(byte[] name, int mode) throws IOException;

  /// The text of a link.
  byte[] readLink(byte[] name) throws IOException;

  /// Makes a link.
  void makeLink(byte[] name, byte[] text) throws IOException;

  /// Gives a file one more name.
  ///
  /// @param file of an entry here
  /// @param id what tells that file from others
  void makeName(byte[] file, FileId id, Folder to, byte[] name) throws IOException;

  /// Gives an entry another name here; what had it is replaced.
  void rename(byte[] name, byte[] to) throws IOException;

  /// Removes what is no folder.
  void remove(byte[] name) throws IOException;

  /// Sets the owner of an entry, a link's own.
  void setOwner(byte[] name, int owner, int group) throws IOException;

  /// Sets the times of an entry, a link's own as far as that can be.
  void setTimes(byte[] name, Instant accessed, Instant modified) throws IOException;

  /// Sets the folder's own permissions.
  void setMode(int mode) throws IOException;

  /// The mode that the folder would have without its access control list, where the system tells of
  /// one: see [OpenFile#modeWithoutList].
  int modeWithoutList(int mode) throws IOException;

  /// Gives this folder the extended attributes of another.
  void takeAttributes(Folder from) throws IOException;

  /// Makes the names in it durable.
  void sync() throws IOException;

  /// An access to a tree: by C functions, or by the JDK's alone.
  interface Access {
    /// A folder that takes paths for names.
    Folder base();

    /// A path as a name for [#base].
    byte[] name(Path path);

    /// The number of folders that a walk may hold open at once, within the process's limit.
    ///
    /// @param wanted than which there need not be more
    int folders(int wanted);

    /// By C functions; empty where they cannot be called.
    static Optional<Access> byNativeCode() {
      return FolderCalls.ofProcess().map(SystemAccess::new);
    }

    /// By the JDK's functions.
    static Access byJava() {
      return new SystemAccess(null);
    }

    /// Whether C functions were called already: the first call takes about 100 ms.
    static boolean nativeCodeIsBound() {
      return FolderCalls.bound();
    }

    /// The better of what there is.
    static Access best() {
      return byNativeCode().orElseGet(Access::byJava);
    }
  }

  /// An access to the trees of the system, within the limit of files that this process may open.
  ///
  /// @param calls the C functions; null for the JDK's alone
  record SystemAccess(@Nullable FolderCalls calls) implements Access {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final String ROW = "Max open files";

    /// The limit where the system does not say: less than any has by default.
    private static final int UNKNOWN = 200;

    /// Up to this part of the limit, open descriptors are not counted.
    private static final int LITTLE = 8;

    /// The part of what is free that one walk may use: others may run at the same time.
    private static final int PART = 2;

    @Override
    public Folder base() {
      return calls == null ? new JavaFolder() : new PosixFolder(calls, FolderCalls.WORKING_FOLDER);
    }

    @Override
    public byte[] name(Path path) {
      byte[] name = Names.bytes(path);
      return name.length == 0 ? new byte[] {'.'} : name;
    }

    // A secure stream of the JDK's takes two descriptors.
    @Override
    public int folders(int wanted) {
      return calls == null
          ? (int) (freeDescriptors(2L * wanted) / 2)
          : (int) freeDescriptors(wanted);
    }

    /// The number of descriptors that one walk may use of those that this process may still open,
    /// as far as Linux tells them.
    ///
    /// @param wanted than which there need not be more
    private static long freeDescriptors(long wanted) {
      try {
        long limit = limit(Files.readAllLines(LIMITS));
        return Math.min(wanted, wanted <= limit / LITTLE ? wanted : left(limit));
      } catch (IOException | RuntimeException _) {
        return Math.min(wanted, UNKNOWN / PART);
      }
    }

    private static long limit(List<String> limits) {
      String[] words =
          limits.stream()
              .filter(line -> line.startsWith(ROW))
              .findFirst()
              .orElseThrow()
              .substring(ROW.length())
              .strip()
              .split(" ", 2);
      return words[0].equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(words[0]);
    }

    private static long left(long limit) throws IOException {
      long open = 0;
      try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OPEN)) {
        for (Path _ : descriptors) {
          open++;
        }
      }
      return Math.max(0, limit - open) / PART;
    }
  }
}

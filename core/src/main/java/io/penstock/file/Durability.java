package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FolderCalls;
import io.penstock.ffi.InodeAttributes;
import java.io.File;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The calls that make files and their names outlive a loss of power: fsync(2) of files and
/// folders, syncfs(2).
public final class Durability {
  private static final boolean WINDOWS = File.separatorChar == '\\';

  private Durability() {}

  /// Writes an open file to its device.
  ///
  /// @param name for messages
  static void force(Path name, FileChannel file) throws IOException {
    try {
      file.force(true);
    } catch (IOException e) {
      throw new IOException(name + ": cannot be synced: " + FileErrors.reason(e), e);
    }
  }

  /// The same, whatever interrupts.
  static void force(Path name, SteadyChannel file) throws IOException {
    try {
      file.force();
    } catch (IOException e) {
      throw new IOException(name + ": cannot be synced: " + FileErrors.reason(e), e);
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
                calls.get(), real(folder), open -> result[0] = calls.get().syncFileSystem(open));
    if (result[0] < 0 && !Errno.saysUnsupported(-result[0])) {
      throw new FileSystemException(
          folder.toString(), null, "cannot be synced: " + Errno.describe(-result[0]));
    }
    return result[0] == 0;
  }

  private static Path real(Path folder) throws IOException {
    return Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
  }

  /// Makes the name of a file or folder survive a loss of power: syncs the folder that it stands
  /// in.
  ///
  /// @throws IOException as [#syncFolder]
  public static void syncName(Path path) throws IOException {
    Path folder = path.getParent();
    syncFolder(folder == null ? path.getFileSystem().getPath(".") : folder);
  }

  /// Makes the names in a folder durable, as far as its file system can.
  ///
  /// @throws IOException if the system fails
  public static void syncFolder(Path folder) throws IOException {
    if (canOpen(folder)) {
      try (AsynchronousFileChannel open = ArrayChannel.uninterrupted(folder, ArrayChannel.READ)) {
        sync(folder, open);
      }
    }
  }

  /// Elsewhere there is no such call.
  private static boolean canOpen(Path folder) {
    return !WINDOWS && folder.getFileSystem().equals(FileSystems.getDefault());
  }

  /// A change of files or folders: what is done to a folder before it is synced, or a step of
  /// several that are all taken.
  public interface Change {
    /// Does it.
    ///
    /// @throws IOException if that fails
    void make() throws IOException;
  }

  /// Changes a folder and makes the change durable, as far as its file system can: also one after
  /// which it may not be opened any more.
  ///
  /// @throws IOException if the change or the system fails
  public static void syncFolder(Path folder, Change change) throws IOException {
    if (!canOpen(folder)) {
      change.make();
      return;
    }
    try (AsynchronousFileChannel open = ArrayChannel.uninterrupted(folder, ArrayChannel.READ)) {
      change.make();
      sync(folder, open);
    }
  }

  private static void sync(Path folder, AsynchronousFileChannel open) throws IOException {
    try {
      open.force(true);
    } catch (IOException e) {
      if (canSync(folder)) {
        FileSystemException told =
            new FileSystemException(folder.toString(), null, FileErrors.reason(e));
        told.initCause(e);
        throw told;
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
                calls.get(), real(folder), open -> result[0] = calls.get().sync(open));
    return !Errno.saysUnsupported(-result[0]);
  }
}

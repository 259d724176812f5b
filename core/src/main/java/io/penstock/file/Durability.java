package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FolderCalls;
import io.penstock.ffi.InodeAttributes;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

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
      FileChannel _ = file.run(Force.ALL);
    } catch (IOException e) {
      throw new IOException(name + ": cannot be synced: " + FileErrors.reason(e), e);
    }
  }

  /// fsync(2), as an operation that is no lambda: a program that saves one file would pay for its
  /// first one.
  private enum Force implements SteadyChannel.Operation<FileChannel> {
    ALL;

    @Override
    public FileChannel on(FileChannel open) throws IOException {
      open.force(true);
      return open;
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

  /// Makes the names in a folder durable, as far as its file system can.
  ///
  /// @throws IOException if the system fails
  public static void syncFolder(Path folder) throws IOException {
    syncFolder(folder, Unchanged.FOLDER);
  }

  private enum Unchanged implements Change {
    FOLDER;

    @Override
    public void make() {}
  }

  /// What is done to a folder before it is synced.
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
    if (WINDOWS || !folder.getFileSystem().equals(FileSystems.getDefault())) {
      change.make();
      return; // there is no such call: a folder cannot be opened
    }
    try (SteadyChannel channel = new SteadyChannel(folder, Set.of(StandardOpenOption.READ))) {
      change.make();
      sync(folder, channel);
    }
  }

  private static void sync(Path folder, SteadyChannel channel) throws IOException {
    try {
      FileChannel _ = channel.run(Force.ALL);
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
                calls.get(), real(folder), open -> result[0] = calls.get().sync(open));
    return !Errno.saysUnsupported(-result[0]);
  }
}

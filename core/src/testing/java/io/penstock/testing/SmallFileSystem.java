package io.penstock.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A small file system in memory, for disks that are full or may not be written.
///
/// Mounting is for the superuser of Linux; elsewhere the test that asks for it is skipped. Closing
/// unmounts, which fails the test if it has left a file open or mapped.
public final class SmallFileSystem implements AutoCloseable {
  private final Path folder;

  private SmallFileSystem(Path folder) {
    this.folder = folder;
  }

  /// Mounts one with room for so many bytes.
  ///
  /// @param folder that is made if it is missing
  public static SmallFileSystem mount(Path folder, long bytes) throws IOException {
    Files.createDirectories(folder);
    String complaint =
        complaintOf("mount", "-t", "tmpfs", "-o", "size=" + bytes, "penstock", folder.toString());
    SpokenAssumption.that(
        complaint.isEmpty(),
        "no small file system can be mounted here: "
            + complaint.replace(folder.toString(), "a temporary folder"));
    return new SmallFileSystem(folder);
  }

  /// Its root.
  public Path folder() {
    return folder;
  }

  /// Lets nobody write to it from now on, not even the superuser.
  public void makeReadOnly() throws IOException {
    require("mount", "-o", "remount,ro", folder.toString());
  }

  @Override
  public void close() throws IOException {
    String complaint = complaintOf("umount", folder.toString());
    if (!complaint.isEmpty()) {
      require("umount", "--lazy", folder.toString());
      throw new AssertionError("a file was left open: " + complaint);
    }
  }

  private static void require(String... command) throws IOException {
    String complaint = complaintOf(command);
    if (!complaint.isEmpty()) {
      throw new AssertionError(complaint);
    }
  }

  /// What a command says when it fails; empty when it does not.
  private static String complaintOf(String... command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      int status = process.waitFor();
      return status == 0 ? "" : command[0] + " ended with status " + status + ": " + output;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}

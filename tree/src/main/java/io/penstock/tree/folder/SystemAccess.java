package io.penstock.tree.folder;

import io.penstock.ffi.FolderCalls;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An access to the trees of the system, within the limit of files that this process may open.
///
/// @param calls the C functions; null for the JDK's alone
record SystemAccess(@Nullable FolderCalls calls) implements Folder.Access {
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
    return calls == null ? (int) (freeDescriptors(2L * wanted) / 2) : (int) freeDescriptors(wanted);
  }

  /// The number of descriptors that one walk may use of those that this process may still open, as
  /// far as Linux tells them.
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

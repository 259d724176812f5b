package io.penstock.cli;

import io.penstock.file.Publication;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A file that a verb writes: it appears when all of it is written, or not at all. A device or a
/// pipe is written into.
///
/// @param replaces whether an older file may be replaced
/// @param diagnostics takes a note on attributes of an older file that could not be kept
record OutputFile(Path path, boolean replaces, PrintWriter diagnostics) {
  OutputFile {
    if (!replaces) {
      requireNew(path, "choose another name, or replace it with --force");
    }
  }

  /// Checks that there is nothing of this name, but for a device or a pipe; what comes later is
  /// found when the file is complete.
  ///
  /// @param remedy what can be done then
  /// @throws CommandFailure if there is
  static void requireNew(Path path, String remedy) {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !isSpecial(path)) {
      throw new CommandFailure(path.toString(), "exists already", remedy);
    }
  }

  /// Whether it is a device, a pipe or a socket.
  static boolean isSpecial(Path path) {
    try {
      return Publication.isSpecial(path);
    } catch (IOException _) {
      return false;
    }
  }

  /// Whether there is a place for a file, for verbs that take long until they write it.
  static boolean canBeWritten(Path path) {
    Path folder = Optional.ofNullable(path.toAbsolutePath().getParent()).orElse(path);
    return !Files.isDirectory(path) && (isSpecial(path) || Files.isWritable(folder));
  }

  /// Whether a file of one path would take the place of a file of the other.
  static boolean replaces(Path one, Path other) throws IOException {
    if (Files.exists(one) && Files.exists(other)) {
      return !isSpecial(one) && Files.isSameFile(one, other);
    }
    return place(one).equals(place(other));
  }

  /// Sees to it that a picture or a page does not take the place of what it shows, which `--force`
  /// does not ask for.
  ///
  /// @throws CommandFailure if it would
  static void requireOther(Path output, Path shown) throws IOException {
    if (Files.exists(output) && Files.exists(shown) && replaces(output, shown)) {
      throw CommandFailure.ofArguments(
          output.toString(), "is what is to be shown", "name another file");
    }
  }

  // A folder may be reached by several names.
  private static Path place(Path path) throws IOException {
    Path folder = Optional.ofNullable(path.toAbsolutePath().getParent()).orElse(path);
    return folder.toRealPath().resolve(path.getFileName());
  }

  void write(byte[] content) throws IOException {
    write(out -> out.write(content));
  }

  void write(Publication.Content content) throws IOException {
    report(replaces ? Publication.write(path, content) : Publication.writeNew(path, content));
  }

  /// The same with owner, group and permissions of the file that the contents come from.
  ///
  /// @param source a regular file
  void writeLike(Path source, Publication.Content content) throws IOException {
    if (isSpecial(path)) {
      write(content);
    } else {
      report(file().withRightsOf(source).write(content));
    }
  }

  /// The same with no more than these permissions.
  ///
  /// @param most bits of a mode; those of the process's umask are taken away besides
  void writeWithPermissions(int most, Publication.Content content) throws IOException {
    if (isSpecial(path)) {
      write(content);
    } else {
      report(file().withPermissions(most).write(content));
    }
  }

  private Publication file() throws IOException {
    return replaces ? Publication.of(path) : Publication.ofNew(path);
  }

  private void report(List<String> lost) {
    if (!lost.isEmpty()) {
      diagnostics.println(
          "penstock: "
              + Escapes.of(path.toString())
              + ": could not keep "
              + String.join(", ", lost)
              + "; others may do no more with it than before");
      diagnostics.flush();
    }
  }
}

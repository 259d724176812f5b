package io.penstock.cli;

import io.penstock.compress.ZipWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.ZipException;

/// Adds files and folders to a zip archive, under the names that they were given by, without what
/// would lead out of the folder where they are unpacked.
///
/// @param zip where they go
record ZipTree(ZipWriter zip) {
  private static final boolean UNIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  /// Names that a zip archive must not have (*.ZIP File Format Specification*, section 4.4.17).
  private static final Pattern FOREIGN = Pattern.compile("\\\\|^[A-Za-z]:");

  private static final char UNDECODABLE = '\ufffd';
  private static final int READABLE = 0444;
  private static final int OWNERS = 0600;

  void add(Path given) throws IOException {
    Path root = given.toRealPath(); // what is named may be a link, what is in it may not
    Path named = root.getParent() == null ? root : root.getParent();
    Path _ =
        Files.walkFileTree(
            root,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                  throws IOException {
                addFolder(name(named, folder), folder, attributes);
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                addFile(name(named, file), file, attributes);
                return FileVisitResult.CONTINUE;
              }
            });
  }

  /// What everybody may do with an archive of a file or a folder that may not do more with what is
  /// in it: bits of a mode.
  static int permissions(Path given) throws IOException {
    int[] common = {0666};
    Path _ =
        Files.walkFileTree(
            given.toRealPath(),
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                  throws IOException {
                int mode = mode(folder, 0777);
                common[0] &= (mode & (mode << 2)) | ~READABLE; // listed and entered
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                common[0] &= mode(file, 0666) | ~READABLE;
                return FileVisitResult.CONTINUE;
              }
            });
    return common[0] | OWNERS;
  }

  // Where there are no modes, what the process gives.
  private static int mode(Path file, int otherwise) throws IOException {
    return UNIX
        ? (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS)
        : otherwise;
  }

  private void addFolder(String name, Path folder, BasicFileAttributes attributes)
      throws IOException {
    try {
      zip.folder(name, attributes.lastModifiedTime(), mode(folder, 0));
    } catch (ZipException e) {
      throw refused(name, folder, e);
    }
  }

  // There is one of this name already.
  private static CommandFailure refused(String name, Path file, ZipException e) {
    return new CommandFailure(
        file.toString(),
        "cannot be packed as '" + name + "': " + e.getMessage(),
        "pack it into another archive");
  }

  private void addFile(String name, Path file, BasicFileAttributes attributes) throws IOException {
    if (!attributes.isRegularFile()) {
      throw new CommandFailure(
          file.toString(), "is a link, a pipe or a device", "pack what it leads to by itself");
    }
    try (InputStream in = new TextSource(file.toString(), file).open()) {
      zip.file(name, attributes.lastModifiedTime(), mode(file, 0), in);
    } catch (ZipException e) {
      throw refused(name, file, e);
    }
  }

  private static String name(Path above, Path file) {
    if (file.toString().indexOf(UNDECODABLE) >= 0) {
      throw new CommandFailure(
          file.toString(),
          "has a name that is no text in this locale, as names in zip archives are",
          "rename it, or choose a locale of UTF-8");
    }
    String name =
        StreamSupport.stream(above.relativize(file).spliterator(), false)
            .map(Path::toString)
            .collect(Collectors.joining("/"));
    if (FOREIGN.matcher(name).find()) {
      throw new CommandFailure(
          file.toString(),
          "has a name that unpack refuses: a backslash separates folders elsewhere, and a letter"
              + " before a colon is a drive",
          "rename it");
    }
    return name;
  }
}

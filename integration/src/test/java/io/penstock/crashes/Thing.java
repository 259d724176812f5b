package io.penstock.crashes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What a name may lead to after a crash.
abstract sealed class Thing {
  static final int LINES = 700;

  /// Checks what was found.
  ///
  /// @throws AssertionError if it may not be so
  abstract void check(Path path) throws IOException;

  /// From now on nothing but the latest version may be found.
  abstract void settle();

  /// The same with what was found as its only version.
  abstract Thing found(Path path) throws IOException;

  static void require(boolean right, String otherwise) {
    if (!right) {
      throw new AssertionError(otherwise);
    }
  }

  /// An array of rows. Each element has the value of one of the versions.
  static final class Numbers extends Thing {
    static final int ROW = 129;

    private final List<int[]> versions = new ArrayList<>();

    Numbers(int[] first) {
      versions.add(first);
    }

    int[] latest() {
      return versions.getLast();
    }

    void become(int[] next) {
      versions.add(next);
    }

    @Override
    void settle() {
      versions.subList(0, versions.size() - 1).clear();
    }

    private static int[] read(Path path) throws IOException {
      try (ArrayFile file = ArrayFile.open(path)) {
        int[] found = new int[Math.toIntExact(file.shape().size())];
        file.read(found);
        return found;
      }
    }

    @Override
    void check(Path path) throws IOException {
      int[] found = read(path);
      require(
          versions.stream().anyMatch(version -> version.length == found.length),
          "has " + found.length + " elements, not those of " + this);
      for (int i = 0; i < found.length; i++) {
        if (!isOfAVersion(i, found[i])) {
          throw new AssertionError(
              "element %d of %d is %d, not that of %s".formatted(i, found.length, found[i], this));
        }
      }
    }

    private boolean isOfAVersion(int at, int number) {
      for (int[] version : versions) {
        if (at < version.length && version[at] == number) {
          return true;
        }
      }
      return false;
    }

    @Override
    Thing found(Path path) throws IOException {
      return new Numbers(read(path));
    }

    @Override
    public String toString() {
      return versions.stream()
          .map(version -> version.length + " elements from " + version[0] + " on")
          .toList()
          .toString();
    }
  }

  /// A file of bytes, each of which is that of one of the versions. What is being reserved may have
  /// any size between.
  static final class Bytes extends Thing {
    private final List<byte[]> versions = new ArrayList<>();
    private boolean grows;

    Bytes(byte[] first) {
      versions.add(first);
    }

    byte[] latest() {
      return versions.getLast();
    }

    void become(byte[] next) {
      versions.add(next);
    }

    void grow(byte[] next) {
      versions.add(next);
      grows = true;
    }

    @Override
    void settle() {
      versions.subList(0, versions.size() - 1).clear();
      grows = false;
    }

    @Override
    void check(Path path) throws IOException {
      byte[] found = Files.readAllBytes(path);
      IntSummaryStatistics sizes =
          versions.stream().mapToInt(version -> version.length).summaryStatistics();
      require(
          grows
              ? found.length >= sizes.getMin() && found.length <= sizes.getMax()
              : versions.stream().anyMatch(version -> version.length == found.length),
          "has " + found.length + " bytes, not those of " + this);
      for (int i = 0; i < found.length; i++) {
        if (!isOfAVersion(i, found[i])) {
          throw new AssertionError(
              "byte %d of %d is %d, not that of %s".formatted(i, found.length, found[i], this));
        }
      }
    }

    private boolean isOfAVersion(int at, byte number) {
      for (byte[] version : versions) {
        if (at < version.length && version[at] == number) {
          return true;
        }
      }
      return false;
    }

    @Override
    Thing found(Path path) throws IOException {
      return new Bytes(Files.readAllBytes(path));
    }

    @Override
    public String toString() {
      return versions.stream().map(version -> version.length + " bytes").toList().toString();
    }
  }

  /// A file that is whole wherever it is.
  static final class Whole extends Thing {
    /// A check of its content.
    interface Check {
      void of(Path path) throws IOException;
    }

    private final Check check;

    Whole(Check check) {
      this.check = check;
    }

    @Override
    void check(Path path) throws IOException {
      check.of(path);
    }

    @Override
    void settle() {}

    @Override
    Thing found(Path path) {
      return this;
    }
  }

  /// A folder that is filled: each of its files is missing or whole, and none is missing once it
  /// has settled.
  static final class Filled extends Thing {
    private final Contents contents;
    private boolean whole;
    private boolean complete;

    /// What a folder is filled with.
    ///
    /// @param links by their texts
    record Contents(Map<String, byte[]> files, Set<String> folders, Map<String, String> links) {
      /// Makes it.
      void make(Path folder) throws IOException {
        Path _ = Files.createDirectory(folder);
        for (String name : new TreeSet<>(folders)) {
          Path _ = Files.createDirectory(folder.resolve(name));
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
          Path _ = Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        for (Map.Entry<String, String> link : links.entrySet()) {
          Path _ =
              Files.createSymbolicLink(folder.resolve(link.getKey()), Path.of(link.getValue()));
        }
      }

      private boolean has(String name) {
        return name.isEmpty()
            || files.containsKey(name)
            || folders.contains(name)
            || links.containsKey(name);
      }
    }

    /// @param whole whether files that are there are whole before it has settled
    Filled(Contents contents, boolean whole) {
      this.contents = contents;
      this.whole = whole;
    }

    @Override
    void settle() {
      whole = true;
      complete = true;
    }

    @Override
    void check(Path path) throws IOException {
      for (Map.Entry<String, byte[]> file : contents.files().entrySet()) {
        Path found = path.resolve(file.getKey());
        boolean there = Files.exists(found);
        require(there || !complete, file.getKey() + " is missing");
        if (there && whole) {
          requireBytes(found, file.getValue());
        }
      }
      for (String name : contents.folders()) {
        require(!complete || Files.isDirectory(path.resolve(name)), name + " is missing");
      }
      for (Map.Entry<String, String> link : contents.links().entrySet()) {
        Path found = path.resolve(link.getKey());
        boolean there = Files.isSymbolicLink(found);
        require(there || !complete, link.getKey() + " is missing");
        require(
            !there || Files.readSymbolicLink(found).toString().equals(link.getValue()),
            link.getKey() + " leads elsewhere");
      }
      try (Stream<Path> paths = Files.walk(path)) {
        for (Path each : paths.toList()) {
          String name = path.relativize(each).toString();
          require(contents.has(name) || Leftover.isListed(each), name + " was left behind");
        }
      }
    }

    @Override
    Thing found(Path path) {
      Filled same = new Filled(contents, whole);
      same.complete = complete;
      return same;
    }
  }

  /// Files that a crash may leave, as the documentation lists them.
  static final class Leftover {
    private static final String NAMES =
        "\\..+\\.[0-9a-f]{16}\\.tmp|\\.penstock\\.[0-9a-f]+\\.[0-9]+\\.tmp|\\.penstock-.+\\.pos";

    private Leftover() {}

    static boolean isListed(Path file) {
      return file.getFileName().toString().matches(NAMES);
    }
  }

  /// Bytes that tell their place and their version.
  static byte[] bytes(int count, int version) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (1 + (i * 7 + (i >> 8) + version * 11) % 120);
    }
    return bytes;
  }

  /// The lines of the text.
  static byte[] text() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      all.append(i).append(" is a line, ").append(i * i).append('\n');
    }
    return all.toString().getBytes(UTF_8);
  }

  /// Whether a file has these bytes.
  static void requireBytes(Path file, byte[] expected) throws IOException {
    require(Arrays.equals(Files.readAllBytes(file), expected), file + " has other bytes");
  }
}

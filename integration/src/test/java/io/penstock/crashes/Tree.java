package io.penstock.crashes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A folder at a moment: what is below it, by relative paths. The folder itself has the path "".
record Tree(NavigableMap<String, Node> nodes) {
  private static final int KIND = 0170000;
  private static final int FOLDER = 0040000;
  private static final int LINK = 0120000;
  private static final int PERMISSIONS = 07777;
  private static final Pattern RANDOM = Pattern.compile("[0-9a-f]{16}|\\.penstock\\.[0-9a-f]+");

  /// What a name leads to.
  ///
  /// @param number that no other file has
  /// @param content of a file, or the text of a link; it is shared and never written
  @SuppressWarnings("ArrayRecordComponent") // compared by equals below
  record Node(long number, int mode, byte[] content) {
    boolean isFolder() {
      return (mode & KIND) == FOLDER;
    }

    boolean isLink() {
      return (mode & KIND) == LINK;
    }

    Node with(byte[] other) {
      return new Node(number, mode, other);
    }

    Node withMode(int other) {
      return new Node(number, other, content);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Node other && mode == other.mode && Arrays.equals(content, other.content);
    }

    @Override
    public int hashCode() {
      return Objects.hash(mode, Arrays.hashCode(content));
    }
  }

  static Tree of(Map<String, Node> nodes) {
    return new Tree(new TreeMap<>(nodes));
  }

  /// Reads a folder.
  static Tree read(Path folder) throws IOException {
    NavigableMap<String, Node> nodes = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.toList()) {
        int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        byte[] content =
            Files.isSymbolicLink(path)
                ? Files.readSymbolicLink(path).toString().getBytes(UTF_8)
                : Files.isDirectory(path) ? new byte[0] : Files.readAllBytes(path);
        String name = folder.relativize(path).toString();
        nodes.put(name.isEmpty() ? "" : "/" + name, new Node(nodes.size(), mode, content));
      }
    }
    return new Tree(nodes);
  }

  /// Makes it a folder again.
  ///
  /// @param folder that is missing
  void write(Path folder) throws IOException {
    for (Map.Entry<String, Node> entry : nodes.entrySet()) {
      Path path = Path.of(folder + entry.getKey());
      Node node = entry.getValue();
      if (node.isFolder()) {
        Files.createDirectory(path);
      } else if (node.isLink()) {
        Files.createSymbolicLink(path, Path.of(new String(node.content(), UTF_8)));
      } else {
        Files.write(path, node.content());
      }
      if (!node.isLink()) {
        Files.setAttribute(path, "unix:mode", node.mode() & PERMISSIONS);
      }
    }
  }

  /// The same with the random parts of names taken away.
  Tree withoutRandomNames() {
    NavigableMap<String, Node> plain = new TreeMap<>();
    nodes.forEach((path, node) -> plain.put(RANDOM.matcher(path).replaceAll("*"), node));
    return new Tree(plain);
  }
}

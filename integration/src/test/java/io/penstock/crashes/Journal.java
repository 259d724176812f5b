package io.penstock.crashes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// What the preloaded library has noted of a run: moments, one before each call that changes files
/// and one at each mark.
record Journal(List<Moment> moments) {
  /// The tree at a moment, and what comes next.
  record Moment(Tree tree, Next next) {}

  /// What comes after a moment.
  sealed interface Next {}

  /// A call.
  ///
  /// @param path of its file, below the folder
  /// @param from offset of a transfer; negative where the file has a position of its own
  /// @param count bytes of a transfer
  record Call(String name, String path, long from, long count) implements Next {
    private static final List<String> MOVING =
        List.of("write", "pwrite", "copy_file_range", "sendfile");

    boolean isSync() {
      return name.equals("fsync") || name.equals("fdatasync");
    }

    boolean isSyncOfAll() {
      return name.equals("syncfs");
    }

    /// Whether a killed process may have made a part of it.
    boolean isDivisible() {
      return MOVING.contains(name);
    }

    @Override
    public String toString() {
      return name + " " + path + (count > 0 ? " " + count + " bytes at " + from : "");
    }
  }

  /// A number that the program noted.
  record Mark(int number) implements Next {}

  /// Reads a file that the library has written.
  static Journal read(Path file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    List<Moment> moments = new ArrayList<>();
    Map<Long, Tree.Node> known = new HashMap<>();
    Map<String, Tree.Node> nodes = new TreeMap<>();
    while (in.hasRemaining()) {
      switch (in.get()) {
        case 'E' -> {
          String path = text(in);
          Tree.Node node = new Tree.Node(in.getLong(), in.getInt(), bytes(in));
          known.put(node.number(), node);
          nodes.put(path, node);
        }
        case 'U' -> {
          String path = text(in);
          Tree.Node node = Objects.requireNonNull(known.get(in.getLong()), path);
          nodes.put(path, node.withMode(in.getInt()));
        }
        case 'C' -> {
          moments.add(
              new Moment(Tree.of(nodes), new Call(text(in), text(in), in.getLong(), in.getLong())));
          nodes.clear();
        }
        case 'M' -> {
          moments.add(new Moment(Tree.of(nodes), new Mark(in.getInt())));
          nodes.clear();
        }
        default -> throw new IOException(file + ": no record at " + (in.position() - 1));
      }
    }
    return new Journal(moments);
  }

  private static byte[] bytes(ByteBuffer in) {
    int length = in.getInt();
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in), UTF_8);
  }
}

package io.penstock.tree.cache;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The files that a server under siege has: some stay as they are, some are replaced and cut while
/// they are served, and beside the root lies a file that nobody may get. Safe for any thread, but
/// for its changes.
final class ServedFolder {
  /// The name of a file that is larger than what sockets hold.
  static final String HUGE = "huge";

  private static final long HUGE_BYTES = 64 << 20;

  private static final int STATES = 50;

  private final Path above;
  private final Map<String, byte[]> pages = new LinkedHashMap<>();
  private final Map<String, String> hashes = new LinkedHashMap<>();

  /// The hashes of the states of each file that changes.
  private final Map<String, Set<String>> states = new ConcurrentHashMap<>();

  /// @param above the folder that has the root and the file beside it
  ServedFolder(Path above) {
    this.above = above;
    int[] sizes = {1, 100, 1000, 5000, 16 << 10, 40_000, 64 << 10, 200_000, 3_000_000};
    for (int size : sizes) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      pages.put("page-" + size + ".txt", bytes);
      hashes.put("page-" + size + ".txt", hash(bytes));
    }
    hashes.put("turning", hashes.getOrDefault("page-100.txt", ""));
    for (String name : List.of("moving", "moving-large")) {
      states.put(name, ConcurrentHashMap.newKeySet());
    }
  }

  Path root() {
    return above.resolve("root");
  }

  /// Makes all of them.
  void write() throws IOException {
    Files.createDirectories(root());
    for (Map.Entry<String, byte[]> page : pages.entrySet()) {
      Files.write(root().resolve(page.getKey()), page.getValue());
    }
    try (RandomAccessFile huge = new RandomAccessFile(root().resolve(HUGE).toFile(), "rw")) {
      huge.setLength(HUGE_BYTES);
    }
    Files.writeString(above.resolve("secret"), "nobody is told this\n");
    Files.createSymbolicLink(root().resolve("outside"), above.resolve("secret"));
    Files.createSymbolicLink(root().resolve("upwards"), Path.of(".."));
    change(0);
  }

  /// The names of those that stay.
  List<String> pages() {
    return List.copyOf(pages.keySet());
  }

  /// The names of those that change.
  Set<String> changing() {
    return states.keySet();
  }

  /// Replaces each that changes by its next state, or cuts it, and turns a link from inside to
  /// outside.
  void change(int step) throws IOException {
    for (String name : changing()) {
      byte[] bytes = state(name, step % STATES);
      Path file = root().resolve(name);
      Set<String> hashes = states.getOrDefault(name, Set.of());
      hashes.add(hash(bytes));
      Path fresh = Files.write(above.resolve("fresh"), bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      if (step % 3 == 2) {
        int half = bytes.length / 2;
        hashes.add(hash(Arrays.copyOf(bytes, half)));
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
          cut.setLength(half);
        }
      }
    }
    Path link = above.resolve("fresh-link");
    Files.createSymbolicLink(
        link, step % 2 == 0 ? root().resolve("page-100.txt") : above.resolve("secret"));
    Files.move(link, root().resolve("turning"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static byte[] state(String name, int state) {
    byte[] bytes = new byte[(name.endsWith("large") ? 2_000_000 : 100_000) + 10 * state];
    Arrays.fill(bytes, (byte) state);
    return bytes;
  }

  /// Whether a body is the file, whole: of those that change in one of their states.
  boolean isWhole(String name, String hash) {
    return states.containsKey(name)
        ? states.getOrDefault(name, Set.of()).contains(hash)
        : hash.equals(hashes.get(name));
  }

  static String hash(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every JDK has it
    }
  }
}

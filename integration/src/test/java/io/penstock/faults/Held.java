package io.penstock.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The resources of this JVM at a moment: descriptors by their targets, mappings of files, blocks
/// of the pool, and threads.
record Held(Map<String, Integer> descriptors, long mappings, long blocks, Set<Thread> threads) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /// Threads that live as long as the process, once something has needed them.
  private static final String KEPT =
      "process reaper.*|Common-Cleaner|Cleaner-.*|VirtualThread-.*|ForkJoinPool-.*|penstock-ring";

  private static final int MOST_KEPT = 8;
  private static final long MOST_NANOS = 10_000_000_000L;

  /// @param folder whose files count
  static Held now(Path folder) throws IOException {
    return new Held(
        descriptors(folder),
        mappings(folder),
        BufferPool.shared().statistics().liveBlocks(),
        Set.copyOf(Thread.getAllStackTraces().keySet()));
  }

  private static Map<String, Integer> descriptors(Path folder) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    try (Stream<Path> links = Files.list(DESCRIPTORS)) {
      for (Path link : links.toList()) {
        String end = end(link);
        if (end.startsWith(folder.toString())) {
          counts.merge(end, 1, Integer::sum);
        } else if (end.matches("(socket|pipe|anon_inode):.*|/memfd:.*")) {
          counts.merge(end.replaceAll("\\[[0-9]+]", ""), 1, Integer::sum);
        }
      }
    }
    return counts;
  }

  private static String end(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException _) {
      return ""; // it was closed meanwhile
    }
  }

  /// Rings, and what wakes them, are made for as many threads as use them at once, and kept.
  private static boolean isKept(String end) {
    return end.startsWith("anon_inode:");
  }

  private static long mappings(Path folder) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"), UTF_8)) {
      return lines.filter(line -> line.contains(folder.toString() + "/")).count();
    }
  }

  /// What is held beyond `before`, after a while in which threads may end. It is asked again and
  /// again, since neither a descriptor nor a mapping tells of its end.
  ///
  /// @param ignored a pattern of what does not count
  /// @return empty if nothing is
  static List<String> beyond(Held before, Path folder, String ignored)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + MOST_NANOS;
    List<String> more = now(folder).minus(before, ignored);
    for (long pause = 1;
        !more.isEmpty() && System.nanoTime() < end;
        pause = Math.min(pause * 2, 50)) {
      Thread.sleep(pause);
      more = now(folder).minus(before, ignored);
    }
    return more;
  }

  /// Whether it is one of a pool's that has nothing to do, and ends when that has lasted for a
  /// while.
  private static boolean isIdle(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().matches("getTask|awaitWork"));
  }

  private List<String> minus(Held before, String ignored) {
    List<String> more = new ArrayList<>();
    descriptors.forEach(
        (end, count) -> {
          int extra = count - before.descriptors.getOrDefault(end, 0);
          if (extra > 0 && !(isKept(end) && count <= MOST_KEPT)) {
            more.add(extra + " descriptor of " + end);
          }
        });
    if (mappings > before.mappings) {
      more.add(mappings - before.mappings + " mapping");
    }
    if (blocks > before.blocks) {
      more.add(blocks - before.blocks + " block of the pool");
    }
    String names =
        threads.stream()
            .filter(thread -> thread.isAlive() && !before.threads.contains(thread))
            .filter(thread -> !isIdle(thread))
            .map(Thread::getName)
            .filter(name -> !name.matches(KEPT))
            .sorted()
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      more.add("threads " + names);
    }
    more.removeIf(what -> what.matches(ignored));
    return more;
  }
}

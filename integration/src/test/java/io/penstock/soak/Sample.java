package io.penstock.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The resources of this JVM between two operations.
///
/// @param seconds since the first operation
/// @param operations that have ended
/// @param held by resource
record Sample(long seconds, long operations, Map<Resource, Long> held) {
  private static final int MEBIBYTE = 20;

  Sample {
    held = Map.copyOf(held);
  }

  /// Something that may not grow without end.
  enum Resource {
    DESCRIPTORS("descriptors", 4),
    THREADS("threads", 8),
    MAPPINGS("mappings of files", 4),
    BLOCKS("live blocks of the pool", 0),
    POOLED("MiB held by the pool", 16),
    HEAP("MiB of heap after a collection", 16),
    RESIDENT("MiB of resident memory", 64);

    private final String title;
    private final long slack;

    Resource(String title, long slack) {
      this.title = title;
      this.slack = slack;
    }

    /// The noun of a figure, with its unit.
    String title() {
      return title;
    }

    /// How much more of it may be held late than early without being growth: a tenth, and this.
    long slack() {
      return slack;
    }
  }

  /// Takes one, after a collection.
  static Sample now(long seconds, long operations) throws IOException {
    System.gc();
    Runtime heap = Runtime.getRuntime();
    PoolStatistics pool = BufferPool.shared().statistics();
    Map<Resource, Long> held = new EnumMap<>(Resource.class);
    held.put(Resource.DESCRIPTORS, entries(Path.of("/proc/self/fd")));
    held.put(Resource.THREADS, entries(Path.of("/proc/self/task")));
    held.put(Resource.MAPPINGS, mappings());
    held.put(Resource.BLOCKS, pool.liveBlocks());
    held.put(Resource.POOLED, pool.heldBytes() >> MEBIBYTE);
    held.put(Resource.HEAP, (heap.totalMemory() - heap.freeMemory()) >> MEBIBYTE);
    held.put(Resource.RESIDENT, resident());
    return new Sample(seconds, operations, held);
  }

  private static long entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.count();
    }
  }

  private static long mappings() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"), UTF_8)) {
      return lines.filter(line -> line.contains("/") && !line.contains("/lib")).count();
    }
  }

  private static long resident() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"), UTF_8)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElseThrow();
    }
  }

  /// The inverse of [#toString].
  static Optional<Sample> of(String line) {
    if (!line.startsWith("sample ")) {
      return Optional.empty();
    }
    long[] numbers =
        Arrays.stream(line.substring("sample ".length()).split(" ", -1))
            .mapToLong(Long::parseLong)
            .toArray();
    Map<Resource, Long> held = new EnumMap<>(Resource.class);
    int next = 2;
    for (Resource resource : Resource.values()) {
      held.put(resource, numbers[next++]);
    }
    return Optional.of(new Sample(numbers[0], numbers[1], held));
  }

  long of(Resource resource) {
    return held.getOrDefault(resource, 0L);
  }

  @Override
  public String toString() {
    return Stream.concat(Stream.of(seconds, operations), Stream.of(Resource.values()).map(this::of))
        .map(String::valueOf)
        .collect(Collectors.joining(" ", "sample ", ""));
  }
}

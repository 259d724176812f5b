package io.penstock.cli.bench;

import io.penstock.file.FileEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/// A benchmark of one file: the requests, the threads that make them, and the duration.
///
/// An engine's calls are synchronous: a depth of N is N threads with one request outstanding each.
///
/// @param engine moves the bytes
/// @param block the bytes of one request
/// @param size how much of the file is used, from its beginning; what a last block does not fill is
///   left out
/// @param threads how many jobs run at once
/// @param depth how many requests each of them has outstanding
/// @param reads how many of a hundred requests are reads; the others are writes
/// @param sync after so many of a worker's writes the file is synced; 0 for never
/// @param seconds how long requests are counted
/// @param seed of the offsets, of what is written, and of the turns of reads and writes
public record BenchJob(
    Path file,
    FileEngine engine,
    Pattern pattern,
    long block,
    long size,
    int threads,
    int depth,
    int reads,
    int sync,
    int seconds,
    long seed) {
  private static final int MOST_WORKERS = 1024;
  private static final long LARGEST_BLOCK = 1L << 30;
  private static final int LONGEST = 7 * 24 * 60 * 60;

  /// The unit of direct I/O that every device accepts; a larger one shows when the file is opened.
  private static final long DIRECT_UNIT = 4096;

  private static final int ALL = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(1);

  /// The order in which blocks are asked for.
  public enum Pattern {
    /// Each worker goes through a region of its own, from the beginning again at its end.
    SEQUENTIAL,
    /// Each worker asks for any block, with equal probability.
    RANDOM;

    /// The one that a user names.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Pattern named(String name) {
      for (Pattern pattern : values()) {
        if (pattern.label().equals(name)) {
          return pattern;
        }
      }
      throw new IllegalArgumentException(
          "--pattern " + name + ": there are sequential and random alone");
    }

    /// Its name for users.
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Checks what was asked.
  ///
  /// @throws IllegalArgumentException if no such job is possible, with the option that is wrong
  public BenchJob {
    requireBetween("--threads", threads, 1, MOST_WORKERS);
    requireBetween("--depth", depth, 1, MOST_WORKERS);
    requireBetween("--threads times --depth", (long) threads * depth, 1, MOST_WORKERS);
    requireBetween("--reads", reads, 0, ALL);
    requireBetween("--sync", sync, 0, Integer.MAX_VALUE);
    requireBetween("--seconds", seconds, 1, LONGEST);
    requireBetween("--block", block, 1, LARGEST_BLOCK);
    require(
        sync == 0 || reads < ALL,
        "--sync " + sync + ": nothing is written; add --reads 0 or leave it out");
    require(
        block % DIRECT_UNIT == 0 || !(engine instanceof FileEngine.Direct),
        "--block " + block + ": past the page cache it must be a multiple of " + DIRECT_UNIT);
    require(block <= size, "--block " + block + ": the file's " + size + " bytes hold none");
    require(
        pattern == Pattern.RANDOM || size / block >= (long) threads * depth,
        "--threads times --depth: "
            + (long) threads * depth
            + " regions need more than the file's "
            + size / block
            + " blocks");
  }

  private static void requireBetween(String option, long value, long least, long most) {
    require(
        value >= least && value <= most,
        option + " " + value + ": it must be from " + least + " to " + most);
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /// The number of threads, each with one request outstanding.
  public int workers() {
    return threads * depth;
  }

  /// The number of blocks of the file that are used.
  public long blocks() {
    return size / block;
  }

  /// The first block of a worker's region. Regions follow each other without a gap, and the first
  /// ones have a block more where they cannot be equal.
  ///
  /// @param worker from 0; [#workers()] for the end of the last region
  public long regionStart(int worker) {
    return worker * (blocks() / workers()) + Math.min(worker, blocks() % workers());
  }

  /// Whether bytes move past the page cache.
  public boolean isDirect() {
    return engine instanceof FileEngine.Direct;
  }

  /// Whether there are reads.
  public boolean hasReads() {
    return reads > 0;
  }

  /// Whether there are writes.
  public boolean hasWrites() {
    return reads < ALL;
  }

  /// Whether there are both.
  public boolean isMixed() {
    return hasReads() && hasWrites();
  }

  /// The time before requests are counted: until code is compiled and the device is as busy as it
  /// is going to be.
  public Duration warmUp() {
    return WARM_UP;
  }
}

package io.penstock.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/// A division of the elements of one piece of memory among the ranks of a communicator: a count and
/// a displacement for each, in elements. In neighbour collectives the places of a rank's sources or
/// destinations stand for ranks.
///
/// Unmodifiable.
public final class Shares {
  private final long[] counts;
  private final long[] displacements;

  private Shares(long[] counts, long[] displacements) {
    this.counts = counts;
    this.displacements = displacements;
  }

  /// One share after the other, without gaps.
  ///
  /// @param counts by rank
  /// @throws IllegalArgumentException if one is negative, or the sum goes beyond a `long`
  public static Shares of(long... counts) {
    long[] displacements = new long[counts.length];
    long next = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      displacements[rank] = next;
      next = end(rank, next, counts[rank]);
    }
    return new Shares(counts.clone(), displacements);
  }

  /// Shares anywhere. They may overlap where they are only sent.
  ///
  /// @param counts by rank
  /// @param displacements by rank, from the first element on
  /// @throws IllegalArgumentException if there are more of one than of the other, one is negative,
  ///   or a share ends beyond a `long`
  public static Shares of(long[] counts, long[] displacements) {
    if (counts.length != displacements.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d counts with %d displacements: each rank has one of both",
              counts.length,
              displacements.length));
    }
    for (int rank = 0; rank < counts.length; rank++) {
      end(rank, displacements[rank], counts[rank]);
    }
    return new Shares(counts.clone(), displacements.clone());
  }

  /// The same number for each rank.
  ///
  /// @throws IllegalArgumentException if `count` or `ranks` is negative, or the sum goes beyond a
  ///   `long`
  public static Shares equal(long count, int ranks) {
    long[] counts = new long[requireRanks(ranks)];
    Arrays.fill(counts, count);
    return of(counts);
  }

  /// All of `total` elements in blocks whose sizes differ by one at most, the larger first.
  ///
  /// @throws IllegalArgumentException if `total` is negative or there is no rank
  public static Shares balanced(long total, int ranks) {
    long[] counts = new long[requireRanks(ranks)];
    if (ranks == 0) {
      throw new IllegalArgumentException("there is no rank to share " + total + " elements");
    }
    for (int rank = 0; rank < ranks; rank++) {
      counts[rank] = total / ranks + (rank < total % ranks ? 1 : 0);
    }
    return of(counts);
  }

  private static int requireRanks(int ranks) {
    if (ranks < 0) {
      throw new IllegalArgumentException("there are not " + ranks + " ranks");
    }
    return ranks;
  }

  private static long end(int rank, long displacement, long count) {
    if (count < 0 || displacement < 0 || displacement > Long.MAX_VALUE - count) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d cannot have %d elements from %d on",
              rank,
              count,
              displacement));
    }
    return displacement + count;
  }

  /// How many ranks have a share.
  public int ranks() {
    return counts.length;
  }

  /// How many elements belong to a rank.
  public long count(int rank) {
    return counts[rank];
  }

  /// A rank's first element.
  public long displacement(int rank) {
    return displacements[rank];
  }

  /// Where the share that reaches furthest ends: so many elements are needed.
  public long end() {
    long end = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      end = Math.max(end, displacements[rank] + counts[rank]);
    }
    return end;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shares shares
        && Arrays.equals(counts, shares.counts)
        && Arrays.equals(displacements, shares.displacements);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(counts), Arrays.hashCode(displacements));
  }

  @Override
  public String toString() {
    return "counts " + Arrays.toString(counts) + " from " + Arrays.toString(displacements);
  }
}

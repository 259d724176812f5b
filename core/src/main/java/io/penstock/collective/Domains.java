package io.penstock.collective;

/// The file domains of the aggregators (ROMIO's term): neighbouring stretches of one length,
/// divided at aligned places, each transferred in pieces that fit the buffer.
///
/// Positions are in elements; `start` to `end` is what the ranks move.
final class Domains {
  /// Less is not worth another rank's work, unless so many are asked for.
  private static final long LEAST_BYTES = 256 << 10;

  private final long start;
  private final long end;
  private final long base;
  private final long piece;
  private final long length;
  private final int count;
  private final int ranks;

  /// @param dataOffset of the array in the file, in bytes
  /// @param width of an element in the file, in bytes
  Domains(long start, long end, long dataOffset, int width, Hints hints, int ranks) {
    this.start = start;
    this.end = end;
    this.ranks = ranks;
    long align = Math.max(1, hints.alignmentBytes() / width);
    long aligned = align - dataOffset / width % align;
    base = start - Math.floorMod(start - aligned, align);
    long buffer = hints.bufferBytes() / width;
    piece = buffer < align ? buffer : buffer - buffer % align;
    boolean asked = hints.aggregators() > 0;
    int most = asked ? Math.min(ranks, hints.aggregators()) : ranks;
    long total = end - base;
    long fair = Math.max(Math.ceilDiv(total, most), asked ? 1 : LEAST_BYTES / width);
    length = Math.ceilDiv(fair, align) * align;
    count = total == 0 ? 0 : (int) Math.ceilDiv(total, length);
  }

  /// How many there are.
  int count() {
    return count;
  }

  /// The most elements that a piece has.
  long piece() {
    return piece;
  }

  /// The rank that has a domain.
  int rank(int domain) {
    return (int) ((long) domain * ranks / count);
  }

  /// How many pieces the longest domain has.
  long rounds() {
    return count == 0 ? 0 : Math.ceilDiv(Math.min(length, end - base), piece);
  }

  /// Where a piece begins.
  long from(int domain, long round) {
    return clip(domain, base + domain * length + round * piece);
  }

  /// Where a piece ends.
  long to(int domain, long round) {
    return clip(domain, base + domain * length + (round + 1) * piece);
  }

  private long clip(int domain, long position) {
    long last = Math.min(end, base + (domain + 1) * length);
    return Math.clamp(position, start, last);
  }
}

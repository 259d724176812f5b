package io.penstock.collective;

/// Hints for the cooperation of the ranks of a shared file, as `MPI_Info` holds them for MPI-IO.
/// All ranks give the same.
///
/// None of them changes the contents of the file, apart from `overlaps` and `atomicity`.
///
/// @param engine by name, `two-phase` for Penstock's own; [#AUTO] leaves it to the library
/// @param aggregators the number of ranks that read and write the file for all in a collective
///   operation (ROMIO's `cb_nodes`); 0 for as many as pay
/// @param bufferBytes the size of each aggregator's buffer (`cb_buffer_size`); by `mpi-io` each
///   rank also hands over so many bytes in a collective call
/// @param alignmentBytes the unit of the file domains, which begin at its multiples: a block or a
///   stripe of the file system
/// @param directBytes the length from which a stretch of the file is read and written by the rank
///   that has it in memory
/// @param holes the permission to touch elements between written ones
/// @param overlaps the rule for elements that several ranks write at once
/// @param atomicity the guarantee for operations that overlap
public record Hints(
    String engine,
    int aggregators,
    int bufferBytes,
    int alignmentBytes,
    int directBytes,
    Holes holes,
    Overlaps overlaps,
    Atomicity atomicity) {
  /// Stands for the engine that suits best.
  public static final String AUTO = "auto";

  private static final int BUFFER = 1 << 20;
  private static final int ALIGNMENT = 4096;
  private static final int DIRECT = 64 << 10;
  private static final int LEAST_BUFFER = 4096;

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if a number is negative, the buffer is below 4096 bytes, or
  ///   the alignment is below 1
  public Hints {
    require(aggregators >= 0, "aggregators", aggregators, "must be 0, or how many there are");
    require(bufferBytes >= LEAST_BUFFER, "buffer bytes", bufferBytes, "must be at least 4096");
    require(alignmentBytes >= 1, "alignment", alignmentBytes, "must be at least 1");
    require(directBytes >= 0, "direct bytes", directBytes, "must not be negative");
  }

  private static void require(boolean met, String what, long value, String rule) {
    if (!met) {
      throw new IllegalArgumentException(what + " " + value + " " + rule);
    }
  }

  /// Hints that suit most programs.
  public static Hints defaults() {
    return new Hints(
        AUTO,
        0,
        BUFFER,
        ALIGNMENT,
        DIRECT,
        Holes.WRITTEN_BACK,
        Overlaps.HIGHEST_RANK_WINS,
        Atomicity.NONE);
  }

  /// The same hints with another engine.
  public Hints withEngine(String name) {
    return new Hints(
        name, aggregators, bufferBytes, alignmentBytes, directBytes, holes, overlaps, atomicity);
  }

  /// The same hints with another number of aggregators.
  public Hints withAggregators(int ranks) {
    return new Hints(
        engine, ranks, bufferBytes, alignmentBytes, directBytes, holes, overlaps, atomicity);
  }

  /// The same hints with another size of the buffer.
  public Hints withBufferBytes(int bytes) {
    return new Hints(
        engine, aggregators, bytes, alignmentBytes, directBytes, holes, overlaps, atomicity);
  }

  /// The same hints with another alignment.
  public Hints withAlignmentBytes(int bytes) {
    return new Hints(
        engine, aggregators, bufferBytes, bytes, directBytes, holes, overlaps, atomicity);
  }

  /// The same hints with another least length of stretches that ranks move by themselves.
  public Hints withDirectBytes(int bytes) {
    return new Hints(
        engine, aggregators, bufferBytes, alignmentBytes, bytes, holes, overlaps, atomicity);
  }

  /// The same hints with another permission for holes.
  public Hints withHoles(Holes other) {
    return new Hints(
        engine, aggregators, bufferBytes, alignmentBytes, directBytes, other, overlaps, atomicity);
  }

  /// The same hints with another rule for overlaps.
  public Hints withOverlaps(Overlaps other) {
    return new Hints(
        engine, aggregators, bufferBytes, alignmentBytes, directBytes, holes, other, atomicity);
  }

  /// The same hints with another guarantee for operations that overlap.
  public Hints withAtomicity(Atomicity other) {
    return new Hints(
        engine, aggregators, bufferBytes, alignmentBytes, directBytes, holes, overlaps, other);
  }
}

package io.penstock.report;

import java.util.Optional;
import java.util.OptionalLong;

/// One approach in one experiment: what ran, how it was set, and what came of it.
///
/// @param approach the approach's name, `raw-byte-arrays` or `penstock-posix`
/// @param by the family that it belongs to
/// @param threads how many worked in each process, at least 1
/// @param processes how many took part, at least 1
/// @param bytes moved by all of them together in one run, or what one operation is about where the
///   experiment has no file
/// @param requestBytes asked for in one call, where the approach has such a size
/// @param outcome what came of it
/// @param note what a reader must know to judge the figure (an extrapolation, say), in one line
/// @param alias the name that the publication gives to what the approach does, `readLine1`
public record Result(
    String approach,
    By by,
    int threads,
    int processes,
    long bytes,
    OptionalLong requestBytes,
    Outcome outcome,
    Optional<String> note,
    Optional<String> alias) {

  /// @throws IllegalArgumentException if the name or the note is blank, or a number out of range
  public Result {
    Checks.text(approach, "approach");
    Checks.atLeast(1, threads, "threads");
    Checks.atLeast(1, processes, "processes");
    Checks.atLeast(0, bytes, "bytes");
    requestBytes.ifPresent(size -> Checks.atLeast(1, size, "requestBytes"));
    note.ifPresent(text -> Checks.text(text, "note"));
    alias.ifPresent(text -> Checks.text(text, "alias"));
  }

  /// A result of an approach that has no name in the publication.
  ///
  /// @throws IllegalArgumentException if the name or the note is blank, or a number out of range
  public Result(
      String approach,
      By by,
      int threads,
      int processes,
      long bytes,
      OptionalLong requestBytes,
      Outcome outcome,
      Optional<String> note) {
    this(approach, by, threads, processes, bytes, requestBytes, outcome, note, Optional.empty());
  }

  /// The figures and the ratio, if it ran and moved the right bytes.
  public Optional<Outcome.Measured> measured() {
    return outcome instanceof Outcome.Measured measured ? Optional.of(measured) : Optional.empty();
  }

  /// The figures of one that was measured.
  ///
  /// @throws java.util.NoSuchElementException if it was not
  Figures figures() {
    return measured().orElseThrow().figures();
  }
}

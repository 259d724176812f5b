package io.penstock.mpi.launch;

import java.util.Optional;
import java.util.stream.Stream;

/// The purpose of a connection from a rank to `penstock run`.
public enum RankStream {
  /// It carries what the rank prints to standard output.
  OUTPUT('o'),
  /// It carries what the rank prints to standard error.
  ERRORS('e'),
  /// It carries nothing: its end shows each side that the other is gone.
  LIFELINE('l');

  private final char letter;

  RankStream(char letter) {
    this.letter = letter;
  }

  byte letter() {
    return (byte) letter;
  }

  static Optional<RankStream> of(byte letter) {
    return Stream.of(values()).filter(stream -> stream.letter() == letter).findFirst();
  }
}

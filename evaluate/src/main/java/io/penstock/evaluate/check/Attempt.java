package io.penstock.evaluate.check;

import io.penstock.evaluate.run.AbsentException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A figure of the evaluation and one of an independent way, measured side by side.
///
/// @param usual by the evaluation
/// @param independent in the same unit
record Attempt(double usual, double independent) {
  /// So many are made at most until both agree.
  static final int MOST = 3;

  /// The share by which figures that agree may differ.
  static final double TOLERANCE = 0.05;

  /// @throws IllegalArgumentException if a figure is not positive
  Attempt {
    if (!(usual > 0 && independent > 0)) {
      throw new IllegalArgumentException("no figures: " + usual + ", " + independent);
    }
  }

  /// The evaluation's figure for each of the independent way's.
  double ratio() {
    return usual / independent;
  }

  /// Whether both say the same.
  boolean agrees() {
    return Math.abs(ratio() - 1) <= TOLERANCE;
  }

  /// The making of an attempt.
  @FunctionalInterface
  interface Maker {
    /// Makes one.
    ///
    /// @throws AbsentException if this machine lacks what it needs
    /// @throws IOException if it fails
    Attempt make() throws AbsentException, IOException, InterruptedException;
  }

  /// Makes attempts until one agrees, [#MOST] at most.
  static List<Attempt> untilAgreed(Maker maker)
      throws AbsentException, IOException, InterruptedException {
    List<Attempt> attempts = new ArrayList<>();
    while (attempts.size() < MOST && attempts.stream().noneMatch(Attempt::agrees)) {
      attempts.add(maker.make());
    }
    return List.copyOf(attempts);
  }
}

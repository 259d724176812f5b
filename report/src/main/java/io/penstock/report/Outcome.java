package io.penstock.report;

import java.util.OptionalDouble;

/// The outcome of one approach in one experiment.
public sealed interface Outcome {
  /// It ran, and the data that it moved was compared with the data that it should have moved.
  ///
  /// @param figures in the experiment's unit
  /// @param ratioToC the speed relative to C with the same threads and the same access: above 1 is
  ///   faster than C, whatever the unit; empty where there is no C to compare with
  record Measured(Figures figures, OptionalDouble ratioToC) implements Outcome {
    /// @throws IllegalArgumentException if the ratio is negative or not finite
    public Measured {
      ratioToC.ifPresent(ratio -> Checks.figure(ratio, "ratioToC"));
    }
  }

  /// It should have worked and did not, which makes an evaluation fail.
  ///
  /// @param kind what went wrong
  /// @param reason where or why, in one line
  record Fault(Kind kind, String reason) implements Outcome {
    /// The kinds of faults.
    public enum Kind {
      /// It moved wrong bytes, so its speed means nothing.
      WRONG("wrong", "wrong bytes"),
      /// It did not come to its end.
      FAILED("failed", "did not finish");

      private final String word;
      private final String heading;

      Kind(String word, String heading) {
        this.word = word;
        this.heading = heading;
      }
    }

    /// @throws IllegalArgumentException if the reason is blank
    public Fault {
      Checks.text(reason, "reason");
    }

    /// What went wrong, in a word for a table's cell.
    public String word() {
      return kind.word;
    }

    /// What went wrong, in words before the reason.
    public String heading() {
      return kind.heading;
    }
  }

  /// It could not run here: no compiler, no NumPy, no native access.
  ///
  /// @param reason what is missing, in one line
  record Absent(String reason) implements Outcome {
    /// @throws IllegalArgumentException if the reason is blank
    public Absent {
      Checks.text(reason, "reason");
    }
  }

  /// The outcome of what moved wrong bytes.
  ///
  /// @param reason what differed, in one line
  static Fault wrong(String reason) {
    return new Fault(Fault.Kind.WRONG, reason);
  }

  /// The outcome of what did not come to its end.
  ///
  /// @param reason why, in one line
  static Fault failed(String reason) {
    return new Fault(Fault.Kind.FAILED, reason);
  }
}

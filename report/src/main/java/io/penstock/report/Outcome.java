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
  sealed interface Fault extends Outcome {
    /// What went wrong, in a word for a table's cell.
    default String word() {
      return this instanceof Wrong ? "wrong" : "failed";
    }

    /// What went wrong, in words before the reason.
    default String heading() {
      return this instanceof Wrong ? "wrong bytes" : "did not finish";
    }

    /// Where or why, in one line.
    String reason();
  }

  /// It moved wrong bytes, so its speed means nothing.
  ///
  /// @param reason what differed, in one line
  record Wrong(String reason) implements Fault {
    /// @throws IllegalArgumentException if the reason is blank
    public Wrong {
      Checks.text(reason, "reason");
    }
  }

  /// It did not come to its end.
  ///
  /// @param reason why, in one line
  record Failed(String reason) implements Fault {
    /// @throws IllegalArgumentException if the reason is blank
    public Failed {
      Checks.text(reason, "reason");
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
}

package io.penstock.evaluate.check;

import java.util.List;

/// The finding on one row of a cross-check.
sealed interface Finding {
  /// What it is about.
  Row row();

  /// Whether the evaluation and the independent way contradict each other.
  boolean contradicts();

  /// Both were measured.
  ///
  /// @param unit of their figures
  /// @param attempts one or more, of which the last one counts
  record Compared(Row row, String unit, List<Attempt> attempts) implements Finding {
    /// @throws IllegalArgumentException if there is no attempt
    public Compared {
      attempts = List.copyOf(attempts);
      if (attempts.isEmpty()) {
        throw new IllegalArgumentException(row.experiment() + ": nothing was compared");
      }
    }

    @Override
    public boolean contradicts() {
      return !attempts.getLast().agrees();
    }
  }

  /// This machine lacks what one of both needs.
  ///
  /// @param reason what is missing, in one line
  record Missing(Row row, String reason) implements Finding {
    @Override
    public boolean contradicts() {
      return false;
    }
  }
}

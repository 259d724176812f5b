package io.penstock.evaluate.run;

import java.util.Objects;

/// An approach cannot run on this machine; the message says in one line what is missing.
public final class AbsentException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param reason what is missing, in one line
  public AbsentException(String reason) {
    super(reason);
  }

  /// What the message says.
  public String reason() {
    return Objects.requireNonNull(getMessage());
  }
}

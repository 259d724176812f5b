package io.penstock.evaluate.run;

/// An evaluation cannot be done as it was asked for; the message says in one line what, why and
/// what to do instead.
public final class UnsuitableException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  /// @param message in one line
  public UnsuitableException(String message) {
    super(message);
    reason = message;
  }

  /// What the message says.
  public String reason() {
    return reason;
  }
}

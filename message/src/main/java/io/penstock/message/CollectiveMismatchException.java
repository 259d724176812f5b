package io.penstock.message;

/// Ranks called different collective operations on one communicator, or the same with another root
/// or reduction, where all must call the same in the same order; or they wait for each other in
/// operations of different communicators. What has moved is undefined, and the communicator is of
/// no further use.
public final class CollectiveMismatchException extends MessageException {
  private static final long serialVersionUID = 1;

  /// @param message one line: the two ranks and their operations
  public CollectiveMismatchException(String message) {
    super(message);
  }
}

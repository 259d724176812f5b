package io.penstock.mpi;

import io.penstock.message.MessageException;
import io.penstock.mpi.abi.MpiErrorClass;
import io.penstock.mpi.abi.MpiFunction;
import java.util.Locale;

/// The error of an MPI function. The message names the rank, the function, the error class and the
/// library's error string.
public final class MpiException extends MessageException {
  private static final long serialVersionUID = 1;

  private final MpiFunction function;
  private final int rank;
  private final MpiErrorClass errorClass;

  MpiException(MpiFunction function, int rank, MpiErrorClass errorClass, String text) {
    super(
        String.format(
            Locale.ROOT,
            "rank %d: %s failed with MPI_ERR_%s: %s",
            rank,
            function.symbol(),
            errorClass,
            text));
    this.function = function;
    this.rank = rank;
    this.errorClass = errorClass;
  }

  /// The function that failed.
  public MpiFunction function() {
    return function;
  }

  /// The rank in `MPI_COMM_WORLD` that called it.
  public int rank() {
    return rank;
  }

  /// The class of the error.
  public MpiErrorClass errorClass() {
    return errorClass;
  }
}

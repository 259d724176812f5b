package io.penstock.mpi;

import io.penstock.mpi.abi.Abi;
import io.penstock.mpi.abi.MpiConstant;
import java.util.List;

/// The level of thread support (MPI 4.1, section 11.2.1).
public enum ThreadLevel {
  /// There is only one thread.
  SINGLE(MpiConstant.THREAD_SINGLE),
  /// Only the thread that started MPI calls it.
  FUNNELED(MpiConstant.THREAD_FUNNELED),
  /// Any thread calls it, one at a time.
  SERIALIZED(MpiConstant.THREAD_SERIALIZED),
  /// Any thread calls it at any time.
  MULTIPLE(MpiConstant.THREAD_MULTIPLE);

  private final MpiConstant constant;

  ThreadLevel(MpiConstant constant) {
    this.constant = constant;
  }

  int in(Abi abi) {
    return constant.in(abi);
  }

  /// The highest level that a library's number grants.
  static ThreadLevel of(int number, Abi abi) {
    return List.of(values()).reversed().stream()
        .filter(level -> level.in(abi) <= number)
        .findFirst()
        .orElse(SINGLE);
  }
}

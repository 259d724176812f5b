package io.penstock.message.ranks;

import io.penstock.message.Reduction;
import io.penstock.message.Topology;
import java.util.function.LongFunction;

/// A collective operation with its arguments, which have been checked as far as one rank can.
///
/// @param root 0 where there is none
/// @param signature what it is called, by its number
/// @param part what this rank does in it
record CollectiveCall(int root, LongFunction<CallSignature> signature, Part part) {
  /// What a rank does in an operation.
  @FunctionalInterface
  interface Part {
    /// Takes up the arguments, in the thread of the caller.
    ///
    /// @return what is left to do, in any thread
    Runnable take(Collective collective);
  }

  /// An operation without a reduction.
  static CollectiveCall of(CollectiveOperation operation, int root, Part part) {
    return new CollectiveCall(root, sequence -> CallSignature.of(sequence, operation, root), part);
  }

  /// An operation with neighbours.
  static CollectiveCall of(CollectiveOperation operation, Topology topology, Part part) {
    return new CollectiveCall(0, sequence -> CallSignature.of(sequence, operation, topology), part);
  }

  /// An operation with a reduction.
  static CollectiveCall of(
      CollectiveOperation operation, int root, Reduction reduction, Part part) {
    return new CollectiveCall(
        root, sequence -> CallSignature.of(sequence, operation, root, reduction), part);
  }
}

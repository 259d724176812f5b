package io.penstock.message.ranks;

import io.penstock.message.Reduction;
import io.penstock.message.Topology;
import java.util.List;
import java.util.Locale;

/// A collective operation as a rank called it.
///
/// @param sequence how many the rank called in the communicator before
/// @param root 0 where there is none; unknown of another rank that is in a reduction of its own; of
///   neighbour collectives, what tells topologies apart
/// @param reduction which one, as in [#code]; 0 where there is none
/// @param own what the program's own reduction is; empty if there is none, or another rank's
record CallSignature(
    long sequence, CollectiveOperation operation, int root, int reduction, String own) {
  /// The reductions that ranks name to each other.
  static final List<Reduction> CODED =
      List.of(
          Reduction.SUM,
          Reduction.PRODUCT,
          Reduction.MINIMUM,
          Reduction.MAXIMUM,
          Reduction.MINIMUM_PLACE,
          Reduction.MAXIMUM_PLACE,
          Reduction.AND,
          Reduction.OR,
          Reduction.XOR,
          Reduction.LOGICAL_AND,
          Reduction.LOGICAL_OR,
          Reduction.LOGICAL_XOR);

  private static final int COMMUTATIVE = CODED.size() + 1;
  private static final int ORDERED = CODED.size() + 2;

  private static final int SEQUENCE_BITS = 6;
  private static final int REDUCTION_BITS = 4;
  private static final int ROOT_BITS = 16;

  /// Brings the differences of hashes into their upper bits.
  private static final int SCATTER = 0x9E3779B1;

  /// Stands for the call of an operation that has not begun.
  static final CallSignature NONE = of(0, CollectiveOperation.BARRIER, 0);

  /// A call without a reduction.
  static CallSignature of(long sequence, CollectiveOperation operation, int root) {
    return new CallSignature(sequence, operation, root, 0, "");
  }

  /// A call with a reduction.
  static CallSignature of(
      long sequence, CollectiveOperation operation, int root, Reduction reduction) {
    int code = code(reduction);
    String own = code < COMMUTATIVE ? "" : "'" + reduction.name() + "' of " + reduction.width();
    return new CallSignature(sequence, operation, root, code, own);
  }

  /// A call with neighbours.
  static CallSignature of(long sequence, CollectiveOperation operation, Topology topology) {
    int scattered = topology.hashCode() * SCATTER;
    return of(sequence, operation, scattered >>> (Integer.SIZE - ROOT_BITS));
  }

  private static int code(Reduction reduction) {
    int index = CODED.indexOf(reduction);
    return index >= 0 ? index + 1 : reduction.isCommutative() ? COMMUTATIVE : ORDERED;
  }

  /// What its messages say of it, 0 or more: all but most of the sequence. Of a reduction of the
  /// program's own, name and width change the bits of the root.
  int tag() {
    int rooted = (operation.code() << ROOT_BITS) | (root ^ signature());
    int reduced = (rooted << REDUCTION_BITS) | reduction;
    return (reduced << SEQUENCE_BITS) | lastBits(sequence);
  }

  private int signature() {
    int hash = own.hashCode() * SCATTER;
    return hash >>> (Integer.SIZE - ROOT_BITS);
  }

  /// What another rank called, by the tag of its message.
  static CallSignature tagged(int tag) {
    int rest = tag >>> SEQUENCE_BITS;
    return new CallSignature(
        lastBits(tag),
        CollectiveOperation.coded(rest >>> (REDUCTION_BITS + ROOT_BITS)),
        (rest >>> REDUCTION_BITS) & ((1 << ROOT_BITS) - 1),
        rest & ((1 << REDUCTION_BITS) - 1),
        "");
  }

  private static int lastBits(long sequence) {
    return (int) (sequence & ((1 << SEQUENCE_BITS) - 1));
  }

  /// How this rank's call and another's differ, beginning with the ranks.
  ///
  /// @param members this rank's and the other's
  String differenceTo(RankGroup members, int other, CallSignature others) {
    String self = members.name(members.self());
    String peer = members.name(other);
    if (hasOtherTopology(others)) {
      return String.format(
          Locale.ROOT,
          "rank %s and rank %s are in %s with different topologies",
          self,
          peer,
          operation);
    }
    return describe(members).equals(others.describe(members))
        ? String.format(
            Locale.ROOT,
            "rank %s and rank %s are in different calls of %s",
            self,
            peer,
            describe(members))
        : String.format(
            Locale.ROOT,
            "rank %s is in %s, rank %s in %s",
            self,
            describe(members),
            peer,
            others.describe(members));
  }

  private boolean hasOtherTopology(CallSignature others) {
    return operation.hasTopology() && operation == others.operation && root != others.root;
  }

  private String describe(RankGroup members) {
    String by = reduction == 0 ? "" : " by " + reductionName();
    boolean known = reduction < COMMUTATIVE || !own.isEmpty();
    String at =
        !operation.hasRoot()
            ? ""
            : known ? " with root " + members.name(root) : ", or with another root";
    return operation + by + at;
  }

  private String reductionName() {
    if (reduction < COMMUTATIVE) {
      return CODED.get(reduction - 1).name();
    }
    String kind = reduction == COMMUTATIVE ? "reduction" : "ordered reduction";
    return own.isEmpty() ? "another " + kind + " of its own" : "the " + kind + " " + own;
  }
}

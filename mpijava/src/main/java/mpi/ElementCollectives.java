package mpi;

import io.penstock.array.Elements;
import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import java.util.Arrays;
import java.util.function.BiConsumer;

/// The operations that all ranks of a communicator call together, on ranges of the program's
/// arrays.
///
/// Arrays that are sent and received into at once are sent from a copy.
final class ElementCollectives {
  private static final Shares NO_SHARES = Shares.of();

  private final Communicator ranks;

  ElementCollectives(Communicator ranks) {
    this.ranks = ranks;
  }

  private boolean isAt(int root) {
    if (root < 0 || root >= ranks.size()) {
      throw new MPIException("there is no root " + root + " among " + ranks.size() + " ranks");
    }
    return ranks.rank() == root;
  }

  void broadcast(TypedRange range, int root) {
    boolean sends = isAt(root);
    if (range.base().isObject()) {
      new SerializedCollectives(ranks).broadcast(range, root);
      return;
    }
    try (TransferBuffer buffer = sends ? TransferBuffer.out(range) : TransferBuffer.of(range)) {
      ranks.broadcast(buffer.data(), root);
      if (!sends) {
        buffer.scatter();
      }
    }
  }

  /// @param all by rank at the root; empty elsewhere
  void gather(TypedRange mine, TypedRange[] all, int root) {
    boolean receives = isAt(root);
    if (mine.base().isObject()) {
      new SerializedCollectives(ranks).gather(mine, all, root);
    } else if (receives) {
      try (TransferBuffer sent = outgoing(mine, all);
          TransferBuffer room = TransferBuffer.of(all)) {
        ranks.gather(sent.data(), room.data(), room.shares(), root);
        room.scatter();
      }
    } else {
      try (TransferBuffer sent = TransferBuffer.out(mine)) {
        ranks.gather(sent.data(), sent.data(), NO_SHARES, root);
      }
    }
  }

  private static TransferBuffer outgoing(TypedRange mine, TypedRange... all) {
    return Arrays.stream(all).anyMatch(mine::sharesArrayWith)
        ? TransferBuffer.copy(mine)
        : TransferBuffer.out(mine);
  }

  /// @param all by rank at the root; empty elsewhere
  void scatter(TypedRange[] all, TypedRange mine, int root) {
    boolean sends = isAt(root);
    if (mine.base().isObject()) {
      new SerializedCollectives(ranks).scatter(all, mine, root);
    } else if (sends) {
      boolean apart = Arrays.stream(all).noneMatch(mine::sharesArrayWith);
      try (TransferBuffer sent = apart ? TransferBuffer.out(all) : TransferBuffer.copy(all);
          TransferBuffer room = TransferBuffer.of(mine)) {
        ranks.scatter(sent.data(), sent.shares(), room.data(), root);
        room.scatter();
      }
    } else {
      try (TransferBuffer room = TransferBuffer.of(mine)) {
        ranks.scatter(room.data(), NO_SHARES, room.data(), root);
        room.scatter();
      }
    }
  }

  void allGather(TypedRange mine, TypedRange... all) {
    if (mine.base().isObject()) {
      new SerializedCollectives(ranks).allGather(mine, all);
      return;
    }
    try (TransferBuffer sent = outgoing(mine, all);
        TransferBuffer room = TransferBuffer.of(all)) {
      ranks.allGather(sent.data(), room.data(), room.shares());
      room.scatter();
    }
  }

  void allToAll(TypedRange[] sent, TypedRange[] received) {
    if (sent[0].base().isObject()) {
      new SerializedCollectives(ranks).allToAll(sent, received);
      return;
    }
    boolean apart =
        Arrays.stream(sent)
            .noneMatch(range -> Arrays.stream(received).anyMatch(range::sharesArrayWith));
    try (TransferBuffer out = apart ? TransferBuffer.out(sent) : TransferBuffer.copy(sent);
        TransferBuffer room = TransferBuffer.of(received)) {
      ranks.allToAll(out.data(), out.shares(), room.data(), room.shares());
      room.scatter();
    }
  }

  // ---- reductions ------------------------------------------------------------------------------

  void reduce(TypedRange send, TypedRange receive, Datatype type, Op op, int root) {
    boolean receives = isAt(root);
    if (send.base().isObject()) {
      op.requireObjects();
      new SerializedCollectives(ranks).reduce(send, receive, type, op, root);
      return;
    }
    Reduction reduction = op.reduction(type);
    if (receives) {
      reduceHere(send, receive, (from, to) -> ranks.reduce(from, to, reduction, root));
      return;
    }
    try (TransferBuffer sent = TransferBuffer.out(send)) {
      ranks.reduce(sent.data(), sent.data(), reduction, root);
    }
  }

  void allReduce(TypedRange send, TypedRange receive, Datatype type, Op op) {
    if (send.base().isObject()) {
      op.requireObjects();
      new SerializedCollectives(ranks).allReduce(send, receive, type, op);
      return;
    }
    Reduction reduction = op.reduction(type);
    reduceHere(send, receive, (from, to) -> ranks.allReduce(from, to, reduction));
  }

  void scan(TypedRange send, TypedRange receive, Datatype type, Op op) {
    if (send.base().isObject()) {
      op.requireObjects();
      new SerializedCollectives(ranks).scan(send, receive, type, op);
      return;
    }
    Reduction reduction = op.reduction(type);
    reduceHere(send, receive, (from, to) -> ranks.scan(from, to, reduction));
  }

  /// @param counts of items, by rank
  void reduceScatter(TypedRange send, TypedRange receive, int[] counts, Datatype type, Op op) {
    if (send.base().isObject()) {
      op.requireObjects();
      new SerializedCollectives(ranks).reduceScatter(send, receive, counts, type, op);
      return;
    }
    Reduction reduction = op.reduction(type);
    int size = type.layout().size();
    Shares shares = Shares.of(Arrays.stream(counts).mapToLong(n -> (long) n * size).toArray());
    reduceHere(send, receive, (from, to) -> ranks.reduceScatter(from, to, shares, reduction));
  }

  /// @param step reduces the first elements to the others
  private static void reduceHere(
      TypedRange send, TypedRange receive, BiConsumer<Elements, Elements> step) {
    if (send.isAt(receive)) {
      step.accept(send.elementsInPlace(), receive.elementsInPlace());
      return;
    }
    try (TransferBuffer sent = outgoing(send, receive);
        TransferBuffer room = TransferBuffer.of(receive)) {
      step.accept(sent.data(), room.data());
      room.scatter();
    }
  }
}

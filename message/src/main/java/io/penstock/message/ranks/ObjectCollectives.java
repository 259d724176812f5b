package io.penstock.message.ranks;

import io.penstock.message.MessageKind;
import io.penstock.message.Shares;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/// The collective operations that move objects: first the lengths of their bytes, then these.
final class ObjectCollectives {
  private final Collective call;
  private final ObjectMessages objects;
  private final DataMovement movement;

  ObjectCollectives(Collective call, ObjectMessages objects) {
    this.call = call;
    this.objects = objects;
    this.movement = new DataMovement(call);
  }

  /// From one rank to all others.
  ///
  /// @param value what it is at the root
  Object broadcast(Object value, byte[] encoded, int root) {
    long[] length = {encoded.length};
    movement.broadcast(Region.of(length), root);
    if (call.rank() == root) {
      movement.broadcast(Region.of(encoded), root);
      return value;
    }
    Region bytes = call.scratch(MessageKind.BYTE, length[0]);
    movement.broadcast(bytes, root);
    return objects.decode(bytes.memory(), root);
  }

  /// From all ranks to one.
  ///
  /// @return none at the others
  List<Object> gather(byte[] mine, int root) {
    Region length = Region.of(new long[] {mine.length});
    if (call.rank() != root) {
      call.sendAll(length, root);
      call.sendAll(Region.of(mine), root);
      return List.of();
    }
    long[] lengths = new long[call.size()];
    movement.gatherHere(length, Region.of(lengths), Shares.equal(1, call.size()));
    Shares shares = Shares.of(lengths);
    Region all = call.scratch(MessageKind.BYTE, shares.end());
    movement.gatherHere(Region.of(mine), all, shares);
    return decode(all, shares);
  }

  /// From all ranks to all.
  List<Object> allGather(byte[] mine) {
    long[] lengths = new long[call.size()];
    movement.gatherEverywhere(
        Region.of(new long[] {mine.length}), Region.of(lengths), Shares.equal(1, call.size()));
    Shares shares = Shares.of(lengths);
    Region all = call.scratch(MessageKind.BYTE, shares.end());
    movement.gatherEverywhere(Region.of(mine), all, shares);
    return decode(all, shares);
  }

  /// From one rank to each its own.
  ///
  /// @param all at the root, by rank
  Object scatter(List<byte[]> all, int root) {
    long[] length = new long[1];
    if (call.rank() != root) {
      call.receiveAll(Region.of(length), root);
      Region mine = call.scratch(MessageKind.BYTE, length[0]);
      call.receiveAll(mine, root);
      return objects.decode(mine.memory(), root);
    }
    Shares shares = shares(all);
    movement.scatterFromHere(
        Region.of(lengths(all)), Shares.equal(1, call.size()), Region.of(length));
    Region mine = call.scratch(MessageKind.BYTE, length[0]);
    movement.scatterFromHere(joined(all), shares, mine);
    return objects.decode(mine.memory(), root);
  }

  /// From each rank to each other.
  ///
  /// @param each by the rank that it goes to
  List<Object> allToAll(List<byte[]> each) {
    long[] lengths = new long[call.size()];
    movement.allToAll(Region.of(lengths(each)), Region.of(lengths));
    Shares received = Shares.of(lengths);
    Region all = call.scratch(MessageKind.BYTE, received.end());
    movement.allToAll(joined(each), shares(each), all, received);
    return decode(all, received);
  }

  private static long[] lengths(List<byte[]> all) {
    return all.stream().mapToLong(bytes -> bytes.length).toArray();
  }

  private static Shares shares(List<byte[]> all) {
    return Shares.of(lengths(all));
  }

  /// All bytes, one after the other.
  private Region joined(List<byte[]> all) {
    Region joined = call.scratch(MessageKind.BYTE, shares(all).end());
    long at = 0;
    for (byte[] bytes : all) {
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, joined.memory(), at, bytes.length);
      at += bytes.length;
    }
    return joined;
  }

  private List<Object> decode(Region all, Shares shares) {
    return IntStream.range(0, call.size())
        .mapToObj(
            rank ->
                objects.decode(
                    all.slice(shares.displacement(rank), shares.count(rank)).memory(), rank))
        .toList();
  }
}

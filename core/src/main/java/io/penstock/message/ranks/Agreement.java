package io.penstock.message.ranks;

import io.penstock.array.ElementType;
import io.penstock.message.MessageKind;
import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.stream.IntStream;

/// Checks at one rank what can be checked there of a collective operation's arguments.
final class Agreement {
  private Agreement() {}

  static Shares equalShares(Object all, Object mine, int size) {
    long each = count(mine);
    if (count(all) != Math.multiplyExact(each, (long) size)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements are not %d for each of %d ranks: pass Shares for unequal ones",
              count(all),
              each,
              size));
    }
    return Shares.equal(each, size);
  }

  static Shares equalParts(Object data, int size) {
    if (count(data) % size != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements are no whole number for each of %d ranks: pass Shares for unequal ones",
              count(data),
              size));
    }
    return Shares.equal(count(data) / size, size);
  }

  static void requireGatherable(Object mine, Object all, Shares shares, int rank, int size) {
    requireShared(mine, all, shares, rank, size);
    requireDisjoint(shares);
  }

  static void requireShared(Object mine, Object all, Shares shares, int rank, int size) {
    requireFit(all, shares, size);
    requireSameKind(mine, all);
    if (count(mine) != shares.count(rank)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d has %d elements, its share is %d",
              rank,
              count(mine),
              shares.count(rank)));
    }
    Region place = Region.of(all).slice(shares.displacement(rank), shares.count(rank));
    if (!Region.of(mine).isAt(place) && overlap(mine, all)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d's elements overlap the shares of others: use memory apart, or their place",
              rank));
    }
  }

  static void requireExchangeable(
      Object send, Shares sent, Object receive, Shares received, int rank, int size) {
    requireFit(send, sent, size);
    requireFit(receive, received, size);
    requireSameKind(send, receive);
    requireDisjoint(received);
    Memory.requireApart(send, receive);
    if (sent.count(rank) != received.count(rank)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d sends itself %d elements and expects %d",
              rank,
              sent.count(rank),
              received.count(rank)));
    }
  }

  static void requireReducible(Object send, Reduction reduction) {
    MessageKind kind = Memory.kind(send);
    if (kind == MessageKind.BYTES) {
      throw new IllegalArgumentException(
          "a segment has no type to reduce by: say what it holds with Elements.of(segment, type)");
    }
    reduction.requireDefinedFor(kind.element());
    reduction.requireWhole(count(send));
  }

  static void requireReducible(Object send, Object receive, Reduction reduction) {
    requireReducible(send, reduction);
    requireSameKind(send, receive);
    if (count(send) != count(receive)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements are reduced to as many, not to %d",
              count(send),
              count(receive)));
    }
    if (!Region.of(send).isAt(Region.of(receive))) {
      Memory.requireApart(send, receive);
    }
  }

  static void requireScatterable(
      Object send, Object receive, Shares shares, Reduction reduction, int rank, int size) {
    requireFit(send, shares, size);
    requireSameKind(send, receive);
    Memory.requireApart(send, receive);
    long[] counts = IntStream.range(0, size).mapToLong(shares::count).toArray();
    if (!shares.equals(Shares.of(counts)) || shares.end() != count(send)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s are not %d elements one after the other", shares, count(send)));
    }
    for (long count : counts) {
      reduction.requireWhole(count);
    }
    if (count(receive) != shares.count(rank)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d has room for %d elements, its share is %d",
              rank,
              count(receive),
              shares.count(rank)));
    }
  }

  private static void requireFit(Object all, Shares shares, int size) {
    if (shares.ranks() != size) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "shares of %d ranks in a communicator of %d", shares.ranks(), size));
    }
    if (shares.end() > count(all)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "the shares end at element %d, there are %d", shares.end(), count(all)));
    }
  }

  private static void requireDisjoint(Shares shares) {
    int[] byPlace =
        IntStream.range(0, shares.ranks())
            .filter(rank -> shares.count(rank) > 0)
            .boxed()
            .sorted((a, b) -> Long.compare(shares.displacement(a), shares.displacement(b)))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 1; i < byPlace.length; i++) {
      int before = byPlace[i - 1];
      if (shares.displacement(before) + shares.count(before) > shares.displacement(byPlace[i])) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "the shares of rank %d and rank %d overlap: nothing could be received there",
                before,
                byPlace[i]));
      }
    }
  }

  private static void requireSameKind(Object one, Object other) {
    if (Memory.kind(one) != Memory.kind(other)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "elements of %s and of %s do not go together",
              Memory.kind(one),
              Memory.kind(other)));
    }
  }

  private static boolean overlap(Object one, Object other) {
    MemorySegment range = Memory.range(one);
    return range.asOverlappingSlice(Memory.range(other)).isPresent();
  }

  private static long count(Object data) {
    ElementType type = Memory.kind(data).element();
    return Memory.range(data).byteSize() / type.bytes();
  }
}

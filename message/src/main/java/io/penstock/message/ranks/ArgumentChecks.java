package io.penstock.message.ranks;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Layout;
import io.penstock.array.Tile;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageKind;
import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/// The checks of the arguments of sends, receives and collective operations, before anything is
/// done with them: of each operation, what one rank can check alone.
final class ArgumentChecks {
  private static final Set<Reduction> OF_BOOLEANS =
      Set.of(
          Reduction.AND,
          Reduction.OR,
          Reduction.XOR,
          Reduction.LOGICAL_AND,
          Reduction.LOGICAL_OR,
          Reduction.LOGICAL_XOR);

  // ---- data of any operation -------------------------------------------------------------------

  private ArgumentChecks() {}

  /// Throws if data cannot be sent by the calling thread.
  static void requireReadable(Object data) {
    switch (data) {
      case Tile tile -> requireWhole(tile);
      case Elements elements -> requireUsable(elements.memory());
      case MemorySegment segment -> requireUsable(segment);
      default -> requireKnown(data);
    }
  }

  private static void requireWhole(Tile tile) {
    requireReadable(tile.memory());
    if (count(tile.memory()) < tile.shape().size()) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "memory of %d elements is shorter than its shape %s",
              count(tile.memory()),
              tile.shape()));
    }
  }

  /// Throws if the calling thread cannot receive into data.
  static void requireWritable(Object data) {
    requireReadable(data);
    if (memory(data) instanceof MemorySegment segment && segment.isReadOnly()) {
      throw new IllegalArgumentException("the segment to receive into is read-only");
    }
  }

  private static void requireUsable(Object memory) {
    if (memory instanceof MemorySegment segment) {
      if (!segment.scope().isAlive()) {
        throw new IllegalStateException("the segment's memory has been freed: its arena is closed");
      }
      if (!segment.isAccessibleBy(Thread.currentThread())) {
        throw new WrongThreadException(
            "the segment is confined to another thread: send and receive there, or use a shared arena");
      }
    }
  }

  private static void requireKnown(Object data) {
    switch (data) {
      case byte[] _,
          short[] _,
          char[] _,
          int[] _,
          long[] _,
          float[] _,
          double[] _,
          boolean[] _,
          Lease _,
          MessageBuffer _ -> {}
      case Object[] _ ->
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "%s is no data: send primitive arrays one by one, or the whole with sendObject",
                  data.getClass().getTypeName()));
      default ->
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "%s is no data: use a primitive array, Elements, a MemorySegment or a MessageBuffer, or sendObject",
                  data.getClass().getTypeName()));
    }
  }

  /// Whether a transfer needs a [PinnedData] of the data.
  ///
  /// @param waiting whether the caller waits until the transfer is done
  static boolean mustBeLent(Object data, boolean waiting) {
    Object memory = memory(data);
    return memory instanceof Lease
        || memory instanceof MessageBuffer
        || (memory instanceof MemorySegment segment
            && Confinement.confines(segment)
            && !(waiting && Confinement.canLift() && !(data instanceof Tile)));
  }

  /// What holds the data.
  static Object memory(Object data) {
    if (data instanceof Elements elements) {
      return elements.memory();
    }
    return data instanceof Tile tile ? tile.memory().memory() : data;
  }

  /// Throws if what is sent and where something is received have bytes in common.
  static void requireApart(Object sent, Object received) {
    if (overlap(sent, received)) {
      throw new IllegalArgumentException(
          "what is sent and where something is received overlap: use memory apart");
    }
  }

  /// The bytes of data, which is no `boolean[]`.
  static MemorySegment range(Object data) {
    return switch (data) {
      case Elements elements -> elements.segment();
      case MemorySegment segment -> segment;
      case Lease lease -> lease.segment();
      case MessageBuffer _ ->
          throw new IllegalArgumentException(
              "a MessageBuffer is one message: send, receive or broadcast it; others take elements");
      default -> Elements.of(data).segment();
    };
  }

  /// What a message of data is.
  static MessageKind kind(Object data) {
    return switch (data) {
      case Elements elements -> MessageKind.of(elements);
      case Tile tile -> MessageKind.of(tile.memory());
      case MemorySegment _, Lease _ -> MessageKind.BYTES;
      case MessageBuffer _ -> MessageKind.BUFFER;
      case boolean[] _ -> MessageKind.BOOLEAN;
      default -> MessageKind.of(ElementType.of(data.getClass()));
    };
  }

  // ---- collective operations -------------------------------------------------------------------

  static void requireOneForEach(List<?> objects, int size) {
    if (objects.size() != size) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%d objects are not one for each of %d ranks", objects.size(), size));
    }
  }

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
    if (!isAtItsPlace(mine, all, shares, rank) && overlap(mine, all)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d's elements overlap the shares of others: use memory apart, or their place",
              rank));
    }
  }

  private static boolean isAtItsPlace(Object mine, Object all, Shares shares, int rank) {
    return isBooleans(mine)
        ? shares.count(rank) == count(all)
        : Region.of(mine).isAt(Region.of(all).share(shares, rank));
  }

  static void requireExchangeable(
      Object send, Shares sent, Object receive, Shares received, int rank, int size) {
    requireFit(send, sent, size);
    requireFit(receive, received, size);
    requireSameKind(send, receive);
    requireDisjoint(received);
    if (!isInPlace(send, sent, receive, received)) {
      requireApart(send, receive);
    }
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

  private static boolean isInPlace(Object send, Shares sent, Object receive, Shares received) {
    return sent.equals(received) && isSame(send, receive);
  }

  static void requireExchangeable(
      List<? extends Layout> send, List<? extends Layout> receive, int rank, int size) {
    requireParts(send, size, "ranks");
    requireParts(receive, size, "ranks");
    send.forEach(ArgumentChecks::requireReadable);
    receive.forEach(ArgumentChecks::requireWritable);
    MemoryRanges.requireApart(send, receive);
    requireSameKind(send.get(rank), receive.get(rank));
    if (count(send.get(rank)) != count(receive.get(rank))) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d sends itself %d elements and expects %d",
              rank,
              count(send.get(rank)),
              count(receive.get(rank))));
    }
  }

  static void requireParts(List<? extends Layout> parts, int places, String what) {
    if (parts.size() != places) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%d parts for %d %s", parts.size(), places, what));
    }
  }

  static void requireReducible(Object send, Reduction reduction) {
    MessageKind kind = kind(send);
    if (kind == MessageKind.BYTES) {
      throw new IllegalArgumentException(
          "a segment has no type to reduce by: say what it holds with Elements.of(segment, type)");
    }
    if (kind == MessageKind.BOOLEAN && !OF_BOOLEANS.contains(reduction)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s is not for booleans: AND, OR and XOR are", reduction.name()));
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
    if (!isSame(send, receive)) {
      requireApart(send, receive);
    }
  }

  static void requireScatterable(
      Object send, Object receive, Shares shares, Reduction reduction, int rank, int size) {
    requireFit(send, shares, size);
    requireSameKind(send, receive);
    requireApart(send, receive);
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
    requireWithin(all, shares);
  }

  static void requireWithin(Object all, Shares shares) {
    if (shares.end() > count(all)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "the shares end at element %d, there are %d", shares.end(), count(all)));
    }
  }

  static void requireDisjoint(Shares shares) {
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

  static void requireSameKind(Object one, Object other) {
    if (kind(one) != kind(other)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "elements of %s and of %s do not go together", kind(one), kind(other)));
    }
  }

  private static boolean isBooleans(Object data) {
    return memory(data) instanceof boolean[];
  }

  /// Whether two pieces of data of one kind are the same memory.
  private static boolean isSame(Object one, Object other) {
    return isBooleans(one)
        ? memory(one).equals(memory(other))
        : Region.of(one).isAt(Region.of(other));
  }

  private static boolean overlap(Object one, Object other) {
    if (isBooleans(one) || isBooleans(other)) {
      return memory(one).equals(memory(other)) && count(one) > 0;
    }
    MemorySegment range = range(one);
    return range.asOverlappingSlice(range(other)).isPresent();
  }

  static long count(Object data) {
    if (data instanceof Tile tile) {
      return tile.count();
    }
    if (memory(data) instanceof boolean[] booleans) {
      return booleans.length;
    }
    ElementType type = kind(data).element();
    return range(data).byteSize() / type.bytes();
  }
}

package mpi;

import io.penstock.message.Communicator;
import io.penstock.message.Shares;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The operations that all ranks of a communicator call together, on objects: their bytes are moved
/// after the numbers of the bytes.
final class SerializedCollectives {
  private final Communicator ranks;
  private final int size;

  SerializedCollectives(Communicator ranks) {
    this.ranks = ranks;
    this.size = ranks.size();
  }

  private boolean isAt(int root) {
    return ranks.rank() == root;
  }

  void broadcast(TypedRange range, int root) {
    byte[] bytes = isAt(root) ? ObjectBytes.of(range.objects()) : new byte[0];
    long[] length = {bytes.length};
    ranks.broadcast(length, root);
    if (isAt(root)) {
      ranks.broadcast(bytes, root);
    } else {
      byte[] received = new byte[Math.toIntExact(length[0])];
      ranks.broadcast(received, root);
      range.takeObjects(ObjectBytes.read(received, 0, received.length));
    }
  }

  void gather(TypedRange mine, TypedRange[] all, int root) {
    byte[] sent = ObjectBytes.of(mine.objects());
    long[] lengths = new long[isAt(root) ? size : 0];
    ranks.gather(new long[] {sent.length}, lengths, root);
    byte[] received = roomFor(lengths);
    ranks.gather(sent, received, Shares.of(lengths), root);
    if (isAt(root)) {
      take(received, lengths, all);
    }
  }

  private static byte[] roomFor(long... lengths) {
    return new byte[Math.toIntExact(LongStream.of(lengths).sum())];
  }

  private static void take(byte[] bytes, long[] lengths, TypedRange... ranges) {
    int at = 0;
    for (int i = 0; i < ranges.length; i++) {
      ranges[i].takeObjects(ObjectBytes.read(bytes, at, (int) lengths[i]));
      at += (int) lengths[i];
    }
  }

  void scatter(TypedRange[] all, TypedRange mine, int root) {
    byte[][] each = bytesOf(all);
    long[] lengths = lengths(each);
    long[] length = new long[1];
    ranks.scatter(lengths, length, root);
    byte[] received = roomFor(length);
    ranks.scatter(joined(each), Shares.of(lengths), received, root);
    take(received, length, mine);
  }

  private static byte[][] bytesOf(TypedRange... ranges) {
    return Arrays.stream(ranges)
        .map(range -> ObjectBytes.of(range.objects()))
        .toArray(byte[][]::new);
  }

  private static long[] lengths(byte[]... each) {
    return Arrays.stream(each).mapToLong(bytes -> bytes.length).toArray();
  }

  private static byte[] joined(byte[]... each) {
    byte[] all = roomFor(lengths(each));
    int at = 0;
    for (byte[] bytes : each) {
      System.arraycopy(bytes, 0, all, at, bytes.length);
      at += bytes.length;
    }
    return all;
  }

  void allGather(TypedRange mine, TypedRange... all) {
    byte[] sent = ObjectBytes.of(mine.objects());
    long[] lengths = new long[size];
    ranks.allGather(new long[] {sent.length}, lengths);
    byte[] received = roomFor(lengths);
    ranks.allGather(sent, received, Shares.of(lengths));
    take(received, lengths, all);
  }

  void allToAll(TypedRange[] sent, TypedRange[] received) {
    byte[][] each = bytesOf(sent);
    long[] lengths = lengths(each);
    long[] coming = new long[size];
    ranks.allToAll(lengths, coming);
    byte[] room = roomFor(coming);
    ranks.allToAll(joined(each), Shares.of(lengths), room, Shares.of(coming));
    take(room, coming, received);
  }

  // ---- reductions ------------------------------------------------------------------------------

  void reduce(TypedRange send, TypedRange receive, Datatype type, Op op, int root) {
    byte[] sent = ObjectBytes.of(send.objects());
    long[] lengths = new long[isAt(root) ? size : 0];
    ranks.gather(new long[] {sent.length}, lengths, root);
    byte[] received = roomFor(lengths);
    ranks.gather(sent, received, Shares.of(lengths), root);
    if (isAt(root)) {
      receive.takeObjects(combined(received, lengths, size, type, op));
    }
  }

  /// The combination of the objects of the first ranks.
  private static @Nullable Object[] combined(
      byte[] bytes, long[] lengths, int count, Datatype type, Op op) {
    int at = (int) LongStream.of(lengths).limit(count - 1).sum();
    @Nullable Object[] result = ObjectBytes.read(bytes, at, (int) lengths[count - 1]);
    for (int rank = count - 2; rank >= 0; rank--) {
      at -= (int) lengths[rank];
      op.combine(ObjectBytes.read(bytes, at, (int) lengths[rank]), result, type);
    }
    return result;
  }

  private @Nullable Object[] combinedEverywhere(TypedRange send, int count, Datatype type, Op op) {
    byte[] sent = ObjectBytes.of(send.objects());
    long[] lengths = new long[size];
    ranks.allGather(new long[] {sent.length}, lengths);
    byte[] all = roomFor(lengths);
    ranks.allGather(sent, all, Shares.of(lengths));
    return combined(all, lengths, count, type, op);
  }

  void allReduce(TypedRange send, TypedRange receive, Datatype type, Op op) {
    receive.takeObjects(combinedEverywhere(send, size, type, op));
  }

  void scan(TypedRange send, TypedRange receive, Datatype type, Op op) {
    receive.takeObjects(combinedEverywhere(send, ranks.rank() + 1, type, op));
  }

  void reduceScatter(TypedRange send, TypedRange receive, int[] counts, Datatype type, Op op) {
    @Nullable Object[] all = combinedEverywhere(send, size, type, op);
    int each = type.layout().size();
    int from = Arrays.stream(counts).limit(ranks.rank()).sum() * each;
    receive.takeObjects(Arrays.copyOfRange(all, from, from + counts[ranks.rank()] * each));
  }
}

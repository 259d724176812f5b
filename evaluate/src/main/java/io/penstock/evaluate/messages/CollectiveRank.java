package io.penstock.evaluate.messages;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.evaluate.run.Drill;
import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Optional;

/// A rank among those that sum up their doubles, or of which each gives a block of them to each.
///
/// Each operation has other doubles at both ends of what each rank sends, so that all know
/// afterwards that they took part in as many. The same stands in `mpi_collectives.c`.
final class CollectiveRank implements RankSession.Rank {
  /// The name of the drill in which each rank gets the sums of what all have.
  static final String ALL_REDUCE = "all-reduce";

  /// The name of the drill in which each rank has a block for each.
  static final String ALL_TO_ALL = "all-to-all";

  private static final int VALUES = 4096;
  private static final long PAGE = 4096;

  private final Communicator world;
  private final boolean sums;
  private final int blocks;
  private final long count;
  private final MemorySegment send;
  private final MemorySegment receive;
  private final Elements sent;
  private final Elements received;
  private long operations;

  /// @param world of the ranks, closed with this
  /// @param drill whose bytes are those of a block
  CollectiveRank(Communicator world, Drill drill) {
    this.world = world;
    sums = drill.name().equals(ALL_REDUCE);
    blocks = sums ? 1 : world.size();
    count = drill.bytes() / Double.BYTES;
    send = Arena.ofAuto().allocate(blocks * drill.bytes(), PAGE);
    receive = Arena.ofAuto().allocate(blocks * drill.bytes(), PAGE);
    sent = Elements.of(send, ElementType.DOUBLE);
    received = Elements.of(receive, ElementType.DOUBLE);
  }

  @Override
  public void arm(long salt) {
    operations = 0;
    for (int block = 0; block < blocks; block++) {
      for (long i = 0; i < count; i++) {
        send.setAtIndex(JAVA_DOUBLE, block * count + i, value(world.rank(), block, i, salt));
        receive.setAtIndex(JAVA_DOUBLE, block * count + i, Double.NaN);
      }
    }
  }

  @Override
  public long play(long wanted) {
    long agreed = RankSession.agree(world, wanted);
    operations += agreed;
    long start = System.nanoTime();
    for (long i = 0; i < agreed; i++) {
      change();
      if (sums) {
        world.allReduce(sent, received, Reduction.SUM);
      } else {
        world.allToAll(sent, received);
      }
    }
    return System.nanoTime() - start;
  }

  private void change() {
    for (int block = 0; block < blocks; block++) {
      increase(block * count);
      if (count > 1) {
        increase((block + 1) * count - 1);
      }
    }
  }

  private void increase(long index) {
    send.setAtIndex(JAVA_DOUBLE, index, send.getAtIndex(JAVA_DOUBLE, index) + 1);
  }

  @Override
  public Optional<String> fault(long salt) {
    for (int block = 0; block < blocks; block++) {
      for (long i = 0; i < count; i++) {
        double expected = sums ? sum(i, salt) : one(block, i, salt);
        if (receive.getAtIndex(JAVA_DOUBLE, block * count + i) != expected) {
          return Optional.of(
              String.format(
                  Locale.ROOT,
                  "at rank %d double %d of block %d is %s instead of %s",
                  world.rank(),
                  i,
                  block,
                  receive.getAtIndex(JAVA_DOUBLE, block * count + i),
                  expected));
        }
      }
    }
    return Optional.empty();
  }

  private double sum(long i, long salt) {
    double sum = 0;
    for (int rank = 0; rank < world.size(); rank++) {
      sum += value(rank, 0, i, salt) + changes(i);
    }
    return sum;
  }

  private double one(int from, long i, long salt) {
    return value(from, world.rank(), i, salt) + changes(i);
  }

  private long changes(long i) {
    return i == 0 || i == count - 1 ? operations : 0;
  }

  /// Small whole numbers, whose sums are exact in any order.
  private static double value(int rank, int block, long i, long salt) {
    return (rank * 1009L + block * 101L + i * 7 + salt * 13) % VALUES;
  }

  @Override
  public void close() {
    world.close();
  }
}

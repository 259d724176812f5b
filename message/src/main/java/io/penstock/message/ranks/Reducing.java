package io.penstock.message.ranks;

import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;

/// Reductions to one rank, to all, and to each its share.
///
/// Where order matters, what is combined always belongs to neighbouring runs of ranks, the lower on
/// the left.
final class Reducing {
  /// What is longer goes piece by piece, so that the memory beside it stays small.
  private static final long PIECE_BYTES = 256 << 10;

  /// Commutative reductions to all of more are split among the ranks.
  private static final long SMALL = 64 << 10;

  /// Elements that are combined at a time.
  private static final int CACHED = 4096;

  private final Collective collective;
  private final Reduction reduction;
  private final int rank;
  private final int size;

  Reducing(Collective collective, Reduction reduction) {
    this.collective = collective;
    this.reduction = reduction;
    this.rank = collective.rank();
    this.size = collective.size();
  }

  /// Runs a reduction whose result is as long as what each rank sends.
  void run(CollectiveOperation operation, Region send, Region result) {
    switch (operation) {
      case ALL_REDUCE -> allReduce(send, result);
      case SCAN -> scan(send, result);
      case EXCLUSIVE_SCAN -> exclusiveScan(send, result);
      default -> throw new AssertionError(operation);
    }
  }

  // ---- to one rank -----------------------------------------------------------------------------

  /// Leaves the result in `result` at the root; elsewhere it is scratch memory of the same length.
  void reduce(Region send, Region result, int root) {
    copy(send, result);
    int top = reduction.isCommutative() ? root : 0;
    eachPiece(result, (piece, other) -> upTheTree(piece, other, top));
    if (top != root && rank == top) {
      collective.sendAll(result, root);
    } else if (top != root && rank == root) {
      collective.receiveAll(result, top);
    }
  }

  private void upTheTree(Region own, Region other, int top) {
    int place = Math.floorMod(rank - top, size);
    for (int bit = 1; bit < size; bit *= 2) {
      if ((place & bit) != 0) {
        collective.sendAll(own, (place - bit + top) % size);
        return;
      }
      if (place + bit < size) {
        collective.receiveAll(other, (place + bit + top) % size);
        foldLeft(own, other);
      }
    }
  }

  // ---- to all ranks ----------------------------------------------------------------------------

  private void allReduce(Region send, Region result) {
    if (reduction.isCommutative() && send.bytes() > SMALL && size > 2) {
      allReduceByShares(send, result);
    } else {
      copy(send, result);
      eachPiece(result, this::doubling);
    }
  }

  private void allReduceByShares(Region send, Region result) {
    Shares shares = balanced(send.count());
    Region mine = result.slice(shares.displacement(rank), shares.count(rank));
    reduceScatter(send, mine, shares);
    new DataMovement(collective).gatherEverywhere(mine, result, shares);
  }

  private Shares balanced(long count) {
    Shares groups = Shares.balanced(count / reduction.width(), size);
    return Shares.of(
        LongStream.range(0, size).map(r -> groups.count((int) r) * reduction.width()).toArray());
  }

  /// Each step doubles the run of ranks whose result a rank has. Ranks beyond the last power of two
  /// give theirs to a neighbour before, and get the result after.
  private void doubling(Region own, Region other) {
    int power = Integer.highestOneBit(size);
    int extra = size - power;
    boolean idle = rank < 2 * extra && rank % 2 == 0;
    if (idle) {
      collective.sendAll(own, rank + 1);
      collective.receiveAll(own, rank + 1);
      return;
    }
    if (rank < 2 * extra) {
      collective.receiveAll(other, rank - 1);
      foldRight(other, own);
    }
    int place = rank < 2 * extra ? rank / 2 : rank - extra;
    for (int bit = 1; bit < power; bit *= 2) {
      int peer = place ^ bit;
      int peerRank = peer < extra ? 2 * peer + 1 : peer + extra;
      collective.exchange(own, peerRank, other, peerRank);
      if (peer < place) {
        foldRight(other, own);
      } else {
        foldLeft(own, other);
      }
    }
    if (rank < 2 * extra) {
      collective.sendAll(own, rank - 1);
    }
  }

  // ---- to each its share -----------------------------------------------------------------------

  /// `mine` may be this rank's share of `send`.
  void reduceScatter(Region send, Region mine, Shares shares) {
    copy(send.share(shares, rank), mine);
    if (reduction.isCommutative()) {
      foldAsTheyCome(send, mine, shares);
    } else {
      foldInOrder(send, mine, shares);
    }
  }

  private void foldAsTheyCome(Region send, Region mine, Shares shares) {
    Region other = collective.scratch(mine.kind(), mine.count());
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      collective.exchange(send.share(shares, to), to, other, Math.floorMod(rank - step, size));
      foldRight(other, mine);
    }
  }

  private void foldInOrder(Region send, Region mine, Shares shares) {
    long n = mine.count();
    Region parts = collective.scratch(mine.kind(), n * size);
    parts.slice(rank * n, n).fill(mine);
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      int from = Math.floorMod(rank - step, size);
      collective.exchange(send.share(shares, to), to, parts.slice(from * n, n), from);
    }
    mine.fill(parts.slice(0, n));
    for (int other = 1; other < size; other++) {
      foldLeft(mine, parts.slice(other * n, n));
    }
  }

  // ---- of the ranks up to each -----------------------------------------------------------------

  private void scan(Region send, Region result) {
    copy(send, result);
    eachPiece(result, this::prefix);
  }

  /// After a step of distance d a rank has the result of the 2d ranks up to itself.
  private void prefix(Region own, Region other) {
    for (int distance = 1; distance < size; distance *= 2) {
      boolean receives = rank >= distance;
      boolean sends = rank + distance < size;
      if (receives && sends) {
        collective.exchange(own, rank + distance, other, rank - distance);
      } else if (receives) {
        collective.receiveAll(other, rank - distance);
      } else if (sends) {
        collective.sendAll(own, rank + distance);
      }
      if (receives) {
        foldRight(other, own);
      }
    }
  }

  private void exclusiveScan(Region send, Region result) {
    Region inclusive = collective.scratch(send.kind(), send.count());
    scan(send, inclusive);
    if (rank > 0 && rank < size - 1) {
      collective.exchange(inclusive, rank + 1, result, rank - 1);
    } else if (rank > 0) {
      collective.receiveAll(result, rank - 1);
    } else if (size > 1) {
      collective.sendAll(inclusive, 1);
    }
  }

  // ---- common ----------------------------------------------------------------------------------

  /// @param action is given a piece and scratch memory of the same length
  private void eachPiece(Region region, BiConsumer<Region, Region> action) {
    long groups = Math.max(1, PIECE_BYTES / region.width() / reduction.width());
    long piece = groups * reduction.width();
    Region other = collective.scratch(region.kind(), Math.min(piece, region.count()));
    long at = 0;
    do {
      long n = Math.min(piece, region.count() - at);
      action.accept(region.slice(at, n), other.slice(0, n));
      at += n;
    } while (at < region.count());
  }

  private static void copy(Region from, Region to) {
    if (!from.isAt(to)) {
      to.fill(from);
    }
  }

  /// Sets `right[i] = left[i] op right[i]`.
  private void foldRight(Region left, Region right) {
    fold(left, right, right);
  }

  /// Sets `left[i] = left[i] op right[i]`.
  private void foldLeft(Region left, Region right) {
    fold(left, right, left);
  }

  /// Combines two regions, a piece at a time that fits the processor's cache, on arrays: loops over
  /// them become vector code, loops over memory in general do not.
  private void fold(Region left, Region right, Region result) {
    long count = left.count();
    long piece = Math.max(1, CACHED / reduction.width()) * (long) reduction.width();
    int length = (int) Math.min(piece, count);
    Object leftPiece = left.array(length);
    Object rightPiece = left.array(length);
    for (long at = 0; at < count; at += length) {
      if (count - at < length) {
        length = (int) (count - at);
        leftPiece = left.array(length);
        rightPiece = left.array(length);
      }
      left.read(at, leftPiece);
      right.read(at, rightPiece);
      reduction.combine(leftPiece, rightPiece);
      result.write(at, rightPiece);
    }
  }
}

package io.penstock.message.ranks;

import io.penstock.message.MessageException;
import io.penstock.message.SharedWindow;
import io.penstock.message.Shares;
import io.penstock.message.match.Endpoint;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// The creation of memory that ranks share: the first rank makes it, the others find it, and all
/// learn whether each has it; and the window that they get.
final class SharedWindowCreation {
  private static final long ALIGNMENT = 64;

  /// What ranks of this process have allocated for others of it, until these have found it.
  private static final Map<String, MemorySegment> OFFERED = new ConcurrentHashMap<>();

  private static final AtomicLong OFFERS = new AtomicLong();

  private final RankCommunicator ranks;
  private final Arena arena;
  private final long bytes;

  private SharedWindowCreation(RankCommunicator ranks, Arena arena, long bytes) {
    this.ranks = ranks;
    this.arena = arena;
    this.bytes = bytes;
  }

  /// @param ranks whose messages are the window's alone
  /// @param mine bytes of this rank's part
  static SharedWindow allocate(RankCommunicator ranks, long mine) {
    long[] host = Host.number();
    long[] own = {mine, host[0], host[1]};
    long[] all = gather(ranks, own);
    for (int rank = 1; rank < ranks.size(); rank++) {
      int at = rank * own.length;
      if (all[at + 1] != all[1] || all[at + 2] != all[2]) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "rank 0 and rank %d are of different machines: share memory in splitByHost()",
                rank));
      }
    }
    long[] sizes =
        IntStream.range(0, ranks.size()).mapToLong(rank -> all[rank * own.length]).toArray();
    Arena arena = Arena.ofShared();
    try {
      long total = Arrays.stream(sizes).reduce(0, Math::addExact);
      MemorySegment memory = new SharedWindowCreation(ranks, arena, total).make();
      RankSharedWindow window = new RankSharedWindow(ranks, arena, memory, Shares.of(sizes));
      window.open();
      return window;
    } catch (RuntimeException e) {
      arena.close();
      throw e instanceof ArithmeticException
          ? new MessageException("more than 2^63 bytes of shared memory", e)
          : e;
    }
  }

  private static long[] gather(RankCommunicator ranks, long... mine) {
    long[] all = new long[mine.length * ranks.size()];
    ranks.allGather(mine, all);
    return all;
  }

  private MemorySegment make() {
    if (bytes == 0) {
      return arena.allocate(0);
    }
    Endpoint endpoint = ranks.pointToPoint.endpoint();
    return Arrays.stream(ranks.pointToPoint.members().inWorld())
            .allMatch(endpoint::sharesMemoryWith)
        ? offer()
        : map();
  }

  // ---- ranks of one process --------------------------------------------------------------------

  private MemorySegment offer() {
    String number = Long.toString(OFFERS.incrementAndGet());
    try {
      String offered =
          agree(
              () -> {
                OFFERED.put(number, arena.allocate(bytes, ALIGNMENT));
                return number;
              });
      MemorySegment found = OFFERED.get(offered);
      requireAll(found == null ? "it has been closed" : "");
      return found == null ? MemorySegment.NULL : found;
    } finally {
      OFFERED.remove(number);
    }
  }

  // ---- processes -------------------------------------------------------------------------------

  private MemorySegment map() {
    try {
      return map(SharedMemory::nameless);
    } catch (Unmapped e) {
      return mapNamed(e);
    }
  }

  private MemorySegment mapNamed(Unmapped first) {
    try {
      return map(SharedMemory::named);
    } catch (Unmapped e) {
      e.addSuppressed(first);
      throw e;
    }
  }

  private interface Maker {
    SharedMemory make(long bytes) throws IOException;
  }

  /// No memory was shared, by one of two ways.
  private static final class Unmapped extends MessageException {
    private static final long serialVersionUID = 1;

    Unmapped(String message) {
      super(message);
    }
  }

  private MemorySegment map(Maker maker) {
    Closeable[] made = {() -> {}};
    try {
      String address =
          agree(
              () -> {
                SharedMemory file = maker.make(bytes);
                made[0] = file;
                return file.address();
              });
      MemorySegment mapped = MemorySegment.NULL;
      String failure = "";
      try {
        mapped = SharedMemory.map(address, bytes, arena);
      } catch (IOException | RuntimeException e) { // the others wait to hear of it
        failure = e.toString();
      }
      requireAll(failure);
      return mapped;
    } finally {
      close(made[0]);
    }
  }

  private static void close(Closeable made) {
    try {
      made.close();
    } catch (IOException e) {
      throw new MessageException(
          "the file of shared memory cannot be deleted: " + e.getMessage(), e);
    }
  }

  // ---- agreement -------------------------------------------------------------------------------

  private interface Making {
    String make() throws IOException;
  }

  /// Has the first rank make something.
  ///
  /// @return how all find it
  /// @throws Unmapped at all ranks, if it has failed
  private String agree(Making making) {
    byte[] text = {};
    long[] head = {0, 0};
    if (ranks.rank() == 0) {
      try {
        SharedMemory.requireRoom(bytes);
        text = making.make().getBytes(StandardCharsets.UTF_8);
      } catch (IOException | RuntimeException | OutOfMemoryError e) { // the others wait for it
        text = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
        head[1] = 1;
      }
      head[0] = text.length;
    }
    ranks.broadcast(head, 0);
    byte[] told = ranks.rank() == 0 ? text : new byte[(int) head[0]];
    ranks.broadcast(told, 0);
    String answer = new String(told, StandardCharsets.UTF_8);
    if (head[1] != 0) {
      throw new Unmapped("no memory to share: " + answer);
    }
    return answer;
  }

  /// @param failure of this rank; empty if it has succeeded
  private void requireAll(String failure) {
    long[] all = gather(ranks, failure.isEmpty() ? 0 : 1);
    for (int rank = 0; rank < all.length; rank++) {
      if (all[rank] != 0) {
        throw new Unmapped(
            String.format(
                Locale.ROOT,
                "rank %d cannot map the shared memory%s",
                rank,
                rank == ranks.rank() ? ": " + failure : ""));
      }
    }
  }

  // ---- the window ------------------------------------------------------------------------------

  /// Memory that ranks share, with a communicator of its own.
  private static final class RankSharedWindow implements SharedWindow {
    private final RankCommunicator ranks;
    private final Arena arena;
    private final MemorySegment memory;
    private final Shares parts;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Runnable left = this::leave;

    /// @param arena whose end is the window's
    RankSharedWindow(RankCommunicator ranks, Arena arena, MemorySegment memory, Shares parts) {
      this.ranks = ranks;
      this.arena = arena;
      this.memory = memory;
      this.parts = parts;
    }

    void open() {
      ranks.world().atEnd(left);
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    @Override
    public MemorySegment part(int rank) {
      int _ = ranks.pointToPoint.members().inWorld(rank);
      return memory.asSlice(parts.displacement(rank), parts.count(rank));
    }

    @Override
    public void fence() {
      if (closed.get()) {
        throw new IllegalStateException("the shared window was closed");
      }
      VarHandle.fullFence();
      ranks.barrier(CollectiveOperation.FENCE);
      VarHandle.fullFence();
    }

    @Override
    public void sync() {
      VarHandle.fullFence();
    }

    @Override
    public String toString() {
      return "shared window of " + ranks;
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        ranks.world().forget(left);
        try {
          ranks.barrier(CollectiveOperation.CLOSE_WINDOW);
        } finally {
          ranks.close();
          arena.close();
        }
      }
    }

    /// This rank leaves the job.
    private void leave() {
      if (closed.compareAndSet(false, true)) {
        arena.close();
      }
    }
  }
}

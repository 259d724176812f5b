package io.penstock.message.ranks;

import io.penstock.memory.Confinement;
import io.penstock.message.MessageException;
import io.penstock.message.Shares;
import io.penstock.message.Window;
import io.penstock.message.match.Endpoint;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The creation of a window by all ranks of a communicator: each learns the sizes of all, and how
/// it reaches their memory.
final class WindowCreation {
  private static final int FIELDS = 2;
  private static final long ALIGNMENT = 64;

  /// What stands for the size where there is no memory for it.
  private static final long FAILED = -1;

  private final RankCommunicator ranks;
  private final Endpoint endpoint;
  private final RankGroup members;
  private final int context;

  /// @param ranks whose messages are the window's alone
  WindowCreation(RankCommunicator ranks) {
    this.ranks = ranks;
    this.endpoint = ranks.pointToPoint().endpoint();
    this.members = ranks.pointToPoint().members();
    this.context = ranks.pointToPoint().context();
  }

  /// Throws if memory cannot be a window.
  static void requireExposable(MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException("the segment's memory has been freed: its arena is closed");
    }
    if (Confinement.confines(memory)) {
      throw new IllegalArgumentException(
          "other threads access a window's memory, and this is confined to one: use a shared arena");
    }
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException("a window is written to, and its memory is read-only");
    }
  }

  static void requireSize(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a window has 0 bytes or more, not " + bytes);
    }
  }

  /// A window of memory that is there.
  Window of(MemorySegment memory) {
    return of(memory, () -> {});
  }

  /// A window of memory that is allocated for it.
  Window allocate(long bytes) {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory = arena.allocate(bytes, ALIGNMENT);
      return of(memory, () -> end(arena));
    } catch (OutOfMemoryError e) { // the others wait to hear of it
      arena.close();
      long[] _ = gather(FAILED, 0);
      throw noMemory(members.self(), Optional.of(e));
    } catch (RuntimeException e) {
      end(arena);
      throw e;
    }
  }

  private static void end(Arena arena) {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  private static MessageException noMemory(int rank, Optional<Throwable> cause) {
    String what = String.format(Locale.ROOT, "rank %d has no memory for its window", rank);
    return cause
        .map(why -> new MessageException(what, why))
        .orElseGet(() -> new MessageException(what));
  }

  private Window of(MemorySegment memory, Runnable free) {
    Exposure exposure = new Exposure(members.self(), memory);
    try {
      long[] all = gather(memory.byteSize(), exposure.number());
      long[] sizes = field(all, 0);
      for (int rank = 0; rank < sizes.length; rank++) {
        if (sizes[rank] == FAILED) {
          throw noMemory(rank, Optional.empty());
        }
      }
      WindowTarget[] targets = targets(exposure, field(all, 1));
      RankWindow window =
          new RankWindow(ranks, exposure, free, sizes, targets, server(exposure, targets));
      awaitOthers();
      window.open();
      return window;
    } catch (RuntimeException e) {
      exposure.end("the window was not made");
      throw e;
    }
  }

  /// Ranks that find each other by the numbers of their memory have done so before one ends.
  private void awaitOthers() {
    if (Arrays.stream(members.inWorld()).allMatch(endpoint::sharesMemoryWith)) {
      ranks.run(
          CollectiveCall.of(
              CollectiveOperation.CREATE_WINDOW,
              0,
              call -> () -> new DataMovement(call).barrier()));
    }
  }

  private long[] gather(long... mine) {
    long[] all = new long[FIELDS * ranks.size()];
    Shares shares = Shares.equal(FIELDS, ranks.size());
    ranks.run(
        CollectiveCall.of(
            CollectiveOperation.CREATE_WINDOW,
            0,
            call ->
                () ->
                    new DataMovement(call)
                        .gatherEverywhere(Region.of(mine), Region.of(all), shares)));
    return all;
  }

  private static long[] field(long[] all, int which) {
    long[] some = new long[all.length / FIELDS];
    Arrays.setAll(some, rank -> all[FIELDS * rank + which]);
    return some;
  }

  private WindowTarget[] targets(Exposure exposure, long[] numbers) {
    WindowTarget[] targets = new WindowTarget[numbers.length];
    for (int rank = 0; rank < numbers.length; rank++) {
      int worldRank = members.inWorld(rank);
      targets[rank] =
          rank == members.self()
              ? new LocalTarget(endpoint, rank, exposure)
              : endpoint.sharesMemoryWith(worldRank)
                  ? new LocalTarget(endpoint, members.self(), Exposure.numbered(numbers[rank]))
                  : new RemoteTarget(endpoint, worldRank, context);
    }
    return targets;
  }

  /// For those that do not share this rank's memory, if there are any.
  private Optional<WindowServer> server(Exposure exposure, WindowTarget... targets) {
    return Arrays.stream(targets).anyMatch(RemoteTarget.class::isInstance)
        ? Optional.of(new WindowServer(endpoint, members, context, exposure))
        : Optional.empty();
  }
}

package io.penstock.message.ranks;

import io.penstock.memory.Confinement;
import io.penstock.message.MessageException;
import io.penstock.message.Shares;
import io.penstock.message.Window;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Helper;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/// The creation of a window by all ranks of a communicator: each learns the sizes of all, and how
/// it reaches their memory.
final class WindowCreation {
  private static final int FIELDS = 2;
  private static final long ALIGNMENT = 64;

  /// What stands for the size where there is no memory for it.
  private static final long FAILED = -1;

  private static final String NOT_MADE = "the window was not made";

  private final RankCommunicator ranks;
  private final BiFunction<String, Runnable, Thread> threads;
  private final Endpoint endpoint;
  private final RankGroup members;
  private final int context;

  /// @param ranks whose messages are the window's alone
  WindowCreation(RankCommunicator ranks) {
    this(ranks, Helper::named);
  }

  /// @param threads makes a thread with a name, to serve others
  WindowCreation(RankCommunicator ranks, BiFunction<String, Runnable, Thread> threads) {
    this.ranks = ranks;
    this.threads = threads;
    this.endpoint = ranks.pointToPoint.endpoint();
    this.members = ranks.pointToPoint.members();
    this.context = ranks.pointToPoint.context();
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
      return of(memory(arena, bytes), () -> end(arena));
    } catch (RuntimeException e) {
      end(arena);
      throw e;
    }
  }

  private MemorySegment memory(Arena arena, long bytes) {
    try {
      return arena.allocate(bytes, ALIGNMENT);
    } catch (RuntimeException | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  /// Tells the others, who wait to hear of it.
  private MessageException failed(Throwable why) {
    long[] _ = gather(FAILED, 0);
    return noMemory(members.self(), Optional.of(why));
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
    Optional<WindowServer> server = server(exposure);
    try {
      server.ifPresent(one -> one.start(threads));
    } catch (RuntimeException | OutOfMemoryError e) {
      exposure.end(NOT_MADE);
      throw failed(e);
    }
    try {
      long[] all = gather(memory.byteSize(), exposure.number());
      long[] sizes = field(all, 0);
      for (int rank = 0; rank < sizes.length; rank++) {
        if (sizes[rank] == FAILED) {
          throw noMemory(rank, Optional.empty());
        }
      }
      WindowTarget[] targets = targets(exposure, field(all, 1));
      RankWindow window = new RankWindow(ranks, exposure, free, sizes, targets, server);
      awaitOthers();
      window.open();
      return window;
    } catch (RuntimeException e) {
      exposure.end(NOT_MADE);
      server.ifPresent(WindowServer::stop);
      throw e;
    }
  }

  /// Ranks that find each other by the numbers of their memory have done so before one ends.
  private void awaitOthers() {
    if (Arrays.stream(members.inWorld()).allMatch(endpoint::sharesMemoryWith)) {
      ranks.collectives.run(
          CollectiveCall.of(
              CollectiveOperation.CREATE_WINDOW,
              0,
              call -> () -> new DataMovement(call).barrier()));
    }
  }

  private long[] gather(long... mine) {
    long[] all = new long[FIELDS * ranks.size()];
    Shares shares = Shares.equal(FIELDS, ranks.size());
    ranks.collectives.run(
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
  private Optional<WindowServer> server(Exposure exposure) {
    return Arrays.stream(members.inWorld()).allMatch(endpoint::sharesMemoryWith)
        ? Optional.empty()
        : Optional.of(new WindowServer(endpoint, members, context, exposure));
  }
}

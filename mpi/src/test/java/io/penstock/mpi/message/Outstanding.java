package io.penstock.mpi.message;

import io.penstock.memory.PoolExhaustedException;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.Request;
import io.penstock.message.match.Credit;
import io.penstock.message.match.Transfer;
import io.penstock.message.ranks.RankCommunicator;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiMessages;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiHandle;
import io.penstock.testing.CutFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/// Two ranks, the second of which does not receive yet what the first sends, or never.
public final class Outstanding {
  private static final int TAG = 7;
  private static final int LONG = 16_384;
  private static final int BATCH = 500;
  private static final int PIECE = 4 << 20;

  private final Mpi mpi = Mpi.start();
  private final FailingPool pool = new FailingPool();
  private final MpiChannel channel = MpiChannel.ofAll(mpi);
  private final MpiEndpoint endpoint = new MpiEndpoint(channel, pool);

  private Outstanding() {}

  /// Runs a task, and prints what came of it.
  ///
  /// @param arguments the task, and how many messages
  public static void main(String[] arguments) {
    Outstanding ranks = new Outstanding();
    switch (arguments[0]) {
      case "announced" -> ranks.announced(Integer.parseInt(arguments[1]), false);
      case "reversed" -> ranks.announced(Integer.parseInt(arguments[1]), true);
      case "small" -> ranks.small(Integer.parseInt(arguments[1]));
      case "abandoned" -> ranks.abandoned();
      case "freed" -> ranks.freed();
      case "cut" -> ranks.cut();
      case "cut-source" -> ranks.cutSource();
      case "refused" -> ranks.refused();
      case "exhausted" -> ranks.failing(FailingPool.Failure.EXHAUSTED);
      case "error" -> ranks.failing(FailingPool.Failure.ERROR);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private Communicator world() {
    return RankCommunicator.world(endpoint, "mpi, for a test");
  }

  /// Every message has its number at both ends and as its tag.
  private void announced(int messages, boolean reversed) {
    try (Communicator world = world()) {
      if (mpi.rank() == 0) {
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
          int[] data = new int[length(i)];
          data[0] = i;
          data[data.length - 1] = i;
          sends.add(world.isynchronousSend(data, 1, i));
        }
        meet();
        sends.forEach(Request::await);
      } else {
        meet();
        for (int i = 0; i < messages; i += BATCH) {
          receive(
              world,
              i,
              Math.min(messages, i + BATCH),
              number -> reversed ? messages - 1 - number : number);
        }
        System.out.println("received " + messages);
      }
    }
  }

  private static void receive(Communicator world, int from, int to, IntUnaryOperator order) {
    int[][] data = new int[to - from][LONG];
    List<Request> receives = new ArrayList<>();
    for (int i = from; i < to; i++) {
      receives.add(world.ireceive(data[i - from], 0, order.applyAsInt(i)));
    }
    Request.awaitAll(receives);
    for (int i = from; i < to; i++) {
      int number = order.applyAsInt(i);
      int[] got = data[i - from];
      if (got[0] != number || got[length(number) - 1] != number) {
        throw new AssertionError(number + " got " + got[0] + " and " + got[length(number) - 1]);
      }
    }
  }

  // Most are short: they are announced because they are synchronous.
  private static int length(int message) {
    return message % 100 == 0 ? LONG : 2;
  }

  /// Says how much memory the sender has taken while nobody received, and when all was received.
  private void small(int messages) {
    try (Communicator world = world()) {
      long[] data = new long[1];
      if (mpi.rank() == 0) {
        for (data[0] = 0; data[0] < messages; data[0]++) {
          world.send(data, 1, TAG);
        }
        System.out.println("full " + pool.statistics().liveBytes());
        meet();
        world.receive(data, 1, TAG);
        pool.trim();
        System.out.println("drained " + pool.statistics().liveBytes());
      } else {
        meet();
        for (int i = 0; i < messages; i++) {
          world.receive(data, 0, TAG);
          if (data[0] != i) {
            throw new AssertionError(i + " got " + data[0]);
          }
        }
        world.send(data, 0, TAG);
      }
    }
  }

  /// The first rank is told of the end while half a message is under way; what MPI brings after
  /// that must not reach its memory.
  private void abandoned() {
    MemorySegment data = Arena.global().allocate(16L * PIECE);
    if (mpi.rank() == 1) {
      data.fill((byte) 1);
      endpoint.send(endpoint.take().of(data).with(0, 0, TAG));
      meet();
      endpoint.die("on purpose");
      MemorySegment request = channel.takeRequest();
      channel.send(data, 64, 0, 1, request);
      while (!channel.isDone(request)) {
        Thread.onSpinWait();
      }
    } else {
      Transfer receive = endpoint.take().of(data).with(1, 0, TAG);
      endpoint.receive(receive);
      while (data.get(ValueLayout.JAVA_BYTE, 4L * PIECE - 1) == 0) {
        endpoint.progress();
      }
      while (endpoint.progress()) {
        // until the next fragments are awaited
      }
      meet();
      try {
        endpoint.await(receive);
      } catch (RuntimeException e) {
        System.out.println("told " + e.getMessage());
      }
      data.fill((byte) 0);
    }
    meet();
    if (mpi.rank() == 0) {
      System.out.println("differs at " + data.mismatch(Arena.global().allocate(16L * PIECE)));
    }
    meet();
    Runtime.getRuntime().halt(0);
  }

  /// The second rank frees the memory of a receive before its message is sent.
  private void freed() {
    try (Communicator world = world()) {
      int[] word = {1};
      if (mpi.rank() == 0) {
        meet();
        world.send(new int[LONG], 1, TAG);
        world.send(word, 1, TAG);
      } else {
        Arena arena = Arena.ofShared();
        MemorySegment room = arena.allocate(4L * LONG);
        Request receive = world.ireceive(room, 0, TAG);
        arena.close();
        meet();
        try {
          receive.await();
        } catch (RuntimeException e) {
          System.out.println("freed " + e.getClass().getSimpleName());
        }
        world.receive(word, 0, TAG);
        System.out.println("then " + word[0]);
      }
    }
  }

  /// The second rank receives into a mapped file that has been cut.
  private void cut() {
    try (Communicator world = world()) {
      int[] word = {1};
      for (int length : new int[] {10, LONG, PIECE}) {
        if (mpi.rank() == 0) {
          world.send(new int[length], 1, TAG);
          continue;
        }
        try (Arena arena = Arena.ofShared()) {
          world.receive(CutFile.map(4L * length, arena), 0, TAG);
        } catch (MessageException e) {
          System.out.println("cut " + length);
        }
      }
      if (mpi.rank() == 0) {
        world.send(word, 1, TAG);
      } else {
        world.receive(word, 0, TAG);
        System.out.println("then " + word[0]);
      }
    }
  }

  /// The first rank sends what a mapped file had before it was cut.
  private void cutSource() {
    Communicator world = world(); // which is not closed: both ranks are to tell what they heard
    try (Arena arena = Arena.ofShared()) {
      if (mpi.rank() == 0) {
        world.send(CutFile.map(PIECE, arena), 1, TAG);
      } else {
        world.receive(new byte[PIECE], 0, TAG);
      }
    } catch (RuntimeException e) {
      System.out.println(mpi.rank() + " told " + e.getMessage());
    }
    meet();
    Runtime.getRuntime().halt(0);
  }

  /// The first rank has no memory to send in, and then nothing to send, more often than there is
  /// credit for; then it has both.
  private void refused() {
    try (Communicator world = world()) {
      byte[] data = new byte[(int) endpoint.eagerLimit()];
      if (mpi.rank() == 0) {
        pool.fail(FailingPool.Failure.EXHAUSTED);
        refused(data);
        pool.fail(FailingPool.Failure.NONE);
        Arena arena = Arena.ofShared();
        MemorySegment gone = arena.allocate(data.length);
        arena.close();
        refused(gone);
        Request sent = world.isend(data, 1, TAG);
        System.out.println("unasked " + sent.isKnownDone());
        meet();
        sent.await();
      } else {
        meet();
        world.receive(data, 0, TAG);
      }
    }
  }

  private void refused(Object data) {
    long most = Credit.WINDOW / endpoint.eagerLimit() + 1;
    for (long i = 0; i < most; i++) {
      Transfer send = endpoint.take().of(data).with(1, 0, TAG);
      try {
        endpoint.send(send);
      } catch (PoolExhaustedException | IllegalStateException e) {
        continue;
      }
      throw new AssertionError("sent after " + i + " that could not be");
    }
  }

  /// The second rank cannot stage what comes.
  private void failing(FailingPool.Failure how) {
    long[] data = new long[100];
    Transfer other = endpoint.take().of(new long[1]).with(1 - mpi.rank(), 0, TAG + 1);
    if (mpi.rank() == 0) {
      meet();
      endpoint.send(endpoint.take().of(data).with(1, 0, TAG));
    } else {
      pool.fail(how);
      meet();
    }
    try {
      endpoint.receive(other);
      endpoint.await(other);
    } catch (Throwable e) {
      System.out.println(mpi.rank() + " told " + e.getMessage());
    }
    meet();
    Runtime.getRuntime().halt(0);
  }

  /// Waits for the other rank inside MPI, where nothing of Penstock's is moved.
  private void meet() {
    int other = 1 - mpi.rank();
    long world = mpi.handle(MpiHandle.COMM_WORLD);
    long type = mpi.handle(MpiHandle.BYTE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment request = arena.allocate(ValueLayout.JAVA_LONG);
      long ignored = mpi.constant(MpiConstant.STATUS_IGNORE);
      long memory = arena.allocate(2).address();
      MpiMessages.isend(memory, 1, type, other, TAG, world, request.address());
      MpiMessages.recv(memory + 1, 1, type, other, TAG, world, ignored);
      MpiMessages.await(request.address(), ignored);
    }
  }
}

package io.penstock.mpi.message;

import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiMessages;
import io.penstock.mpi.abi.Abi;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The MPI communicator on which the frames and payloads of one world travel.
///
/// Only making a channel waits. One thread at a time, so that libraries will do whose threads must
/// take turns.
final class MpiChannel {
  /// The highest tag that every library takes (MPI 4.1, section 9.1.2).
  static final int HIGHEST_TAG = 32_767;

  /// What goes from process to process on one machine without a handshake, with room for the
  /// library's own head: Open MPI's limit is 4 KiB (`btl_vader_eager_limit`), MPICH's 16 KiB.
  private static final long OPEN_MPI_FRAME = 4000;

  private static final long USUAL_FRAME = 8 << 10;

  private final Mpi mpi;
  private final Arena arena = Arena.ofAuto();
  private final MemorySegment lent = arena.allocate(2 * Integer.BYTES, Integer.BYTES);
  private final Deque<MemorySegment> spares = new ArrayDeque<>();
  private final long communicator;
  private final long bytes;
  private final long ignored;
  private final int anySource;
  private final int rank;
  private final int size;

  private MpiChannel(Mpi mpi, long communicator) {
    this.mpi = mpi;
    this.communicator = communicator;
    this.bytes = mpi.handle(MpiHandle.BYTE);
    this.ignored = mpi.constant(MpiConstant.STATUS_IGNORE);
    this.anySource = mpi.constant(MpiConstant.ANY_SOURCE);
    this.rank = number(MpiFunction.COMM_RANK);
    this.size = number(MpiFunction.COMM_SIZE);
  }

  /// For all ranks, who call this together.
  static MpiChannel ofAll(Mpi mpi) {
    return new MpiChannel(mpi, made(mpi, MpiFunction.COMM_DUP));
  }

  /// For some of the ranks. All call this together.
  ///
  /// @param member whether this rank is one of them
  /// @return empty if it is not
  static Optional<MpiChannel> ofSome(Mpi mpi, boolean member) {
    int color = member ? 0 : mpi.constant(MpiConstant.UNDEFINED);
    long communicator = made(mpi, MpiFunction.COMM_SPLIT, color, 0);
    return member ? Optional.of(new MpiChannel(mpi, communicator)) : Optional.empty();
  }

  private static long made(Mpi mpi, MpiFunction maker, long... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
      long[] all = new long[arguments.length + 2];
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      all[0] = mpi.handle(MpiHandle.COMM_WORLD);
      all[all.length - 1] = handle.address();
      mpi.call(maker, all);
      return mpi.abi().handle(handle, 0);
    }
  }

  /// Ends all processes of the job, this one too.
  void abort(int status) {
    mpi.abort(status);
  }

  private int number(MpiFunction question) {
    mpi.call(question, communicator, lent.address());
    return lent.get(ValueLayout.JAVA_INT, 0);
  }

  /// The number of processors that each rank of this machine has; 0 if they have to share. All
  /// ranks call this together.
  int processorsOfRank() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
      mpi.call(
          MpiFunction.COMM_SPLIT_TYPE,
          communicator,
          mpi.constant(MpiConstant.COMM_TYPE_SHARED),
          0,
          mpi.handle(MpiHandle.INFO_NULL),
          handle.address());
      long neighbours = mpi.abi().handle(handle, 0);
      mpi.call(MpiFunction.COMM_SIZE, neighbours, lent.address());
      int ranks = lent.get(ValueLayout.JAVA_INT, 0);
      Processors own = Processors.ofThisProcess();
      MemorySegment mine = arena.allocateFrom(ValueLayout.JAVA_BYTE, own.mask());
      MemorySegment all = arena.allocate(mine.byteSize());
      mpi.call(
          MpiFunction.ALLREDUCE,
          mine.address(),
          all.address(),
          mine.byteSize(),
          bytes,
          mpi.handle(MpiHandle.BOR),
          neighbours);
      mpi.call(MpiFunction.COMM_FREE, handle.address());
      return own.with(all.toArray(ValueLayout.JAVA_BYTE)) / ranks;
    }
  }

  /// Lets the library yield the processor in calls that find nothing, or keeps it from that.
  void yieldWhenIdle(boolean yielding) {
    mpi.yieldWhenIdle(yielding);
  }

  int rank() {
    return rank;
  }

  int size() {
    return size;
  }

  /// The longest frame that is worth sending in one fragment.
  long frameBytes() {
    return mpi.abi() == Abi.OPEN_MPI ? OPEN_MPI_FRAME : USUAL_FRAME;
  }

  /// A place for the request of one operation at a time.
  MemorySegment takeRequest() {
    return spares.isEmpty() ? arena.allocate(ValueLayout.JAVA_LONG) : spares.pop();
  }

  /// Gives back the place of an operation that is done.
  void giveRequest(MemorySegment request) {
    spares.push(request);
  }

  void send(MemorySegment data, long count, int to, int tag, MemorySegment request) {
    MpiMessages.isend(data.address(), (int) count, bytes, to, tag, communicator, request.address());
  }

  /// The same, done only when its receive has begun.
  void synchronousSend(MemorySegment data, long count, int to, int tag, MemorySegment request) {
    MpiMessages.issend(
        data.address(), (int) count, bytes, to, tag, communicator, request.address());
  }

  void receive(MemorySegment room, long count, int from, int tag, MemorySegment request) {
    MpiMessages.irecv(
        room.address(), (int) count, bytes, from, tag, communicator, request.address());
  }

  /// Prepares a receive of what any rank sends, to be started again and again: this takes less than
  /// to post a new one each time.
  void prepareReceiveAny(MemorySegment room, int tag, MemorySegment request) {
    MpiMessages.recvInit(
        room.address(),
        (int) room.byteSize(),
        bytes,
        anySource,
        tag,
        communicator,
        request.address());
  }

  /// Starts a receive that was prepared, and has not been started or is done.
  void start(MemorySegment request) {
    MpiMessages.start(request.address());
  }

  /// Whether an operation is done; its request can be used again then, or be started anew.
  boolean isDone(MemorySegment request) {
    return MpiMessages.test(request.address(), lent, ignored);
  }

  /// Begins to take back a receive: soon it is done, without or with what was on its way.
  void takeBack(MemorySegment request) {
    MpiMessages.cancel(request.address());
  }

  /// Takes back a receive that was prepared and started, and that nothing will meet.
  void cancel(MemorySegment request) {
    MpiMessages.cancel(request.address());
    MpiMessages.await(request.address(), ignored);
    MpiMessages.free(request.address());
  }
}

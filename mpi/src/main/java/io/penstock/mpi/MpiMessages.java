package io.penstock.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.penstock.mpi.abi.MpiFunction;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Allocation-free point-to-point calls, which cost what they cost in C but for a few nanoseconds.
///
/// As in [Mpi], addresses are `long`, and the caller answers for the memory. All throw
/// [MpiException] if the function returns an error, [UnsupportedOperationException] if the library
/// lacks it, and [IllegalStateException] if MPI has ended. The class starts MPI if it has not been
/// started: call [Mpi#start] first to get the reason where that fails.
///
/// Where a function returns a number or a flag, the caller lends two `int`s of memory for it, which
/// no other thread uses at the same time.
public final class MpiMessages {
  private static final Mpi MPI = Mpi.start();

  private MpiMessages() {}

  /// Sends, and returns when the memory may be changed.
  public static void send(
      long buffer, int count, long type, int destination, int tag, long communicator) {
    call(MpiFunction.SEND, Probing.SEND, buffer, count, type, destination, tag, communicator);
  }

  /// Sends, and returns when the receiver has begun to receive.
  public static void ssend(
      long buffer, int count, long type, int destination, int tag, long communicator) {
    call(MpiFunction.SSEND, Probing.SSEND, buffer, count, type, destination, tag, communicator);
  }

  /// Receives.
  ///
  /// @param status where the status goes, or [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static void recv(
      long buffer, int count, long type, int source, int tag, long communicator, long status) {
    call(MpiFunction.RECV, Sending.RECV, buffer, count, type, source, tag, communicator, status);
  }

  /// Starts a send.
  ///
  /// @param request where the request goes
  public static void isend(
      long buffer,
      int count,
      long type,
      int destination,
      int tag,
      long communicator,
      long request) {
    call(
        MpiFunction.ISEND,
        Sending.ISEND,
        buffer,
        count,
        type,
        destination,
        tag,
        communicator,
        request);
  }

  /// Starts a send that is done when the receiver has begun to receive.
  ///
  /// @param request where the request goes
  public static void issend(
      long buffer,
      int count,
      long type,
      int destination,
      int tag,
      long communicator,
      long request) {
    call(
        MpiFunction.ISSEND,
        Sending.ISSEND,
        buffer,
        count,
        type,
        destination,
        tag,
        communicator,
        request);
  }

  /// Starts a receive.
  ///
  /// @param request where the request goes
  public static void irecv(
      long buffer, int count, long type, int source, int tag, long communicator, long request) {
    call(MpiFunction.IRECV, Sending.IRECV, buffer, count, type, source, tag, communicator, request);
  }

  /// Makes a send that can be started again and again.
  ///
  /// @param request where the request goes
  public static void sendInit(
      long buffer,
      int count,
      long type,
      int destination,
      int tag,
      long communicator,
      long request) {
    call(
        MpiFunction.SEND_INIT,
        Sending.SEND_INIT,
        buffer,
        count,
        type,
        destination,
        tag,
        communicator,
        request);
  }

  /// Makes a receive that can be started again and again.
  ///
  /// @param request where the request goes
  public static void recvInit(
      long buffer, int count, long type, int source, int tag, long communicator, long request) {
    call(
        MpiFunction.RECV_INIT,
        Sending.RECV_INIT,
        buffer,
        count,
        type,
        source,
        tag,
        communicator,
        request);
  }

  /// Starts what [#sendInit] or [#recvInit] made.
  ///
  /// @param request where the request is
  public static void start(long request) {
    call(MpiFunction.START, Requests.START, request);
  }

  /// Waits until a request is done.
  ///
  /// @param request where the request is; then it is `MPI_REQUEST_NULL`, or inactive if it can be
  ///   started again
  /// @param status where the status goes, or [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static void await(long request, long status) {
    call(MpiFunction.WAIT, Requests.WAIT, request, status);
  }

  /// Waits until all requests are done.
  ///
  /// @param requests where the requests are, one after the other
  /// @param statuses where the statuses go, or [io.penstock.mpi.abi.MpiConstant#STATUSES_IGNORE]
  public static void awaitAll(int count, long requests, long statuses) {
    call(MpiFunction.WAITALL, Requests.WAITALL, count, requests, statuses);
  }

  /// Whether a request is done; MPI makes progress meanwhile.
  ///
  /// @param request where the request is; once done it is `MPI_REQUEST_NULL`, or inactive if it can
  ///   be started again
  /// @param lent for the answer
  /// @param status where the status goes once it is done, or
  ///   [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static boolean test(long request, MemorySegment lent, long status) {
    call(MpiFunction.TEST, Requests.TEST, request, lent.address(), status);
    return lent.get(JAVA_INT, 0) != 0;
  }

  /// Which of some requests is done; MPI makes progress meanwhile.
  ///
  /// @param requests where the requests are, one after the other; those that are `MPI_REQUEST_NULL`
  ///   or inactive do not count
  /// @param lent for the answer
  /// @param status where the status of the one goes, or
  ///   [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  /// @return its index; -1 if none is; [io.penstock.mpi.abi.MpiConstant#UNDEFINED] if none counts
  public static int testAny(int count, long requests, MemorySegment lent, long status) {
    call(
        MpiFunction.TESTANY,
        Probing.TESTANY,
        count,
        requests,
        lent.address(),
        lent.address() + Integer.BYTES,
        status);
    return lent.get(JAVA_INT, Integer.BYTES) != 0 ? lent.get(JAVA_INT, 0) : -1;
  }

  /// Which of some requests are done; MPI makes progress meanwhile.
  ///
  /// @param requests where the requests are, one after the other
  /// @param lent for the answer
  /// @param indices where the indices of those that are done go: `count` times an `int`
  /// @param statuses where their statuses go, or [io.penstock.mpi.abi.MpiConstant#STATUSES_IGNORE]
  /// @return how many are; [io.penstock.mpi.abi.MpiConstant#UNDEFINED] if none of the requests is
  ///   active
  public static int testSome(
      int count, long requests, MemorySegment lent, long indices, long statuses) {
    call(
        MpiFunction.TESTSOME, Probing.TESTSOME, count, requests, lent.address(), indices, statuses);
    return lent.get(JAVA_INT, 0);
  }

  /// Waits for a message.
  ///
  /// @param status where its status goes
  public static void probe(int source, int tag, long communicator, long status) {
    call(MpiFunction.PROBE, Probing.PROBE, source, tag, communicator, status);
  }

  /// Whether a message has come; it stays there.
  ///
  /// @param lent for the answer
  /// @param status where its status goes
  public static boolean iprobe(
      int source, int tag, long communicator, MemorySegment lent, long status) {
    call(MpiFunction.IPROBE, Probing.IPROBE, source, tag, communicator, lent.address(), status);
    return lent.get(JAVA_INT, 0) != 0;
  }

  /// Whether a message has come; then it is taken out, and only who has it can receive it.
  ///
  /// @param lent for the answer
  /// @param message where the message goes
  /// @param status where its status goes
  public static boolean improbe(
      int source, int tag, long communicator, MemorySegment lent, long message, long status) {
    call(
        MpiFunction.IMPROBE,
        Probing.IMPROBE,
        source,
        tag,
        communicator,
        lent.address(),
        message,
        status);
    return lent.get(JAVA_INT, 0) != 0;
  }

  /// Receives what [#improbe] took out.
  ///
  /// @param message where the message is
  /// @param status where the status goes, or [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static void mrecv(long buffer, int count, long type, long message, long status) {
    call(MpiFunction.MRECV, Probing.MRECV, buffer, count, type, message, status);
  }

  /// Starts to receive what [#improbe] took out.
  ///
  /// @param message where the message is
  /// @param request where the request goes
  public static void imrecv(long buffer, int count, long type, long message, long request) {
    call(MpiFunction.IMRECV, Probing.IMRECV, buffer, count, type, message, request);
  }

  /// Asks for the end of a request that has met no message; it is still to be waited for.
  ///
  /// @param request where the request is
  public static void cancel(long request) {
    call(MpiFunction.CANCEL, Requests.CANCEL, request);
  }

  /// Whether a request that is done was cancelled.
  ///
  /// @param lent for the answer
  public static boolean isCancelled(long status, MemorySegment lent) {
    call(MpiFunction.TEST_CANCELLED, Statuses.TEST_CANCELLED, status, lent.address());
    return lent.get(JAVA_INT, 0) != 0;
  }

  /// Lets a request go; it ends by itself.
  ///
  /// @param request where the request is
  public static void free(long request) {
    call(MpiFunction.REQUEST_FREE, Requests.REQUEST_FREE, request);
  }

  /// How many elements of a type came.
  ///
  /// @param lent for the answer
  /// @return [io.penstock.mpi.abi.MpiConstant#UNDEFINED] if they are no whole number, or fit no
  ///   `int`
  public static int count(long status, long type, MemorySegment lent) {
    call(MpiFunction.GET_COUNT, Statuses.GET_COUNT, status, type, lent.address());
    return lent.get(JAVA_INT, 0);
  }

  // Once it is compiled into its caller, where the handle is a constant, a call costs no more than
  // the C function.

  private static void call(MpiFunction function, MethodHandle handle, long a) {
    MPI.enter();
    try {
      MPI.check(function, (int) handle.invokeExact(a));
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    } finally {
      MPI.leave();
    }
  }

  private static void call(MpiFunction function, MethodHandle handle, long a, long b) {
    MPI.enter();
    try {
      MPI.check(function, (int) handle.invokeExact(a, b));
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    } finally {
      MPI.leave();
    }
  }

  private static void call(MpiFunction function, MethodHandle handle, long a, long b, long c) {
    MPI.enter();
    try {
      MPI.check(function, (int) handle.invokeExact(a, b, c));
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    } finally {
      MPI.leave();
    }
  }

  private static void call(
      MpiFunction function, MethodHandle handle, long a, long b, long c, long d) {
    MPI.enter();
    try {
      MPI.check(function, (int) handle.invokeExact(a, b, c, d));
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    } finally {
      MPI.leave();
    }
  }

  private static void call(
      MpiFunction function, MethodHandle handle, long a, long b, long c, long d, long e) {
    MPI.enter();
    try {
      MPI.check(function, (int) handle.invokeExact(a, b, c, d, e));
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    } finally {
      MPI.leave();
    }
  }

  private static void call(
      MpiFunction function, MethodHandle handle, long a, long b, long c, long d, long e, long f) {
    MPI.enter();
    try {
      MPI.check(function, (int) handle.invokeExact(a, b, c, d, e, f));
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    } finally {
      MPI.leave();
    }
  }

  private static void call(
      MpiFunction function,
      MethodHandle handle,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g) {
    MPI.enter();
    try {
      MPI.check(function, (int) handle.invokeExact(a, b, c, d, e, f, g));
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    } finally {
      MPI.leave();
    }
  }

  // A group is bound when one of its functions is first called. Functions with as many parameters
  // stand in one group where they can: only the first call with a number of parameters takes long
  // to bind.

  private static final class Sending {
    static final MethodHandle RECV = MPI.library().function(MpiFunction.RECV);
    static final MethodHandle ISEND = MPI.library().function(MpiFunction.ISEND);
    static final MethodHandle ISSEND = MPI.library().function(MpiFunction.ISSEND);
    static final MethodHandle IRECV = MPI.library().function(MpiFunction.IRECV);
    static final MethodHandle SEND_INIT = MPI.library().function(MpiFunction.SEND_INIT);
    static final MethodHandle RECV_INIT = MPI.library().function(MpiFunction.RECV_INIT);
  }

  private static final class Requests {
    static final MethodHandle START = MPI.library().function(MpiFunction.START);
    static final MethodHandle CANCEL = MPI.library().function(MpiFunction.CANCEL);
    static final MethodHandle REQUEST_FREE = MPI.library().function(MpiFunction.REQUEST_FREE);
    static final MethodHandle WAIT = MPI.library().function(MpiFunction.WAIT);
    static final MethodHandle WAITALL = MPI.library().function(MpiFunction.WAITALL);
    static final MethodHandle TEST = MPI.library().function(MpiFunction.TEST);
  }

  private static final class Probing {
    static final MethodHandle SEND = MPI.library().function(MpiFunction.SEND);
    static final MethodHandle SSEND = MPI.library().function(MpiFunction.SSEND);
    static final MethodHandle PROBE = MPI.library().function(MpiFunction.PROBE);
    static final MethodHandle IPROBE = MPI.library().function(MpiFunction.IPROBE);
    static final MethodHandle IMPROBE = MPI.library().function(MpiFunction.IMPROBE);
    static final MethodHandle MRECV = MPI.library().function(MpiFunction.MRECV);
    static final MethodHandle IMRECV = MPI.library().function(MpiFunction.IMRECV);
    static final MethodHandle TESTANY = MPI.library().function(MpiFunction.TESTANY);
    static final MethodHandle TESTSOME = MPI.library().function(MpiFunction.TESTSOME);
  }

  private static final class Statuses {
    static final MethodHandle TEST_CANCELLED =
        MPI.library().briefFunction(MpiFunction.TEST_CANCELLED);
    static final MethodHandle GET_COUNT = MPI.library().briefFunction(MpiFunction.GET_COUNT);
  }
}

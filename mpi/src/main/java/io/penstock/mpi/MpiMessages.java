package io.penstock.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.penstock.mpi.abi.MpiFunction;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// MPI's messages between two ranks, for who sends many: these calls make no object and cost what
/// they cost in C, but for a few nanoseconds.
///
/// What is said of [Mpi] holds here: addresses are `long`, and who calls answers for the memory.
/// All throw [MpiException] if the function returns an error, [UnsupportedOperationException] if
/// the library lacks it, and [IllegalStateException] if MPI has ended. The class starts MPI if
/// nobody has: call [Mpi#start] first to be told what is wrong where that fails.
///
/// Where a function gives back a number or a truth, the caller lends the memory for it, which no
/// other thread uses at the same time: two `int`s.
public final class MpiMessages {
  private static final Mpi MPI = Mpi.start();

  private MpiMessages() {}

  /// Sends, and returns when the memory may be changed.
  public static void send(
      long buffer, int count, long type, int destination, int tag, long communicator) {
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Sending.SEND.invokeExact(
                  buffer, (long) count, type, (long) destination, (long) tag, communicator);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.SEND, code);
  }

  /// Sends, and returns when the receiver has begun to receive.
  public static void ssend(
      long buffer, int count, long type, int destination, int tag, long communicator) {
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Sending.SSEND.invokeExact(
                  buffer, (long) count, type, (long) destination, (long) tag, communicator);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.SSEND, code);
  }

  /// Receives.
  ///
  /// @param status where the status goes, or [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static void recv(
      long buffer, int count, long type, int source, int tag, long communicator, long status) {
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Sending.RECV.invokeExact(
                  buffer, (long) count, type, (long) source, (long) tag, communicator, status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.RECV, code);
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
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Starting.ISEND.invokeExact(
                  buffer,
                  (long) count,
                  type,
                  (long) destination,
                  (long) tag,
                  communicator,
                  request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.ISEND, code);
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
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Starting.ISSEND.invokeExact(
                  buffer,
                  (long) count,
                  type,
                  (long) destination,
                  (long) tag,
                  communicator,
                  request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.ISSEND, code);
  }

  /// Starts a receive.
  ///
  /// @param request where the request goes
  public static void irecv(
      long buffer, int count, long type, int source, int tag, long communicator, long request) {
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Starting.IRECV.invokeExact(
                  buffer, (long) count, type, (long) source, (long) tag, communicator, request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.IRECV, code);
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
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Persistent.SEND_INIT.invokeExact(
                  buffer,
                  (long) count,
                  type,
                  (long) destination,
                  (long) tag,
                  communicator,
                  request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.SEND_INIT, code);
  }

  /// Makes a receive that can be started again and again.
  ///
  /// @param request where the request goes
  public static void recvInit(
      long buffer, int count, long type, int source, int tag, long communicator, long request) {
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Persistent.RECV_INIT.invokeExact(
                  buffer, (long) count, type, (long) source, (long) tag, communicator, request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.RECV_INIT, code);
  }

  /// Starts what [#sendInit] or [#recvInit] made.
  ///
  /// @param request where the request is
  public static void start(long request) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Persistent.START.invokeExact(request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.START, code);
  }

  /// Waits until a request is done.
  ///
  /// @param request where the request is; then it is `MPI_REQUEST_NULL`, or inactive if it can be
  ///   started again
  /// @param status where the status goes, or [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static void await(long request, long status) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Waiting.WAIT.invokeExact(request, status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.WAIT, code);
  }

  /// Waits until all requests are done.
  ///
  /// @param requests where the requests are, one after the other
  /// @param statuses where the statuses go, or [io.penstock.mpi.abi.MpiConstant#STATUSES_IGNORE]
  public static void awaitAll(int count, long requests, long statuses) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Waiting.WAITALL.invokeExact((long) count, requests, statuses);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.WAITALL, code);
  }

  /// Whether a request is done; MPI makes progress meanwhile.
  ///
  /// @param request where the request is; once done it is `MPI_REQUEST_NULL`, or inactive if it can
  ///   be started again
  /// @param lent for the answer
  /// @param status where the status goes once it is done, or
  ///   [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static boolean test(long request, MemorySegment lent, long status) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Testing.TEST.invokeExact(request, lent.address(), status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.TEST, code);
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
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              TestingMany.TESTANY.invokeExact(
                  (long) count, requests, lent.address(), lent.address() + Integer.BYTES, status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.TESTANY, code);
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
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              TestingMany.TESTSOME.invokeExact(
                  (long) count, requests, lent.address(), indices, statuses);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.TESTSOME, code);
    return lent.get(JAVA_INT, 0);
  }

  /// Waits for a message.
  ///
  /// @param status where its status goes
  public static void probe(int source, int tag, long communicator, long status) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Probing.PROBE.invokeExact((long) source, (long) tag, communicator, status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.PROBE, code);
  }

  /// Whether a message has come; it stays there.
  ///
  /// @param lent for the answer
  /// @param status where its status goes
  public static boolean iprobe(
      int source, int tag, long communicator, MemorySegment lent, long status) {
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Probing.IPROBE.invokeExact(
                  (long) source, (long) tag, communicator, lent.address(), status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.IPROBE, code);
    return lent.get(JAVA_INT, 0) != 0;
  }

  /// Whether a message has come; then it is taken out, and only who has it can receive it.
  ///
  /// @param lent for the answer
  /// @param message where the message goes
  /// @param status where its status goes
  public static boolean improbe(
      int source, int tag, long communicator, MemorySegment lent, long message, long status) {
    MPI.checkRunning();
    int code;
    try {
      code =
          (int)
              Probing.IMPROBE.invokeExact(
                  (long) source, (long) tag, communicator, lent.address(), message, status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.IMPROBE, code);
    return lent.get(JAVA_INT, 0) != 0;
  }

  /// Receives what [#improbe] took out.
  ///
  /// @param message where the message is
  /// @param status where the status goes, or [io.penstock.mpi.abi.MpiConstant#STATUS_IGNORE]
  public static void mrecv(long buffer, int count, long type, long message, long status) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Probing.MRECV.invokeExact(buffer, (long) count, type, message, status);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.MRECV, code);
  }

  /// Starts to receive what [#improbe] took out.
  ///
  /// @param message where the message is
  /// @param request where the request goes
  public static void imrecv(long buffer, int count, long type, long message, long request) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Probing.IMRECV.invokeExact(buffer, (long) count, type, message, request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.IMRECV, code);
  }

  /// Asks for the end of a request that has met no message; it is still to be waited for.
  ///
  /// @param request where the request is
  public static void cancel(long request) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Ending.CANCEL.invokeExact(request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.CANCEL, code);
  }

  /// Whether a request that is done was cancelled.
  ///
  /// @param lent for the answer
  public static boolean isCancelled(long status, MemorySegment lent) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Ending.TEST_CANCELLED.invokeExact(status, lent.address());
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.TEST_CANCELLED, code);
    return lent.get(JAVA_INT, 0) != 0;
  }

  /// Lets a request go; it ends by itself.
  ///
  /// @param request where the request is
  public static void free(long request) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Ending.REQUEST_FREE.invokeExact(request);
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.REQUEST_FREE, code);
  }

  /// How many elements of a type came.
  ///
  /// @param lent for the answer
  /// @return [io.penstock.mpi.abi.MpiConstant#UNDEFINED] if they are no whole number, or fit no
  ///   `int`
  public static int count(long status, long type, MemorySegment lent) {
    MPI.checkRunning();
    int code;
    try {
      code = (int) Counting.GET_COUNT.invokeExact(status, type, lent.address());
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
    MPI.check(MpiFunction.GET_COUNT, code);
    return lent.get(JAVA_INT, 0);
  }

  // Each group is bound when one of it is first called.

  private static final class Sending {
    static final MethodHandle SEND = MPI.library().function(MpiFunction.SEND);
    static final MethodHandle SSEND = MPI.library().function(MpiFunction.SSEND);
    static final MethodHandle RECV = MPI.library().function(MpiFunction.RECV);
  }

  private static final class Starting {
    static final MethodHandle ISEND = MPI.library().function(MpiFunction.ISEND);
    static final MethodHandle ISSEND = MPI.library().function(MpiFunction.ISSEND);
    static final MethodHandle IRECV = MPI.library().function(MpiFunction.IRECV);
  }

  private static final class Persistent {
    static final MethodHandle SEND_INIT = MPI.library().function(MpiFunction.SEND_INIT);
    static final MethodHandle RECV_INIT = MPI.library().function(MpiFunction.RECV_INIT);
    static final MethodHandle START = MPI.library().function(MpiFunction.START);
  }

  private static final class Waiting {
    static final MethodHandle WAIT = MPI.library().function(MpiFunction.WAIT);
    static final MethodHandle WAITALL = MPI.library().function(MpiFunction.WAITALL);
  }

  private static final class Testing {
    static final MethodHandle TEST = MPI.library().function(MpiFunction.TEST);
  }

  private static final class TestingMany {
    static final MethodHandle TESTANY = MPI.library().function(MpiFunction.TESTANY);
    static final MethodHandle TESTSOME = MPI.library().function(MpiFunction.TESTSOME);
  }

  private static final class Probing {
    static final MethodHandle PROBE = MPI.library().function(MpiFunction.PROBE);
    static final MethodHandle IPROBE = MPI.library().function(MpiFunction.IPROBE);
    static final MethodHandle IMPROBE = MPI.library().function(MpiFunction.IMPROBE);
    static final MethodHandle MRECV = MPI.library().function(MpiFunction.MRECV);
    static final MethodHandle IMRECV = MPI.library().function(MpiFunction.IMRECV);
  }

  private static final class Ending {
    static final MethodHandle CANCEL = MPI.library().function(MpiFunction.CANCEL);
    static final MethodHandle TEST_CANCELLED =
        MPI.library().briefFunction(MpiFunction.TEST_CANCELLED);
    static final MethodHandle REQUEST_FREE = MPI.library().function(MpiFunction.REQUEST_FREE);
  }

  private static final class Counting {
    static final MethodHandle GET_COUNT = MPI.library().briefFunction(MpiFunction.GET_COUNT);
  }
}

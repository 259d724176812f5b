package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/// An io_uring(7): a queue of requests to the kernel and a queue of their results, in memory that
/// both sides see.
///
/// Belongs to one thread at a time. Requests are prepared by [#read] and [#write], handed over by
/// [#enter], and their results taken by [#next]. There are never more requests under way than
/// results find room for, so that none is lost.
///
/// Order of accesses: a request is written before the tail of its queue, which is stored with
/// release; the kernel's tail of results is loaded with acquire before the results are read, and
/// the head is stored with release after they have been, when the kernel may write over them.
public final class Ring implements AutoCloseable {
  /// A system property: `off` has the process do without rings.
  private static final String SWITCH = "penstock.uring";

  /// asm-generic/unistd.h (v6.1), the same on x86-64.
  private static final long SYS_SETUP = 425;

  private static final long SYS_ENTER = 426;

  // linux/io_uring.h (v6.12), as are the offsets below.

  /// IORING_SETUP_COOP_TASKRUN, v5.19: nothing interrupts the thread to complete a request; that is
  /// done when it next enters the kernel, by whatever call. With IORING_SETUP_DEFER_TASKRUN it
  /// would be done by [#enter] alone, and never where that is refused from some moment on.
  private static final int COOPERATIVE = 1 << 8;

  private static final int ONE_MAPPING = 1; // IORING_FEAT_SINGLE_MMAP, v5.4
  private static final int PLAIN_TRANSFERS =
      8; // IORING_FEAT_RW_CUR_POS, v5.6, as are READ and WRITE
  private static final long REQUESTS_AT = 0x10000000; // IORING_OFF_SQES
  private static final long GET_EVENTS = 1; // IORING_ENTER_GETEVENTS

  private static final byte NOP = 0;
  private static final byte READ = 22;
  private static final byte WRITE = 23;
  private static final long REQUEST_BYTES = 64;
  private static final long RESULT_BYTES = 16;
  private static final long PARAMETERS_BYTES = 120;

  /// PROT_READ | PROT_WRITE and MAP_SHARED | MAP_POPULATE, asm-generic/mman-common.h (v6.1).
  private static final long READ_AND_WRITE = 3;

  private static final long SHARED_AND_PRESENT = 0x8001;

  private static final VarHandle INT = JAVA_INT.varHandle();

  private final Calls calls;
  private final int descriptor;
  private final MemorySegment queues;
  private final MemorySegment requests;
  private final MemorySegment errno = LibC.errno(Arena.ofAuto());
  private final int entries;
  private final int requestMask;
  private final int resultMask;
  private final long requestHeadAt;
  private final long requestTailAt;
  private final long resultHeadAt;
  private final long resultTailAt;
  private final long resultsAt;
  private int prepared;
  private int taken;
  private long tag;
  private int result;

  @SuppressWarnings("restricted")
  private Ring(Calls calls, int descriptor, MemorySegment parameters, long queues, long requests) {
    this.calls = calls;
    this.descriptor = descriptor;
    entries = parameters.get(JAVA_INT, 0);
    long bytes = queueBytes(parameters);
    this.queues = MemorySegment.ofAddress(queues).reinterpret(bytes);
    this.requests = MemorySegment.ofAddress(requests).reinterpret(entries * REQUEST_BYTES);
    requestHeadAt = parameters.get(JAVA_INT, 40);
    requestTailAt = parameters.get(JAVA_INT, 44);
    resultHeadAt = parameters.get(JAVA_INT, 80);
    resultTailAt = parameters.get(JAVA_INT, 84);
    resultsAt = parameters.get(JAVA_INT, 100);
    requestMask = this.queues.get(JAVA_INT, parameters.get(JAVA_INT, 48));
    resultMask = this.queues.get(JAVA_INT, parameters.get(JAVA_INT, 88));
    long order = parameters.get(JAVA_INT, 64);
    for (int i = 0; i < entries; i++) {
      this.queues.set(JAVA_INT, order + 4L * i, i);
    }
    prepared = this.queues.get(JAVA_INT, requestTailAt);
    taken = this.queues.get(JAVA_INT, resultHeadAt);
  }

  /// The longer of the two queues, which share one mapping.
  private static long queueBytes(MemorySegment parameters) {
    long ofRequests = parameters.get(JAVA_INT, 64) + 4L * parameters.get(JAVA_INT, 0);
    long ofResults = parameters.get(JAVA_INT, 100) + RESULT_BYTES * parameters.get(JAVA_INT, 4);
    return Math.max(ofRequests, ofResults);
  }

  /// Why this process can have no rings, with the remedy; empty where it can. Found out once, by a
  /// request that does nothing.
  public static Optional<String> obstacle() {
    return Probe.OBSTACLE;
  }

  /// Makes a ring.
  ///
  /// @param entries how many requests are handed over at once, a power of two
  /// @throws IOException if the kernel refuses; the message says why, and the remedy
  public static Ring open(int entries) throws IOException {
    return open(Calls.ofProcess(), entries, COOPERATIVE);
  }

  /// The same by functions that may stand in for the system's.
  static Ring open(LibC.Functions functions, int entries) throws IOException {
    return open(Calls.bind(functions), entries, COOPERATIVE);
  }

  private static Ring open(Calls calls, int entries, int flags) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = arena.allocate(PARAMETERS_BYTES, 8);
      parameters.set(JAVA_INT, 8, flags);
      MemorySegment errno = LibC.errno(arena);
      int descriptor = calls.setup(errno, entries, parameters);
      if (descriptor == -Errno.EINVAL && flags != 0) { // an older kernel
        return open(calls, entries, 0);
      }
      if (descriptor < 0) {
        throw new IOException(refusal(-descriptor));
      }
      return opened(calls, descriptor, parameters, errno);
    }
  }

  private static Ring opened(Calls calls, int descriptor, MemorySegment parameters, MemorySegment e)
      throws IOException {
    int features = parameters.get(JAVA_INT, 20);
    if ((features & ONE_MAPPING) == 0 || (features & PLAIN_TRANSFERS) == 0) {
      int _ = calls.close(e, descriptor);
      throw new IOException("io_uring needs Linux 5.6");
    }
    long bytes = queueBytes(parameters);
    long queues = calls.map(e, descriptor, 0, bytes);
    if (queues < 0) {
      int _ = calls.close(e, descriptor);
      throw new IOException(refusal((int) -queues));
    }
    long requestBytes = parameters.get(JAVA_INT, 0) * REQUEST_BYTES;
    long requests = calls.map(e, descriptor, REQUESTS_AT, requestBytes);
    if (requests < 0) {
      int _ = calls.unmap(e, queues, bytes);
      int _ = calls.close(e, descriptor);
      throw new IOException(refusal((int) -requests));
    }
    return new Ring(calls, descriptor, parameters, queues, requests);
  }

  private static String refusal(int errno) {
    String remedy =
        switch (errno) {
          case Errno.EPERM, Errno.EACCES ->
              ", by a container's filter of system calls or by sysctl kernel.io_uring_disabled";
          case Errno.ENOSYS -> ", or a container's filter of system calls hides it";
          case 12 -> ": raise the limit of locked memory (ulimit -l)";
          default -> "";
        };
    return "io_uring is refused (" + Errno.describe(errno) + ")" + remedy;
  }

  /// How many requests can be prepared between two calls of [#enter].
  public int entries() {
    return entries;
  }

  /// Whether another request can be prepared.
  public boolean hasRoom() {
    return prepared - (int) INT.getAcquire(queues, requestHeadAt) < entries;
  }

  /// Prepares a read of a file as pread(2) makes it. The memory must stay until the result is
  /// there.
  ///
  /// @param tag what [#tag] will tell with the result
  public void read(int file, long offset, long address, int count, long tag) {
    prepare(READ, file, offset, address, count, tag);
  }

  /// Prepares a write of a file as pwrite(2) makes it. The memory must stay until the result is
  /// there.
  ///
  /// @param tag what [#tag] will tell with the result
  public void write(int file, long offset, long address, int count, long tag) {
    prepare(WRITE, file, offset, address, count, tag);
  }

  private void prepare(byte kind, int file, long offset, long address, int count, long tag) {
    long at = (prepared & requestMask) * REQUEST_BYTES;
    requests.asSlice(at, REQUEST_BYTES).fill((byte) 0);
    requests.set(JAVA_BYTE, at, kind);
    requests.set(JAVA_INT, at + 4, file);
    requests.set(JAVA_LONG, at + 8, offset);
    requests.set(JAVA_LONG, at + 16, address);
    requests.set(JAVA_INT, at + 24, count);
    requests.set(JAVA_LONG, at + 32, tag);
    prepared++;
    INT.setRelease(queues, requestTailAt, prepared);
  }

  /// How many prepared requests the kernel has not taken yet.
  public int pending() {
    return prepared - (int) INT.getAcquire(queues, requestHeadAt);
  }

  /// Takes the last request back that the kernel has not taken: it will have no result.
  ///
  /// @return whether there was one, which [#tag] tells of
  public boolean withdraw() {
    if (pending() == 0) {
      return false;
    }
    prepared--;
    tag = requests.get(JAVA_LONG, (prepared & requestMask) * REQUEST_BYTES + 32);
    INT.setRelease(queues, requestTailAt, prepared);
    return true;
  }

  /// Hands what was prepared over to the kernel, and waits until so many results are there. With
  /// nothing under way a wait would never end.
  ///
  /// @return at least 0, or a negative error number ([Errno]): then some of the requests may have
  ///   been taken all the same, which [#pending] tells
  public int enter(int results) {
    return calls.enter(errno, descriptor, pending(), results);
  }

  /// Takes the next result, if there is one.
  ///
  /// @return whether [#tag] and [#result] tell of one
  public boolean next() {
    if (taken == (int) INT.getAcquire(queues, resultTailAt)) {
      return false;
    }
    long at = resultsAt + (taken & resultMask) * RESULT_BYTES;
    tag = queues.get(JAVA_LONG, at);
    result = queues.get(JAVA_INT, at + 8);
    taken++;
    INT.setRelease(queues, resultHeadAt, taken);
    return true;
  }

  /// The tag of the request whose result was taken last.
  public long tag() {
    return tag;
  }

  /// Its result: bytes moved, or a negative error number ([Errno]).
  public int result() {
    return result;
  }

  /// Gives the ring back to the kernel. None of its requests may be under way.
  @Override
  public void close() {
    int _ = calls.unmap(errno, requests.address(), requests.byteSize());
    int _ = calls.unmap(errno, queues.address(), queues.byteSize());
    int _ = calls.close(errno, descriptor);
  }

  /// The system calls of rings, bound when the first one is made.
  private record Calls(
      MethodHandle syscall, MethodHandle mmap, MethodHandle munmap, MethodHandle close) {
    private static Calls ofProcess() {
      return Bound.CALLS;
    }

    private static final class Bound {
      static final Calls CALLS = bind(NativeAccess.Symbols.ofProcess());
    }

    private static Calls bind(LibC.Functions functions) {
      return new Calls(
          functions.function("syscall"),
          functions.function("mmap"),
          functions.function("munmap"),
          functions.function("close"));
    }

    int setup(MemorySegment errno, int entries, MemorySegment parameters) {
      return LibC.number(syscall, errno, SYS_SETUP, entries, parameters.address(), 0);
    }

    int enter(MemorySegment errno, int descriptor, int submitted, int awaited) {
      long flags = awaited > 0 ? GET_EVENTS : 0;
      try {
        int result =
            (int)
                (long)
                    syscall.invokeExact(
                        errno,
                        SYS_ENTER,
                        (long) descriptor,
                        (long) submitted,
                        (long) awaited,
                        flags,
                        0L);
        return result >= 0 ? result : -LibC.errno(errno);
      } catch (Throwable e) {
        throw LibC.unexpected(e);
      }
    }

    long map(MemorySegment errno, int descriptor, long offset, long bytes) {
      try {
        long address =
            (long)
                mmap.invokeExact(
                    errno,
                    0L,
                    bytes,
                    READ_AND_WRITE,
                    SHARED_AND_PRESENT,
                    (long) descriptor,
                    offset);
        return address == -1 ? -LibC.errno(errno) : address;
      } catch (Throwable e) {
        throw LibC.unexpected(e);
      }
    }

    int unmap(MemorySegment errno, long address, long bytes) {
      return LibC.number(munmap, errno, address, bytes, 0, 0);
    }

    int close(MemorySegment errno, int descriptor) {
      return LibC.number(close, errno, descriptor, 0, 0, 0);
    }
  }

  private static final class Probe {
    static final Optional<String> OBSTACLE = obstacle();

    private static Optional<String> obstacle() {
      if ("off".equals(System.getProperty(SWITCH))) {
        return Optional.of("io_uring is switched off by -D" + SWITCH + "=off");
      }
      if (HostSystem.unlessLinux().isPresent()) {
        return HostSystem.unlessLinux();
      }
      Optional<String> denied = NativeAccess.denied();
      if (denied.isPresent()) {
        return denied;
      }
      try (Ring ring = open(1)) {
        ring.prepare(NOP, -1, 0, 0, 0, 1);
        int entered;
        do {
          entered = ring.enter(1);
        } while (entered == -Errno.EINTR);
        return entered < 0
            ? Optional.of(refusal(-entered))
            : ring.next() && ring.result() >= 0
                ? Optional.empty()
                : Optional.of("io_uring does not answer");
      } catch (IOException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      } catch (LinkageError | RuntimeException | OutOfMemoryError e) {
        return Optional.of("io_uring could not be bound: " + e);
      }
    }
  }
}

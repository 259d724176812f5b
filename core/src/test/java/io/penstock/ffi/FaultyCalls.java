package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The C library of Linux with calls that do what a device or a kernel seldom does: the next ones
/// of a name fail, move less than they were asked to, or answer something else.
///
/// What the whole process does so is tried by a preloaded library (`FaultyLibrary`), in a process
/// of its own.
public final class FaultyCalls implements LibC.Functions {
  /// Calls of the kernel by their number, under names of their own.
  private static final Map<Long, String> BY_NUMBER =
      Map.of(
          (long) LinuxHeaders.SYS_FSTAT,
          "fstat",
          (long) LinuxHeaders.SYS_FSTATFS,
          "fstatfs",
          (long) LinuxHeaders.SYS_NEWFSTATAT,
          "stat",
          (long) LinuxHeaders.SYS_CACHESTAT,
          "cachestat",
          425L,
          "io_uring_setup",
          426L,
          "io_uring_enter");

  private static final long AS_IT_IS = Long.MIN_VALUE;
  private static final long HALF = Long.MIN_VALUE + 1;
  private static final long NO_MEMORY = Long.MIN_VALUE + 2;

  private final NativeAccess.Symbols symbols = NativeAccess.Symbols.ofProcess();
  private final Map<String, Queue<Long>> answers = new HashMap<>();
  private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final Map<String, Runnable> meanwhile = new ConcurrentHashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private long taken;
  private long offered;
  private long mostOffered;

  /// What a call offers to the kernel of a ring's requests, and how many results it waits for.
  public record Entry(long offered, long awaited) {}

  /// The library.
  public LibC libc() {
    return new LinuxLibC(this);
  }

  /// A ring whose calls these are.
  public Ring ring(int entries) throws IOException {
    return Ring.open(this, entries);
  }

  /// A counter whose calls these are.
  public EventCounter event() throws IOException {
    return EventCounter.open(this);
  }

  /// Has the next calls of a name answer so, each number once: below zero a negated error number,
  /// else a result.
  public FaultyCalls answering(String name, long... results) {
    for (long result : results) {
      add(name, result);
    }
    return this;
  }

  /// Lets something happen once, as the next call of a name is made.
  public FaultyCalls meanwhile(String name, Runnable event) {
    meanwhile.put(name, event);
    return this;
  }

  /// Leaves a call of a name alone.
  public FaultyCalls sparing(String name) {
    return add(name, AS_IT_IS);
  }

  /// Has the next call of a name move no more than the first half, by whole pages where it can.
  public FaultyCalls halving(String name) {
    return add(name, HALF);
  }

  /// Has the next call of a name find no memory in the JVM, before it is made.
  public FaultyCalls lackingMemory(String name) {
    return add(name, NO_MEMORY);
  }

  private synchronized FaultyCalls add(String name, long answer) {
    answers.computeIfAbsent(name, _ -> new ArrayDeque<>()).add(answer);
    return this;
  }

  /// How often a function has been called.
  public int calls(String name) {
    return calls.getOrDefault(name, new AtomicInteger()).get();
  }

  /// How many requests the kernel has taken of the rings of these calls.
  public synchronized long taken() {
    return taken;
  }

  /// The most requests that were offered to it at once.
  public synchronized long mostOffered() {
    return mostOffered;
  }

  /// The calls that were let through to the kernel, in their order.
  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  /// Returns when the kernel has taken so many requests, or will have when the call ends that is
  /// being made.
  public synchronized void awaitOffered(long requests) throws InterruptedException {
    while (offered < requests) {
      wait();
    }
  }

  /// Leaves all further calls alone.
  public synchronized void spareAll() {
    answers.clear();
  }

  /// Asserts that every answer that was asked for has been given.
  public synchronized void assertMet() {
    assertThat(answers.values()).allSatisfy(left -> assertThat(left).isEmpty());
  }

  private long next(String name) {
    Runnable event = meanwhile.remove(name);
    if (event != null) {
      event.run();
    }
    return answer(name);
  }

  private synchronized long answer(String name) {
    calls.computeIfAbsent(name, _ -> new AtomicInteger()).incrementAndGet();
    Queue<Long> left = answers.get(name);
    Long answer = left == null ? null : left.poll();
    return answer == null ? AS_IT_IS : answer;
  }

  @Override
  public boolean has(String name) {
    return symbols.has(name);
  }

  @Override
  public MethodHandle function(String name, Signature signature) {
    return instead(name, symbols.function(name, signature));
  }

  @Override
  public MethodHandle positional(String name, MethodHandle itself) {
    return instead(name, itself);
  }

  private MethodHandle instead(String name, MethodHandle itself) {
    try {
      MethodHandle call =
          MethodHandles.lookup()
              .findVirtual(
                  FaultyCalls.class,
                  "call",
                  MethodType.methodType(
                      long.class, String.class, MethodHandle.class, Object[].class));
      return MethodHandles.insertArguments(call, 0, this, name, itself)
          .asCollector(Object[].class, itself.type().parameterCount())
          .asType(itself.type());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a method of this class is missing", e);
    }
  }

  long call(String name, MethodHandle itself, Object[] arguments) throws Throwable {
    String told =
        name.equals("syscall") ? BY_NUMBER.getOrDefault((Long) arguments[1], "other") : name;
    long answer = next(told);
    if (answer == NO_MEMORY) {
      throw new OutOfMemoryError("none, as asked for");
    }
    if (told.equals("io_uring_enter") && (answer == AS_IT_IS || answer == HALF)) {
      return entered(itself, arguments, answer == HALF);
    }
    if (answer == AS_IT_IS) {
      return (long) itself.invokeWithArguments(arguments);
    }
    if (answer == HALF) {
      int count = arguments.length - 2;
      arguments[count] = half((long) arguments[count]);
      return (long) itself.invokeWithArguments(arguments);
    }
    if (answer < 0 && !told.equals("posix_fadvise")) {
      ((MemorySegment) arguments[0]).set(JAVA_INT, 0, (int) -answer);
      return -1;
    }
    return answer;
  }

  private long entered(MethodHandle itself, Object[] arguments, boolean half) throws Throwable {
    long count = (long) arguments[3];
    offer(count, (long) arguments[4]);
    if (half) {
      arguments[3] = count / 2;
      arguments[4] = 0L; // what was left out would be waited for
    }
    long result = (long) itself.invokeWithArguments(arguments);
    take(Math.max(0, result));
    return result;
  }

  private synchronized void offer(long count, long awaited) {
    entries.add(new Entry(count, awaited));
    mostOffered = Math.max(mostOffered, count);
    offered = taken + count;
    notifyAll();
  }

  private synchronized void take(long count) {
    taken += count;
    offered = taken;
  }

  private static long half(long count) {
    return count >= 8192 ? count / 2 & -4096 : (count + 1) / 2;
  }
}

package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A program whose threads move arrays of which the collector moves and frees as many as it can.
///
/// Reads fill new arrays and ones that have grown old, and are compared with the file's content at
/// once and again some transfers later, with what lies beside them in the array. Writes come from
/// arrays that are garbage at once, and are read back. It ends with code 3 once a thread makes no
/// transfer for a minute, and says which one and in which transfer.
final class CollectedTransfers {
  /// Every way of moving bytes, and the free choice.
  static final List<String> WAYS =
      List.of(
          "auto",
          "straight",
          "chunk-256k",
          "chunk-1m",
          "chunk-4m",
          "mapping",
          "mapping-once",
          "posix",
          "mapped",
          "channel",
          "posix-direct");

  /// The word for the same program without any transfer.
  static final String NONE = "none";

  private static final int FILE_BYTES = 8 << 20;
  private static final int REGION_BYTES = 6 << 20;
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /// The files that are only read begin at the byte of a type's number here.
  private static final ElementType[] TYPES = {
    ElementType.BYTE, ElementType.SHORT, ElementType.INT, ElementType.DOUBLE
  };

  private static final int KEPT = 16;
  private static final int TICKS = 60;

  private final Path folder;
  private final byte[] content = new byte[FILE_BYTES];
  private final List<Subject> subjects = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private final AtomicLong left;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger wrong = new AtomicInteger();
  private volatile boolean ended;

  private CollectedTransfers(Path folder, long transfers) {
    this.folder = folder;
    this.left = new AtomicLong(transfers);
    new SplittableRandom(18).nextBytes(content);
  }

  /// Arguments: a folder, ways with commas between them, how many transfers, and how many threads
  /// of either kind.
  public static void main(String[] arguments) throws Exception {
    CollectedTransfers program =
        new CollectedTransfers(Path.of(arguments[0]), Long.parseLong(arguments[2]));
    program.run(List.of(arguments[1].split(",", -1)), Integer.parseInt(arguments[3]));
  }

  private void run(List<String> ways, int threads) throws Exception {
    Path steady = Files.write(folder.resolve("steady"), content);
    for (String way : ways) {
      open(way, steady, 2 * threads);
    }
    List<Thread> running = new ArrayList<>();
    for (int number = 0; number < 2 * threads; number++) {
      Worker worker = new Worker(number);
      workers.add(worker);
      running.add(
          number < threads ? Thread.ofPlatform().start(worker) : Thread.ofVirtual().start(worker));
    }
    Thread.ofPlatform().daemon().start(this::litter);
    Thread.ofPlatform().daemon().start(this::watch);
    for (Thread thread : running) {
      thread.join();
    }
    ended = true;
    for (Subject subject : subjects) {
      subject.close();
    }
    System.out.printf(
        Locale.ROOT,
        "%d transfers of %d MiB by %s, %d wrong%n",
        workers.stream().mapToLong(worker -> worker.done.get()).sum(),
        bytes.get() >> 20,
        String.join(",", ways),
        wrong.get());
  }

  private void open(String way, Path steady, int regions) throws IOException {
    Path own = folder.resolve("own-" + way);
    try (RandomAccessFile sparse = new RandomAccessFile(own.toFile(), "rw")) {
      sparse.setLength((long) regions * REGION_BYTES);
    }
    try {
      subjects.add(
          way.equals(NONE) ? Subject.none() : Subject.open(way, Engines.named(way), steady, own));
    } catch (IOException e) {
      System.out.println("without " + way + ": " + e.getMessage());
    }
  }

  /// Garbage of every size, some of which grows older than the rest.
  private void litter() {
    SplittableRandom random = new SplittableRandom(1);
    byte[][] young = new byte[1000][];
    for (int i = 0; !ended; i++) {
      int most = i % 500 == 0 ? 1 << 20 : i % 10 == 0 ? 64 << 10 : 2 << 10;
      young[random.nextInt(i % 3 == 0 ? young.length : 10)] = new byte[random.nextInt(most)];
      if (i % 5_000 == 0) {
        System.gc(); // moves what is old too
      }
    }
  }

  private void watch() {
    long[] seen = new long[workers.size()];
    int[] still = new int[seen.length];
    while (!ended) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
      for (int i = 0; i < seen.length; i++) {
        Worker worker = workers.get(i);
        still[i] = worker.isOver || worker.done.get() != seen[i] ? 0 : still[i] + 1;
        seen[i] = worker.done.get();
        if (still[i] == TICKS) {
          tellWhatHangs(worker);
        }
      }
    }
  }

  private static void tellWhatHangs(Worker worker) {
    System.err.println("thread " + worker.number + " hangs in transfer " + worker.current);
    System.err.flush();
    Thread.getAllStackTraces() // waits for a safepoint, which may be what hangs
        .forEach((thread, stack) -> System.err.println(thread + " " + Arrays.toString(stack)));
    Runtime.getRuntime().halt(3);
  }

  /// One way of moving bytes, with files open for each type of elements.
  private record Subject(String way, List<ArrayFile> steady, List<ArrayFile> own) {
    static Subject none() {
      return new Subject(NONE, List.of(), List.of());
    }

    static Subject open(String way, FileEngine engine, Path steady, Path own) throws IOException {
      List<ArrayFile> reading = new ArrayList<>();
      List<ArrayFile> writing = new ArrayList<>();
      for (int i = 0; i < TYPES.length; i++) {
        ElementType type = TYPES[i];
        Access access = Access.read().withEngine(engine);
        reading.add(open(steady, type, i, access));
        writing.add(open(own, type, 0, access.withMode(OpenMode.READ_WRITE)));
      }
      return new Subject(way, reading, writing);
    }

    /// From an odd byte on.
    private static ArrayFile open(Path path, ElementType type, int offset, Access access)
        throws IOException {
      long elements = (Files.size(path) - offset) / type.bytes();
      Raw format =
          new Raw(
              DataType.of(type),
              ByteOrder.nativeOrder(),
              Shape.of(elements),
              StorageOrder.ROW_MAJOR,
              offset);
      return ArrayFile.open(path, format, access);
    }

    void close() throws IOException {
      for (ArrayFile file : steady) {
        file.close();
      }
      for (ArrayFile file : own) {
        file.close();
      }
    }
  }

  /// Some elements of an array, and the bytes that they should have.
  private record Moved(
      String what, Object array, int from, MemorySegment source, long at, long length) {
    boolean isRight() {
      MemorySegment memory = Elements.of(array).segment();
      long begin = (long) from * ElementType.of(array.getClass()).bytes();
      return MemorySegment.mismatch(memory, begin, begin + length, source, at, at + length) == -1
          && isZero(memory, 0, begin)
          && isZero(memory, begin + length, memory.byteSize());
    }

    private static boolean isZero(MemorySegment memory, long from, long to) {
      for (long at = from; at < to; at++) {
        if (memory.get(ValueLayout.JAVA_BYTE, at) != 0) {
          return false;
        }
      }
      return true;
    }

    @Override
    public String toString() {
      return what + " " + length + " bytes at " + at + ", array from " + from;
    }
  }

  /// A thread with a region of each file that it alone writes.
  private final class Worker implements Runnable {
    final int number;
    private final SplittableRandom random;
    private final Deque<Moved> kept = new ArrayDeque<>();
    final AtomicLong done = new AtomicLong();
    volatile boolean isOver;
    volatile Moved current = new Moved("none", new byte[0], 0, NOTHING, 0, 0);

    Worker(int number) {
      this.number = number;
      this.random = new SplittableRandom(number);
    }

    @Override
    public void run() {
      try {
        while (left.getAndDecrement() > 0) {
          transfer();
          done.getAndIncrement();
        }
        kept.forEach(this::check);
      } catch (IOException | RuntimeException | Error e) {
        wrong.incrementAndGet();
        System.out.println("wrong: " + current + ": " + e);
      } finally {
        isOver = true;
      }
    }

    private void transfer() throws IOException {
      int which = random.nextInt(subjects.size());
      int type = random.nextInt(TYPES.length);
      int count = Math.max(1, length() / TYPES[type].bytes());
      if (random.nextInt(4) == 0) {
        write(which, type, count);
      } else {
        read(which, type, count);
      }
    }

    /// Most are short, and many lie at the limits of the classes of length.
    private int length() {
      int limit = new int[] {12, 14, 16, 18, 18, 20, 21, 22}[random.nextInt(8)];
      if (random.nextInt(64) == 0) {
        return (1 << limit) + random.nextInt(-9, 10);
      }
      int rank = random.nextInt(1000);
      return 1
          + random.nextInt(
              rank < 700 ? 4 << 10 : rank < 920 ? 64 << 10 : rank < 990 ? 300 << 10 : 3 << 20);
    }

    private Object array(int type, int length) {
      return Array.newInstance(TYPES[type].arrayClass().componentType(), length);
    }

    private void read(int which, int type, int count) throws IOException {
      Subject subject = subjects.get(which);
      int width = TYPES[type].bytes();
      int offset = type;
      long first = random.nextLong((FILE_BYTES - offset) / width - count + 1);
      int from = random.nextInt(5);
      Object array = array(type, from + count + random.nextInt(5));
      if (count < 2000 && random.nextInt(4) == 0) {
        keep(new Moved("nothing", array, 0, NOTHING, 0, 0)); // grows old before it is used
        array = oldOf(array.getClass(), from + count).orElse(array);
      }
      Moved moved =
          new Moved(
              "read by " + subject.way,
              array,
              from,
              MemorySegment.ofArray(content),
              offset + first * width,
              (long) count * width);
      current = moved;
      if (subject.steady.isEmpty()) {
        MemorySegment.copy(
            MemorySegment.ofArray(content),
            moved.at,
            Elements.of(array).segment(),
            (long) from * width,
            moved.length);
      } else {
        subject.steady.get(type).readAt(first, Elements.of(array), from, count);
      }
      bytes.addAndGet(moved.length);
      check(moved);
      keep(moved);
    }

    /// An array that was kept for some time and is still empty.
    private Optional<Object> oldOf(Class<?> type, int length) {
      Optional<Moved> found =
          kept.stream()
              .filter(moved -> moved.length == 0 && moved.array.getClass() == type)
              .filter(moved -> Array.getLength(moved.array) >= length)
              .findFirst();
      found.ifPresent(kept::remove);
      return found.map(Moved::array);
    }

    private void write(int which, int type, int count) throws IOException {
      Subject subject = subjects.get(which);
      int width = TYPES[type].bytes();
      int first = random.nextInt(REGION_BYTES / width - count + 1);
      int from = random.nextInt(5);
      byte[] values = new byte[count * width];
      random.nextBytes(values);
      Object source = array(type, from + count);
      MemorySegment.copy(
          MemorySegment.ofArray(values),
          0,
          Elements.of(source).segment(),
          (long) from * width,
          values.length);
      Moved moved =
          new Moved(
              "write by " + subject.way,
              source,
              from,
              MemorySegment.ofArray(values),
              0,
              values.length);
      current = moved;
      Object target = array(type, count);
      if (subject.own.isEmpty()) {
        System.arraycopy(source, from, target, 0, count);
      } else {
        long start = (long) number * REGION_BYTES / width + first;
        subject.own.get(type).writeAt(start, Elements.of(source), from, count);
        subject.own.get(type).readAt(start, Elements.of(target), 0, count);
      }
      bytes.addAndGet(values.length);
      check(moved);
      check(
          new Moved(
              "read back by " + subject.way,
              target,
              0,
              MemorySegment.ofArray(values),
              0,
              values.length));
    }

    private void keep(Moved moved) {
      kept.add(moved);
      if (kept.size() > KEPT) {
        check(kept.remove());
      }
    }

    private void check(Moved moved) {
      if (!moved.isRight()) {
        wrong.incrementAndGet();
        System.out.println("wrong: " + moved);
      }
    }
  }
}

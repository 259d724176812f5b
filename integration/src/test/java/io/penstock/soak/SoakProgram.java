package io.penstock.soak;

import io.penstock.faults.Operation;
import io.penstock.faults.Operations;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A program that runs operations of all parts at once in one JVM, until its time is over: files,
/// texts, trees, archives, objects and ranks, some of them on a disk that is full now and then,
/// beside jobs of which a rank is killed, while other threads keep the collector busy.
///
/// It prints a line for each sample, and one for each operation that ended as it may not.
final class SoakProgram {
  private static final int WORKERS = 4;
  private static final int SAMPLES = 100;
  private static final int LEAST_MILLIS = 1000;
  private static final int GARBAGE_BYTES = 256 << 10;
  private static final int ZEROS_BYTES = 1 << 16;
  private static final int MOST_FRAMES = 12;
  private static final int MOST_SECONDS = 20;

  private final Path base;
  private final List<Path> smallDisk;
  private final long seed;
  private final long end;
  private final long begin = System.nanoTime();

  /// Permits of operations: a sample takes all.
  private final Semaphore running = new Semaphore(WORKERS + 1, true);

  private final AtomicInteger folders = new AtomicInteger();
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong killed = new AtomicLong();

  private SoakProgram(Path base, List<Path> smallDisk, long seconds, long seed) {
    this.base = base;
    this.smallDisk = smallDisk;
    this.seed = seed;
    this.end = begin + TimeUnit.SECONDS.toNanos(seconds);
  }

  /// Something that a worker does again and again.
  private interface Work {
    void run(Random random) throws Exception;
  }

  /// Arguments: a folder, how many seconds, a seed, and a folder on a small disk if there is one.
  public static void main(String[] arguments) throws Exception {
    List<Path> smallDisk = arguments.length > 3 ? List.of(Path.of(arguments[3])) : List.of();
    SoakProgram program =
        new SoakProgram(
            Path.of(arguments[0]).toAbsolutePath(),
            smallDisk,
            Long.parseLong(arguments[1]),
            Long.parseLong(arguments[2]));
    program.run();
  }

  private void run() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int worker = 0; worker < WORKERS; worker++) {
      boolean small = worker == 0 && !smallDisk.isEmpty();
      threads.add(start("worker-" + worker, worker, small ? this::onSmallDisk : this::operate));
    }
    threads.add(start("jobs", WORKERS, this::killRank));
    Thread garbage = Thread.ofPlatform().daemon().name("garbage").start(SoakProgram::makeGarbage);
    long pause = Math.max(LEAST_MILLIS, TimeUnit.NANOSECONDS.toMillis(end - begin) / SAMPLES);
    while (System.nanoTime() < end) {
      boolean _ = threads.getFirst().join(Duration.ofMillis(pause));
      sample();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    garbage.interrupt();
    System.out.printf(
        "end %d operations, %d refused by a full disk, %d jobs with a killed rank%n",
        operations.get(), refusals.get(), killed.get());
    System.out.flush();
  }

  private Thread start(String name, int number, Work work) {
    Random random = new Random(seed + number);
    return Thread.ofPlatform()
        .name(name)
        .start(
            () -> {
              while (System.nanoTime() < end) {
                running.acquireUninterruptibly();
                try {
                  work.run(random);
                  operations.incrementAndGet();
                } catch (Exception | AssertionError e) {
                  say(name, e);
                } finally {
                  running.release();
                }
              }
            });
  }

  private void sample() throws IOException {
    running.acquireUninterruptibly(WORKERS + 1);
    try {
      System.out.println(
          Sample.now(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin), operations.get()));
    } finally {
      running.release(WORKERS + 1);
    }
  }

  private static void say(String what, Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    String lines =
        text.toString()
            .lines()
            .filter(line -> !line.contains("at java.base/"))
            .limit(MOST_FRAMES)
            .collect(Collectors.joining("\\n"));
    System.out.println("failed " + what + ": " + lines);
  }

  // ---- operations ------------------------------------------------------------------------------

  private static Operation any(Random random) {
    List<String> names = Operations.namesOfSingle();
    return Operations.named(names.get(random.nextInt(names.size())));
  }

  private Path folder(Path above) throws IOException {
    return Files.createDirectories(above.resolve("run-" + folders.incrementAndGet()));
  }

  private void operate(Random random) throws Exception {
    Operation operation = any(random);
    Path folder = folder(base);
    try {
      operation.prepare().take(folder);
      operation.act().take(folder);
      operation.done().take(folder);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(operation.name(), e);
    } finally {
      delete(folder);
    }
  }

  /// With as much room left as comes, often too little.
  private void onSmallDisk(Random random) throws Exception {
    Operation operation = any(random);
    Path disk = smallDisk.getFirst();
    awaitRoom(disk);
    Path folder = folder(disk);
    Path filler = disk.resolve("filler");
    try {
      operation.prepare().take(folder);
      fill(filler, random.nextInt(1 << 20));
      boolean acted = isActed(operation, folder);
      Files.delete(filler); // some go on where they ended, to be checked
      if (acted) {
        operation.done().take(folder);
      } else {
        refusals.incrementAndGet();
        operation.refused().take(folder);
      }
    } catch (Exception | AssertionError e) {
      long free = disk.toFile().getUsableSpace();
      throw new AssertionError(
          operation.name() + " on a disk that fills up, " + free + " bytes are free", e);
    } finally {
      Files.deleteIfExists(filler);
      delete(folder);
    }
  }

  /// Until it has closed them, a process that starts has the descriptors of the one that starts it:
  /// a file that is deleted meanwhile keeps its room for some milliseconds.
  private static void awaitRoom(Path disk) {
    File root = disk.toFile();
    long last = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (root.getUsableSpace() < root.getTotalSpace() / 2) {
      if (System.nanoTime() > last) {
        throw new AssertionError("the files of the disk are deleted, and it stays full");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private static boolean isActed(Operation operation, Path folder) throws Exception {
    try {
      operation.act().take(folder);
      return true;
    } catch (Exception e) {
      if (!Operation.isDocumented(e)) {
        throw e;
      }
      return false;
    }
  }

  /// A file system in memory needs pages for its own tables, too: it may be full before.
  private static void fill(Path file, long left) throws IOException {
    long free = file.getParent().toFile().getUsableSpace();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
      for (long rest = free - left; rest > 0; rest -= zeros.capacity()) {
        int _ = channel.write(zeros.clear().limit((int) Math.min(rest, zeros.capacity())));
      }
    } catch (IOException e) {
      if (file.getParent().toFile().getUsableSpace() > left + ZEROS_BYTES) {
        throw e;
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException _) {
      // a temporary file that goes at this moment
    }
  }

  // ---- jobs and garbage ------------------------------------------------------------------------

  private void killRank(Random random) throws Exception {
    KilledRankJob.run(random);
    killed.incrementAndGet();
  }

  private static void makeGarbage() {
    AtomicReferenceArray<byte[]> kept = new AtomicReferenceArray<>(SAMPLES);
    for (int i = 0; !Thread.interrupted(); i = (i + 1) % kept.length()) {
      kept.set(i, new byte[GARBAGE_BYTES]);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }
}

package io.penstock.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Files that are opened while others cut them short, or while threads are interrupted, and grow
/// again and again: what becomes of them, counted.
///
/// A program too, for a JVM that may call no native code.
final class CutWhileOpened {
  private static final int LONG = 16 << 10;
  private static final int SHORT = 4096 + 100;

  /// Instead of how many were opened.
  private static final int ENDED = Integer.MIN_VALUE;

  private final Path path;
  private final FileEngine engine;

  CutWhileOpened(Path path, FileEngine engine) {
    this.path = path;
    this.engine = engine;
  }

  /// Arguments: a file, an engine, and how often.
  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[2]);
    CutWhileOpened files =
        new CutWhileOpened(Path.of(arguments[0]), FileEngines.named(arguments[1]));
    System.out.println("wrong: " + files.wrong(OpenMode.READ_WRITE, rounds));
    System.out.println("wrong: " + files.wrong(OpenMode.READ, rounds));
    System.out.println("mappings: " + files.mappingsLeftByInterrupts(rounds));
  }

  /// How often the file had another size than it was just cut to when it had been opened and read
  /// meanwhile.
  int wrong(OpenMode mode, int rounds) throws Exception {
    byte[] ones = new byte[LONG];
    Arrays.fill(ones, (byte) 1);
    Files.write(path, ones);
    AtomicInteger opened = new AtomicInteger();
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Future<Integer> cuts = pool.submit(() -> cuts(ones, rounds, opened));
      try {
        while (!cuts.isDone()) {
          openAndRead(mode);
          opened.incrementAndGet();
        }
      } finally {
        opened.set(ENDED);
      }
      return cuts.get();
    }
  }

  private int cuts(byte[] ones, int rounds, AtomicInteger opened) throws IOException {
    int wrong = 0;
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      for (int round = 0; round < rounds; round++) {
        channel.truncate(SHORT);
        int before = opened.get();
        while (opened.get() == before) {
          Thread.onSpinWait();
        }
        if (opened.get() < 0) {
          return wrong;
        }
        wrong += channel.size() == SHORT ? 0 : 1;
        channel.write(ByteBuffer.wrap(ones), 0);
      }
    }
    return wrong;
  }

  private void openAndRead(OpenMode mode) throws IOException {
    try (EngineFile file = engine.open(path, mode)) {
      Heap.read(file, new byte[LONG]);
    } catch (TransferException _) {
      // it was told that the file was cut
    }
  }

  /// How many mappings of the file there are when it has been opened, read and closed by threads
  /// that are interrupted all the time.
  int mappingsLeftByInterrupts(int rounds) throws Exception {
    Files.write(path, new byte[LONG]);
    AtomicBoolean ended = new AtomicBoolean();
    Thread opener = Thread.currentThread();
    Thread storm =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!ended.get()) {
                    opener.interrupt();
                    meetNobody();
                  }
                });
    try {
      for (int round = 0; round < rounds; round++) {
        try (EngineFile file =
            engine.open(path, round % 2 == 0 ? OpenMode.READ : OpenMode.READ_WRITE)) {
          Heap.read(file, new byte[LONG]);
        }
      }
    } finally {
      ended.set(true);
      joinDespiteInterrupts(storm);
    }
    return mappings();
  }

  private static void meetNobody() {
    for (int i = 0; i < 300; i++) {
      Thread.onSpinWait();
    }
  }

  @SuppressWarnings("ThreadJoinLoop") // the interrupts are meant for the rounds
  private static void joinDespiteInterrupts(Thread thread) {
    boolean joined = false;
    while (!joined) {
      try {
        thread.join();
        joined = true;
      } catch (InterruptedException _) {
        // meant for the rounds
      }
    }
    boolean _ = Thread.interrupted();
  }

  /// How many mappings of the file there are in this process.
  int mappings() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return (int) lines.filter(line -> line.endsWith(" " + path)).count();
    }
  }

  /// Reads as arrays are read: straight if the engine would.
  private static final class Heap {
    static void read(EngineFile file, byte[] target) throws IOException {
      if (file.tryRead(0, target, 0, target.length) == target.length) {
        return;
      }
      try (Arena arena = Arena.ofConfined()) {
        var memory = arena.allocate(target.length, 4096);
        file.read(0, memory, 0, target.length);
        memory.asByteBuffer().get(target);
      }
    }
  }
}

package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The moment at which C functions are bound, and the transfers that count towards it.
class BindingTest {
  private static final long WORTH = 1 << 20;

  @TempDir Path folder;

  /// Counts how often it is begun.
  private static class Counting extends Binding {
    int started;

    Counting() {
      super(WORTH);
    }

    @Override
    void start() {
      started++;
    }

    @Override
    boolean isPending() {
      return true;
    }
  }

  @Test
  void functionsAreBoundOnceWhenSoMuchHasBeenMovedThatItPays() {
    Counting binding = new Counting();
    binding.moved(WORTH - 1);
    assertThat(binding.started).isZero();
    binding.moved(1);
    assertThat(binding.started).isOne();
    binding.moved(WORTH);
    assertThat(binding.started).isOne();
  }

  @Test
  void aShortTransferCountsAs16KibibytesAndAnOpeningAs256() {
    Counting binding = new Counting();
    for (int i = 0; i < 63; i++) {
      binding.moved(1);
    }
    assertThat(binding.started).isZero();
    binding.moved(1);
    assertThat(binding.started).isOne();
    Counting opened = new Counting();
    opened.opened();
    opened.opened();
    opened.opened();
    assertThat(opened.started).isZero();
    opened.opened();
    assertThat(opened.started).isOne();
  }

  @Test
  void whereThereAreNoMoreThreadsWhoMovesBinds() {
    List<String> bound = new ArrayList<>();
    Binding binding =
        new Binding(1) {
          @Override
          void start() {
            throw new OutOfMemoryError("unable to create native thread");
          }

          @Override
          void bind() {
            bound.add(Thread.currentThread().getName());
          }
        };
    binding.moved(1);
    assertThat(bound).containsExactly(Thread.currentThread().getName());
    assertThat(binding.failure()).isEmpty();
  }

  @Test
  void theThreadThatBindsKeepsNothingAlive() throws Exception {
    CompletableFuture<Thread> running = new CompletableFuture<>();
    CompletableFuture<ClassLoader> loader = new CompletableFuture<>();
    Binding binding =
        new Binding(1) {
          @Override
          void bind() {
            Thread own = Thread.currentThread();
            loader.complete(own.getContextClassLoader());
            running.complete(own);
          }
        };
    binding.moved(1);
    assertThat(running.get().isDaemon()).isTrue();
    assertThat(running.get().getName()).isEqualTo("penstock-bind");
    assertThat(loader.get()).isNull();
  }

  /// What a file has said that it moved.
  private static final class Told extends Binding {
    private final List<Long> moved = new ArrayList<>();

    @Override
    boolean isPending() {
      return true;
    }

    @Override
    void moved(long bytes) {
      moved.add(bytes);
    }
  }

  /// Who reads a file again will do so many times more.
  @Test
  void whatIsMovedBeyondAFilesSizeCountsForMore() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10_000]);
    Told told = new Told();
    try (EngineFile file = new AutoEngine(told).open(path, OpenMode.READ_WRITE)) {
      assertThat(file.tryRead(0, new byte[6000], 0, 6000)).isEqualTo(6000);
      assertThat(file.tryWrite(6000, new byte[4000], 0, 4000)).isEqualTo(4000);
      assertThat(file.tryRead(0, new byte[1], 0, 1)).isOne();
      assertThat(file.tryReadList(list(), new byte[20], 0)).isFalse();
      assertThat(file.tryWriteList(list(), new byte[20], 0)).isFalse();
    }
    assertThat(told.moved).containsExactly(256L << 10, 6000L, 4000L, 8L, 1L << 20, 1L << 20);
  }

  private static EngineFile.ExtentList list() {
    EngineFile.ExtentList extents = new EngineFile.ExtentList();
    boolean _ = extents.add(0, 10);
    boolean _ = extents.add(100, 10);
    return extents;
  }

  /// Up to a mebibyte zeros reserve blocks as well as fallocate(2) does, of a file that has no
  /// holes.
  @Test
  void aLittleOfANewFileIsReservedByZerosAndMoreByBinding() throws IOException {
    Told told = new Told();
    AutoEngine engine = new AutoEngine(told);
    try (EngineFile file = engine.create(folder.resolve("little"))) {
      file.reserve(1 << 20);
      assertThat(file.size()).isEqualTo(1 << 20);
      assertThat(told.moved).containsExactly(1L << 20);
      file.reserve(100);
      assertThat(file.size()).isEqualTo(1 << 20);
      assertThat(file.explain()).startsWith("auto: posix: "); // bound: it had bytes
    }
    try (EngineFile file = engine.create(folder.resolve("much"))) {
      file.reserve((1 << 20) + 1);
      assertThat(file.size()).isEqualTo((1 << 20) + 1);
      assertThat(file.explain()).startsWith("auto: posix: ");
    }
    assertThat(told.moved).hasSize(1);
    assertThat(Files.readAllBytes(folder.resolve("little"))).containsOnly(0);
  }

  @Test
  void aFileThatNothingBindsIsExtendedByTheJdk() throws IOException {
    Told told = new Told();
    AutoEngine engine =
        new AutoEngine(told) {
          @Override
          EngineFile succeed(Path path, Path opened, OpenMode how) throws IOException {
            throw new IOException("native access is denied");
          }
        };
    try (EngineFile file = engine.create(folder.resolve("f"))) {
      file.reserve(3 << 20);
      assertThat(file.size()).isEqualTo(3 << 20);
      file.resize(100);
      assertThat(file.size()).isEqualTo(100);
      file.reserve(200);
      assertThat(file.size()).isEqualTo(200);
      byte[] ones = new byte[50];
      Arrays.fill(ones, (byte) 1);
      assertThat(file.tryWrite(300, ones, 0, 50)).isEqualTo(50);
      assertThat(file.size()).isEqualTo(350);
      file.sync();
      assertThat(file.cached(0, 10)).isFalse();
      assertThat(file.descriptor()).isEmpty();
      assertThat(file.openPath()).isEmpty();
      assertThat(file.alignment()).isOne();
      assertThat(file.preferredBytes()).isEqualTo(256 << 10);
      assertThat(file.explain()).endsWith("; not posix: native access is denied");
    }
    byte[] expected = new byte[350];
    Arrays.fill(expected, 300, 350, (byte) 1);
    assertThat(Files.readAllBytes(folder.resolve("f"))).isEqualTo(expected);
  }

  @Test
  void aFileThatBeginsWithTheJdkSaysUntilWhen() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    try (EngineFile file = new AutoEngine(new Told()).open(path, OpenMode.READ)) {
      assertThat(file.explain())
          .matches(
              "auto: channel: java.nio's, through chunks of \\d+ KiB, until so much has been moved"
                  + " that binding C functions pays");
    }
  }

  @Test
  void nothingIsLeftToBeBoundOnceItWasTried() {
    FileEngines.bind();
    assertThat(new Binding().isPending()).isFalse();
  }

  /// An engine that the JDK's channels serve to the end.
  static AutoEngine denied(Binding binding) {
    return new AutoEngine(binding) {
      @Override
      EngineFile succeed(Path name, Path opened, OpenMode how) throws IOException {
        throw new IOException("native access is denied");
      }
    };
  }

  @Test
  void zerosThatReserveCountByHowManyTheyAreAndAreWrittenToEmptyFilesAlone() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[0]);
    Told told = new Told();
    try (EngineFile file = denied(told).open(path, OpenMode.READ_WRITE)) {
      file.reserve(1 << 20);
      assertThat(told.moved).containsExactly(256L << 10, 1L << 20);
      file.reserve(1 << 20);
      file.reserve((1 << 20) + 10);
      assertThat(file.size()).isEqualTo((1 << 20) + 10);
      assertThat(told.moved).hasSize(2);
    }
  }

  @Test
  void twoHandlesThatReserveTheSameUndoNothingThatTheOtherHasWrittenThere() throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[1]);
    try (EngineFile one = denied(new Told()).open(path, OpenMode.READ_WRITE);
        EngineFile other = denied(new Told()).open(path, OpenMode.READ_WRITE)) {
      for (int size = 3; size < 600; size += 2) {
        int end = size;
        CyclicBarrier start = new CyclicBarrier(2);
        Thread helper = Thread.ofPlatform().start(() -> addByte(start, other, end, end - 2));
        addByte(start, one, end, end - 1);
        helper.join();
      }
    }
    byte[] expected = new byte[599];
    Arrays.fill(expected, 1, 599, (byte) 1);
    assertThat(Arrays.mismatch(Files.readAllBytes(path), expected)).isEqualTo(-1);
  }

  private static void addByte(CyclicBarrier start, EngineFile file, int size, int at) {
    try {
      int _ = start.await();
      file.reserve(size);
      long _ = file.tryWrite(at, new byte[] {1}, 0, 1);
    } catch (IOException | InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  /// What takes a file over that has begun with the JDK.
  private static final class Successor extends ForwardedFile {
    private final List<String> asked = new ArrayList<>();
    private final OptionalInt descriptor;
    private boolean takesLists;

    Successor(EngineFile file, OptionalInt descriptor) {
      super(file);
      this.descriptor = descriptor;
    }

    @Override
    public OptionalInt descriptor() {
      return descriptor;
    }

    @Override
    public boolean cached(long offset, long length) {
      return true;
    }

    @Override
    public boolean tryReadList(ExtentList extents, Object array, long at) {
      return takesLists;
    }

    @Override
    public boolean tryWriteList(ExtentList extents, Object array, long at) {
      return takesLists;
    }

    @Override
    public void advise(long offset, long length, Advice advice) {
      asked.add(advice + " " + offset + " " + length);
    }
  }

  /// An engine whose files are taken over at their next transfer, by what has a descriptor open and
  /// no path.
  private static AutoEngine takenOverBy(Successor successor) {
    return new AutoEngine(new Binding()) {
      @Override
      EngineFile succeed(Path path, Path opened, OpenMode how) {
        return successor;
      }

      @Override
      EngineFile watched(Path path, EngineFile base, OpenMode mode) {
        return base;
      }
    };
  }

  private static EngineFile early(Path path, Successor successor) throws IOException {
    Binding ready =
        new Binding() {
          @Override
          boolean isPending() {
            return false;
          }
        };
    AutoEngine engine = takenOverBy(successor);
    return BootstrapFile.open(path, OpenMode.READ_WRITE, ready, engine);
  }

  private static EngineFile posix(Path path) throws IOException {
    return FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ_WRITE);
  }

  /// Where no path leads to what a descriptor has open the file's key says whether it is the same.
  @Test
  void aFileIsTakenOverByTheSameFileAlone() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    Path other = Files.write(folder.resolve("g"), new byte[] {4, 5, 6});
    EngineFile same = posix(path);
    Successor successor = new Successor(same, same.descriptor());
    try (EngineFile file = early(path, successor)) {
      assertThat(file.tryRead(0, new byte[3], 0, 3)).isZero(); // as the successor answers
      assertThat(file.explain()).startsWith("posix: ");
      assertThat(file.cached(0, 3)).isTrue();
      assertThat(file.descriptor()).isEqualTo(same.descriptor());
      file.advise(1, 2, Advice.RANDOM);
      assertThat(successor.asked).containsExactly("RANDOM 1 2");
      for (boolean takes : new boolean[] {true, false}) {
        successor.takesLists = takes;
        assertThat(file.tryReadList(list(), new byte[20], 0)).isEqualTo(takes);
        assertThat(file.tryWriteList(list(), new byte[20], 0)).isEqualTo(takes);
      }
    }
    EngineFile another = posix(other);
    for (OptionalInt descriptor : List.of(another.descriptor(), OptionalInt.empty())) {
      try (EngineFile file = early(path, new Successor(posix(path), descriptor))) {
        byte[] found = new byte[3];
        assertThat(file.tryRead(0, found, 0, 3)).isEqualTo(3);
        assertThat(found).containsExactly(1, 2, 3);
        assertThat(file.explain())
            .startsWith("auto: channel: ")
            .endsWith("; not posix: its name leads to another file by now");
      }
    }
    another.close();
  }

  @Test
  void whatLeadsToAFileIsAskedOfWhatTakesItOver() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    try (EngineFile file = new AutoEngine(new Told()).open(path, OpenMode.READ)) {
      assertThat(Files.readAllBytes(file.openPath().orElseThrow())).containsExactly(1, 2, 3);
      assertThat(file.descriptor()).isPresent();
    }
  }

  /// Makes calls in threads of its own; one call of those that follow waits until it is let go.
  private static final class Held extends ThreadPoolExecutor {
    private final AtomicBoolean holdsNext = new AtomicBoolean();
    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    Held() {
      super(4, 4, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      if (holdsNext.compareAndSet(true, false)) {
        holding.countDown();
        try {
          released.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  /// The JDK extends a file only by writing its last byte, which must not undo what another thread
  /// writes there.
  @Test
  @Timeout(60)
  void whatExtendsAFileIsWrittenByOneThreadAtATimeAndTheRestByAll() throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[1000]);
    try (Held held = new Held()) {
      AutoEngine engine =
          new AutoEngine(new Told()) {
            @Override
            ExecutorService executor() {
              return held;
            }
          };
      try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
        held.holdsNext.set(true);
        Thread first = Thread.ofPlatform().start(() -> write(file, 50_000));
        held.holding.await();
        assertThat(file.tryWrite(900, new byte[100], 0, 100)).isEqualTo(100); // up to its end
        Thread second = Thread.ofPlatform().start(() -> write(file, 995)); // beyond it
        while (second.getState() != Thread.State.BLOCKED) {
          assertThat(second.isAlive()).as("somebody else extends the file").isTrue();
          Thread.onSpinWait();
        }
        held.released.countDown();
        first.join();
        second.join();
        assertThat(file.size()).isEqualTo(50_010);
      } finally {
        held.released.countDown();
      }
    }
  }

  private static void write(EngineFile file, long offset) {
    try {
      assertThat(file.tryWrite(offset, new byte[10], 0, 10)).isEqualTo(10);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

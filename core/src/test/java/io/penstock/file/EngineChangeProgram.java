package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.file.EngineFile.ExtentList;
import io.penstock.testing.SteppedThreads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A random program of operations on one file that begins with the JDK's channels, by one to three
/// threads, beside an array of bytes that has what the file must have.
///
/// Each thread writes and checks a stripe of its own, so that all results are known in every order;
/// the stripes and their borders are in no page of their own. What cuts the file runs before and
/// after the others.
final class EngineChangeProgram {
  private static final int MOST_THREADS = 3;

  private static final List<OpenMode> MODES =
      List.of(OpenMode.READ, OpenMode.WRITE, OpenMode.READ_WRITE);

  /// More than zeros reserve.
  private static final int LARGE = (1 << 20) + 5000;

  private final SplittableRandom random;
  private final Path path;
  private final OpenMode mode;
  private final int stripe;
  private final int count;
  private final AtomicInteger running;
  private final SteppedThreads threads;
  private final SteppedBinding binding;
  private final AutoEngine engine;

  private byte[] expected;

  /// The file has at least so many bytes, and at most so many.
  private volatile int least;

  private volatile int most;

  private final boolean created;
  private @Nullable EngineFile file;
  private OptionalInt descriptor = OptionalInt.empty();

  EngineChangeProgram(long seed, Path folder) throws IOException {
    this.random = new SplittableRandom(seed);
    this.threads = new SteppedThreads(random.nextLong());
    this.binding = new SteppedBinding(threads, random);
    this.engine = binding.engine();
    this.mode = MODES.get(random.nextInt(MODES.size()));
    this.stripe = new int[] {100, 5000, 5000, 30_000}[random.nextInt(4)];
    this.count = 1 + random.nextInt(MOST_THREADS);
    this.running = new AtomicInteger(count);
    this.expected = new byte[stripe * MOST_THREADS];
    this.path = folder.resolve("f" + seed);
    this.created = mode != OpenMode.READ && random.nextBoolean();
    if (!created) {
      byte[] content = new byte[random.nextInt(expected.length + 1)];
      random.nextBytes(content);
      Files.write(path, content);
      grown(content.length);
      System.arraycopy(content, 0, expected, 0, content.length);
    }
  }

  private EngineFile file() {
    EngineFile open = file;
    if (open == null) {
      throw new AssertionError("not open");
    }
    return open;
  }

  private BootstrapFile early() {
    return (BootstrapFile) file();
  }

  /// Runs it, and checks all results.
  void run() throws IOException {
    try {
      threads.add("0", this::first);
      threads.run();
      check();
    } finally {
      Files.deleteIfExists(path);
    }
  }

  /// Opens the file and begins.
  private void first() throws IOException {
    file = created ? engine.create(path) : engine.open(path, mode);
    alone(new SplittableRandom(random.nextLong()));
    for (int i = 1; i < count; i++) {
      int number = i;
      SplittableRandom own = random.split();
      threads.add("" + i, () -> together(number, own));
    }
    SplittableRandom own = random.split();
    if (random.nextInt(3) == 0) {
      synchronized (binding.initializer) {
        operations(0, own);
      }
      ended(own);
    } else {
      together(0, own);
    }
  }

  private void together(int number, SplittableRandom own) throws IOException {
    operations(number, own);
    ended(own);
  }

  private void operations(int number, SplittableRandom own) throws IOException {
    for (int left = own.nextInt(8); left > 0; left--) {
      threads.step();
      operation(number, own);
    }
  }

  /// The last one ends the program.
  private void ended(SplittableRandom own) throws IOException {
    if (running.decrementAndGet() > 0) {
      if (own.nextInt(4) == 0) {
        EngineFile _ = early().current(); // others may close the file meanwhile
      }
      return;
    }
    alone(own);
    whole(own);
    explained();
    threads.step();
    binding.closes();
    file().close();
    EngineFile _ = early().current();
  }

  /// What no other thread may do at the same time.
  private void alone(SplittableRandom own) throws IOException {
    for (int left = own.nextInt(3); left > 0; left--) {
      if (writes() && own.nextBoolean()) {
        int size = own.nextInt(expected.length + 1);
        file().resize(size);
        if (size < least) {
          Arrays.fill(expected, size, least, (byte) 0);
        }
        least = size;
        most = size;
        assertThat(file().size()).isEqualTo(size);
      } else {
        operation(own.nextInt(MOST_THREADS), own);
      }
    }
  }

  private boolean writes() {
    return created || mode.writes();
  }

  private boolean readable() {
    return created || mode.reads();
  }

  // ---- operations ------------------------------------------------------------------------------

  private void operation(int number, SplittableRandom own) throws IOException {
    boolean interrupted = own.nextInt(8) == 0;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    switch (own.nextInt(14)) {
      case 0, 1, 2, 3 -> write(number, own);
      case 4, 5, 6, 7 -> read(number, own);
      case 8 -> extend(own);
      case 9 -> sized();
      case 10 -> asked(own);
      case 11 -> map(number, own);
      case 12 -> described();
      default -> explained();
    }
    if (interrupted) {
      assertThat(Thread.interrupted()).as("an interrupt is kept").isTrue();
    }
  }

  private static int[] range(SplittableRandom own, int from, int length) {
    int one = from + own.nextInt(length + 1);
    int other = from + own.nextInt(length + 1);
    return new int[] {Math.min(one, other), Math.max(one, other)};
  }

  private void write(int number, SplittableRandom own) throws IOException {
    if (!writes()) {
      return;
    }
    ExtentList extents = extents(number, own);
    if (extents.count() == 0) {
      return;
    }
    byte[] content = new byte[(int) extents.bytes()];
    own.nextBytes(content);
    begun(end(extents));
    if (extents.count() == 1 && own.nextBoolean()) {
      int offset = (int) extents.offset(0);
      write(offset, content, (int) file().tryWrite(offset, content, 0, content.length));
    } else if (own.nextBoolean() || !file().tryWriteList(extents, content, 0)) {
      try (Arena arena = Arena.ofConfined()) {
        file()
            .writeList(extents, arena.allocate(content.length + 1L).copyFrom(segment(content)), 0);
      }
    }
    int done = 0;
    for (int i = 0; i < extents.count(); i++) {
      int length = (int) extents.length(i);
      System.arraycopy(content, done, expected, (int) extents.offset(i), length);
      done += length;
    }
    grown(end(extents));
  }

  private static int end(ExtentList extents) {
    int last = extents.count() - 1;
    return (int) (extents.offset(last) + extents.length(last));
  }

  private static MemorySegment segment(byte[] bytes) {
    return MemorySegment.ofArray(bytes);
  }

  private void write(int offset, byte[] content, int done) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(content.length + 1L).copyFrom(segment(content));
      file().write(offset + done, memory, done, content.length - done);
    }
  }

  /// None, one or two extents of a thread's stripe.
  private ExtentList extents(int number, SplittableRandom own) {
    int[] range = range(own, number * stripe, stripe);
    boolean divided = own.nextBoolean();
    int[] gap = divided ? range(own, range[0], range[1] - range[0]) : range;
    ExtentList list = new ExtentList();
    if (!divided && range[0] < range[1]) {
      list.add(range[0], range[1] - range[0]);
    } else if (gap[0] > range[0]) {
      list.add(range[0], gap[0] - range[0]);
    }
    if (divided && gap[1] < range[1]) {
      list.add(gap[1], range[1] - gap[1]);
    }
    return list;
  }

  private void read(int number, SplittableRandom own) throws IOException {
    if (!readable()) {
      return;
    }
    ExtentList extents = extents(number, own);
    if (extents.count() == 0) {
      return;
    }
    byte[] found = new byte[(int) extents.bytes()];
    int sure = least;
    try {
      if (extents.count() == 1 && own.nextBoolean()) {
        read((int) extents.offset(0), found, own);
      } else if (own.nextBoolean() || !file().tryReadList(extents, found, 0)) {
        readEach(extents, found);
      }
      assertThat(end(extents)).as("read past the end").isLessThanOrEqualTo(most);
      assertSame(found, extents);
    } catch (TransferException e) {
      assertThat(e).hasMessageContaining("the file ends at ");
      assertThat(end(extents)).as(e.getMessage()).isGreaterThan(sure);
    }
  }

  private void readEach(ExtentList extents, byte[] found) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(found.length + 1L);
      int done = 0;
      for (int i = 0; i < extents.count(); i++) {
        file().read(extents.offset(i), memory, done, extents.length(i));
        done += (int) extents.length(i);
      }
      MemorySegment.copy(memory, 0, segment(found), 0, found.length);
    }
  }

  private void read(int offset, byte[] found, SplittableRandom own) throws IOException {
    int done = own.nextBoolean() ? 0 : (int) file().tryRead(offset, found, 0, found.length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(found.length + 1L);
      file().read(offset + done, memory, done, found.length - done);
      MemorySegment.copy(memory, done, segment(found), done, found.length - done);
    }
  }

  private void assertSame(byte[] found, ExtentList extents) {
    int done = 0;
    for (int i = 0; i < extents.count(); i++) {
      int length = (int) extents.length(i);
      assertSame(Arrays.copyOfRange(found, done, done + length), (int) extents.offset(i), "read");
      done += length;
    }
  }

  private void assertSame(byte[] found, int offset, String how) {
    int wrong = Arrays.mismatch(found, 0, found.length, expected, offset, offset + found.length);
    assertThat(wrong).as(how + " of " + found.length + " bytes at " + offset).isEqualTo(-1);
  }

  /// To a size that no other thread exceeds.
  private void extend(SplittableRandom own) throws IOException {
    if (!writes()) {
      return;
    }
    int size = count == 1 && own.nextInt(8) == 0 ? LARGE : expected.length;
    begun(size);
    if (own.nextBoolean()) {
      file().resize(size);
    } else {
      file().reserve(size);
    }
    grown(size);
  }

  private synchronized void begun(int size) {
    most = Math.max(most, size);
  }

  private synchronized void grown(int size) {
    if (size > expected.length) {
      expected = Arrays.copyOf(expected, size);
    }
    most = Math.max(most, size);
    least = Math.max(least, size);
  }

  private void sized() throws IOException {
    int sure = least;
    assertThat(file().size()).isBetween((long) sure, (long) most);
  }

  private void asked(SplittableRandom own) throws IOException {
    switch (own.nextInt(4)) {
      case 0 -> file().advise(0, 1000, Advice.WILL_NEED);
      case 1 -> {
        boolean _ = file().cached(0, 100);
      }
      case 2 -> assertThat(file().preferredBytes()).isPositive();
      default -> file().sync();
    }
  }

  private void map(int number, SplittableRandom own) throws IOException {
    int[] range = range(own, number * stripe, stripe);
    boolean none = !readable() || range[0] == range[1] || range[1] > least;
    if (none || file().openPath().isPresent()) { // by which files are mapped
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapped = file().map(range[0], range[1] - range[0], arena);
      assertSame(mapped.toArray(ValueLayout.JAVA_BYTE), range[0], "a mapping");
    }
  }

  /// Descriptor and identity stay.
  private void described() {
    OptionalInt found = file().descriptor();
    synchronized (this) {
      assertThat(descriptor.isEmpty() || descriptor.equals(found)).isTrue();
      descriptor = found;
    }
    file().openPath().ifPresent(open -> assertThat(open).satisfies(p -> Files.isSameFile(p, path)));
  }

  private void explained() {
    assertThat(file().explain()).startsWith("auto: ");
  }

  // ---- in the end ------------------------------------------------------------------------------

  private void whole(SplittableRandom own) throws IOException {
    assertThat(file().size()).isBetween((long) least, (long) most);
    if (readable()) {
      byte[] found = new byte[least];
      read(0, found, own);
      assertSame(found, 0, "the whole");
    }
    if (binding.isDone()) {
      EngineFile _ = early().current();
      assertThat(file().explain())
          .contains(binding.obstacle().isEmpty() ? "auto: posix: " : binding.obstacle());
    }
  }

  private void check() throws IOException {
    assertSame(Files.readAllBytes(path), 0, "the file");
    assertThat(binding.mistakes()).isEmpty();
    assertThat(BootstrapFileTest.descriptors(path)).as("descriptors left").isZero();
  }
}

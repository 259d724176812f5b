package io.penstock.tree.cache;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.PoolStatistics;
import io.penstock.testing.Seed;
import io.penstock.testing.SpokenAssumption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the cache of files promises.
class FileCacheTest {
  private static final Duration LONG = Duration.ofHours(1);

  /// Room for ten files of 10,000 bytes, and what is kept of each besides, but not for eleven.
  private static final long TEN_FILES = 116_000;

  @TempDir Path folder;

  private Path file(String name, int bytes, int value) throws IOException {
    byte[] contents = new byte[bytes];
    Arrays.fill(contents, (byte) value);
    Path file = Files.write(folder.resolve(name), contents);
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_000_000 + value)));
    return file;
  }

  private static byte[] bytes(CachedFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(file.writeTo(Channels.newChannel(bytes), 0, file.size())).isEqualTo(file.size());
    return bytes.toByteArray();
  }

  private static byte[] bytes(FileCache cache, Path path) throws IOException {
    try (CachedFile file = cache.open(path)) {
      return bytes(file);
    }
  }

  @Test
  void aFileIsReadOnceAndGivenFromMemoryThen() throws IOException {
    Path path = file("a", 1000, 1);
    try (FileCache cache = FileCache.of(1 << 20, LONG)) {
      for (int i = 0; i < 5; i++) {
        assertThat(bytes(cache, path)).hasSize(1000).containsOnly(1);
      }
      CacheStatistics statistics = cache.statistics();
      assertThat(statistics.loads()).isEqualTo(1);
      assertThat(statistics.hits()).isEqualTo(4);
      assertThat(statistics.files()).isEqualTo(1);
      assertThat(statistics.bytes()).isEqualTo(1000);
    }
  }

  @Test
  void aPartOfAFileIsWritten() throws IOException {
    Path path = Files.writeString(folder.resolve("p"), "0123456789");
    try (FileCache cache = FileCache.of(1 << 20, LONG);
        CachedFile file = cache.open(path)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      assertThat(file.writeTo(Channels.newChannel(bytes), 3, 4)).isEqualTo(4);
      assertThat(bytes.toString(US_ASCII)).isEqualTo("3456");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.writeTo(Channels.newChannel(bytes), 7, 4));
    }
  }

  @Test
  void oneLoadServesAllWhoAskAtTheSameTime() throws Exception {
    Path path = file("a", 200_000, 1);
    try (FileCache cache = FileCache.of(1 << 20, LONG)) {
      CountDownLatch start = new CountDownLatch(1);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        threads.add(
            Thread.startVirtualThread(
                () -> {
                  try {
                    start.await();
                    assertThat(bytes(cache, path)).hasSize(200_000).containsOnly(1);
                  } catch (Exception | AssertionError e) {
                    failure.set(e);
                  }
                }));
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).isNull();
      assertThat(cache.statistics().loads()).isEqualTo(1);
    }
  }

  @Test
  void aChangeIsSeenWhenTheFreshnessIsOver() throws IOException {
    Path path = file("a", 100, 1);
    try (FileCache at = FileCache.of(1 << 20, Duration.ZERO);
        FileCache later = FileCache.of(1 << 20, LONG)) {
      assertThat(bytes(at, path)).containsOnly(1);
      assertThat(bytes(later, path)).containsOnly(1);
      file("a", 100, 2);
      assertThat(bytes(at, path)).containsOnly(2);
      assertThat(bytes(later, path)).containsOnly(1);
    }
  }

  /// It was read in the tick in which it was written: the second write leaves size and time alike.
  @Test
  void aChangeThatDoesNotShowInTheTimeIsSeenWhenTheFreshnessIsOver() throws IOException {
    FileTime tick = FileTime.from(Instant.now().plusSeconds(30));
    try (FileCache cache = FileCache.of(1 << 20, Duration.ZERO)) {
      for (int value = 1; value <= 2; value++) {
        Path path = file("a", 100, value);
        Files.setLastModifiedTime(path, tick);
        assertThat(bytes(cache, path)).containsOnly(value);
      }
    }
  }

  @Test
  void whoHasAFileKeepsItsMemoryWhateverBecomesOfTheCache() throws IOException {
    Path path = file("a", 100_000, 1);
    try (BufferPool pool = BufferPools.cached()) {
      FileCache cache = FileCache.of(1 << 20, Duration.ZERO, pool);
      CachedFile kept = cache.open(path);
      file("a", 100_000, 2);
      assertThat(bytes(cache, path)).containsOnly(2);
      cache.close();
      assertThat(bytes(kept)).hasSize(100_000).containsOnly(1);
      kept.close();
      kept.close();
      assertThatIllegalStateException().isThrownBy(() -> bytes(kept));
      assertThatIllegalStateException().isThrownBy(() -> cache.open(path));
    }
  }

  @Test
  void theBudgetIsKeptAndWhatIsAskedForOftenStays() throws IOException {
    List<Path> hot = new ArrayList<>();
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int i = 0; i < 8; i++) {
        hot.add(file("hot" + i, 10_000, i));
      }
      for (int round = 0; round < 10; round++) {
        for (Path path : hot) {
          bytes(cache, path);
        }
      }
      for (int i = 0; i < 200; i++) {
        Path once = file("once" + i, 10_000, 7);
        assertThat(bytes(cache, once)).containsOnly(7);
        assertThat(cache.statistics().bytes()).isLessThanOrEqualTo(100_000);
      }
      long loads = cache.statistics().loads();
      for (Path path : hot) {
        bytes(cache, path);
      }
      assertThat(cache.statistics().loads()).isEqualTo(loads);
    }
  }

  private List<Path> tenFilesThatFillIt(String name) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      files.add(file(name + i, 10_000, i));
    }
    return files;
  }

  @Test
  void whoIsAskedForOnceReplacesNobodyWhoWasToo() throws IOException {
    List<Path> files = tenFilesThatFillIt("a");
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : files) {
        bytes(cache, path);
      }
      bytes(cache, file("late", 10_000, 10));
      for (Path path : files) {
        bytes(cache, path);
      }
      assertThat(cache.statistics().loads()).isEqualTo(10);
      assertThat(cache.statistics().passed()).isEqualTo(1);
    }
  }

  @Test
  void whoWasAskedForSinceIsPassedOverOnce() throws IOException {
    List<Path> files = tenFilesThatFillIt("a");
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : files) {
        bytes(cache, path);
        bytes(cache, path);
      }
      Path late = folder.resolve("late");
      for (int i = 0; i < 5; i++) {
        assertThatIOException().isThrownBy(() -> cache.open(late));
      }
      Path there = file("late", 10_000, 10);
      bytes(cache, there);
      assertThat(cache.statistics().loads()).isEqualTo(10);
      bytes(cache, there);
      assertThat(cache.statistics().loads()).isEqualTo(11);
    }
  }

  @Test
  void theMemoryOfTheEvictedIsUsedAgain() throws IOException {
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : tenFilesThatFillIt("old")) {
        bytes(cache, path);
      }
      for (Path path : tenFilesThatFillIt("new")) {
        for (int i = 0; i < 3; i++) {
          bytes(cache, path);
        }
      }
      assertThat(cache.statistics().evicted()).isEqualTo(10);
      assertThat(cache.statistics().bytes()).isEqualTo(100_000);
    }
  }

  @Test
  void filesThatWereWrittenJustNowTakeTheirMemoryOnce() throws IOException {
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int i = 0; i < 10; i++) {
        bytes(cache, Files.write(folder.resolve("fresh" + i), new byte[10_000]));
      }
      assertThat(cache.statistics().bytes()).isEqualTo(100_000);
      assertThat(cache.statistics().passed()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void smallFilesTakeWhatIsKeptOfEach(int size) throws IOException {
    int files = 2000;
    try (FileCache cache = FileCache.of(100 << 10, LONG)) {
      for (int i = 0; i < files; i++) {
        Path path = file("small" + i, size, 1);
        for (int ask = 0; ask < 3; ask++) {
          assertThat(bytes(cache, path)).hasSize(size);
        }
      }
      assertThat(cache.statistics().files()).isBetween(50L, 100L);
      assertThat(cache.statistics().evicted()).isPositive();
    }
  }

  @Test
  void whatThePoolHasNoMemoryForTakesNoRoom() throws IOException {
    Path kept = file("kept", 10_000, 1);
    Path broken = file("broken", 25_000, 2);
    PoolOptions options = PoolOptions.defaults().withRegionBytes(1 << 20).withLimitBytes(1 << 20);
    try (BufferPool pool = BufferPools.cached(options)) {
      FileCache cache = FileCache.of(TEN_FILES, LONG, pool);
      try (Lease _ = pool.lease(1 << 20)) {
        for (int i = 0; i < 10; i++) {
          assertThatExceptionOfType(PoolExhaustedException.class)
              .isThrownBy(() -> cache.open(broken));
        }
      }
      bytes(cache, kept);
      assertThat(cache.statistics().files()).isEqualTo(1);
      assertThat(cache.statistics().passed()).isZero();
      cache.close();
    }
  }

  @Test
  @Timeout(60)
  void whoWaitsForALoadThatFailsLoadsTheFile() throws Exception {
    Path path = file("a", 25_000, 1);
    AtomicReference<Thread> second = new AtomicReference<>();
    try (FailingOnce pool = new FailingOnce(() -> waitsUntilParked(second.get()));
        FileCache cache = FileCache.of(TEN_FILES, LONG, pool)) {
      FutureTask<byte[]> found = new FutureTask<>(() -> bytes(cache, path));
      second.set(Thread.ofPlatform().daemon().unstarted(found));
      assertThatExceptionOfType(PoolExhaustedException.class).isThrownBy(() -> cache.open(path));
      assertThat(found.get()).hasSize(25_000).containsOnly(1);
    }
  }

  private static void waitsUntilParked(Thread started) {
    started.start();
    while (started.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  /// A pool that has no memory for the first who asks.
  ///
  /// @param meanwhile what happens before that is told
  private record FailingOnce(BufferPool pool, AtomicBoolean failed, Runnable meanwhile)
      implements BufferPool {
    FailingOnce(Runnable meanwhile) {
      this(BufferPools.cached(PoolOptions.defaults()), new AtomicBoolean(), meanwhile);
    }

    @Override
    public Block take(long bytes) {
      if (failed.compareAndSet(false, true)) {
        meanwhile.run();
        throw new PoolExhaustedException("no memory");
      }
      return pool.take(bytes);
    }

    @Override
    public PoolStatistics statistics() {
      return pool.statistics();
    }

    @Override
    public long trim() {
      return pool.trim();
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  // Who may read all may not read these: nothing can be read from them.
  @Test
  void whatCannotBeReadTakesNoRoom() throws IOException {
    Path kept = file("kept", 10_000, 1);
    Path broken = Path.of("/sys/bus/cpu/uevent");
    SpokenAssumption.that(Files.exists(broken), "no file of sysfs that can only be written");
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int i = 0; i < 100; i++) {
        assertThatIOException().isThrownBy(() -> cache.open(broken));
      }
      bytes(cache, kept);
      assertThat(cache.statistics().files()).isEqualTo(1);
      assertThat(cache.statistics().passed()).isZero();
    }
  }

  @Test
  void largeFilesAreServedFromDisk() throws IOException {
    Path path = file("large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      assertThat(file.inMemory()).isFalse();
      assertThat(bytes(file)).hasSize(90_000).containsOnly(1);
      assertThat(cache.statistics().passed()).isEqualTo(1);
    }
  }

  @Test
  void aLargeFileThatChangesInPlaceIsNotSentToItsEnd() throws IOException {
    Path path = file("large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      Files.write(path, new byte[90_000]);
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      assertThatIOException()
          .isThrownBy(() -> file.writeTo(Channels.newChannel(sent), 0, 90_000))
          .withMessage(path + ": was changed while it was sent; ask for it again");
      assertThat(sent.size()).isLessThan(90_000);
    }
  }

  @Test
  void aLargeFileThatIsReplacedIsSentAsItWas() throws IOException {
    Path path = file("large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      Path other = file("other", 90_000, 2);
      Path _ = Files.move(other, path, StandardCopyOption.ATOMIC_MOVE);
      assertThat(bytes(file)).hasSize(90_000).containsOnly(1);
    }
  }

  @Test
  void aLargeFileThatIsRemovedIsSentAsItWas() throws IOException {
    Path path = file("large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      Files.delete(path);
      assertThat(bytes(file)).hasSize(90_000).containsOnly(1);
    }
  }

  @Test
  void aFileWhoseTimeLiesInTheFutureIsReadOnce() throws IOException {
    Path path = file("early", 100, 1);
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().plus(Duration.ofDays(1))));
    try (FileCache cache = FileCache.of(TEN_FILES, Duration.ZERO)) {
      for (int i = 0; i < 3; i++) {
        assertThat(bytes(cache, path)).hasSize(100);
      }
      assertThat(cache.statistics().loads()).isEqualTo(1);
      assertThat(cache.statistics().hits()).isEqualTo(2);
    }
  }

  @Test
  void aFreshnessMayLastForEver() throws IOException {
    Path path = file("old", 100, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, ChronoUnit.FOREVER.getDuration())) {
      assertThat(bytes(cache, path)).containsOnly(1);
      Path _ = file("old", 100, 2);
      assertThat(bytes(cache, path)).containsOnly(1);
    }
  }

  @Test
  void aHeadGoesBeforeThePart() throws IOException {
    Path kept = file("kept", 1000, 1);
    Path large = file("large", 90_000, 2);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : List.of(kept, large)) {
        ByteBuffer head = ByteBuffer.wrap("a head".getBytes(US_ASCII)).position(2);
        Path target = folder.resolve("target");
        try (CachedFile file = cache.open(path);
            FileChannel out = FileChannel.open(target, CREATE, WRITE, TRUNCATE_EXISTING)) {
          assertThat(file.inMemory()).isEqualTo(path.equals(kept));
          assertThat(file.writeTo(out, head, 10, 800)).isEqualTo(800);
          assertThat(head.hasRemaining()).isFalse();
          assertThatExceptionOfType(IndexOutOfBoundsException.class)
              .isThrownBy(() -> file.writeTo(out, head.rewind(), 1, file.size()));
        }
        byte[] written = Files.readAllBytes(target);
        assertThat(written).hasSize(804);
        assertThat(new String(written, 0, 4, US_ASCII)).isEqualTo("head");
        assertThat(Arrays.copyOfRange(written, 4, 804)).containsOnly(Files.readAllBytes(path)[0]);
      }
    }
  }

  @Test
  void aFullSocketIsWaitedForByVirtualThreadsToo() throws Exception {
    int size = 24 << 20;
    Path path = file("large", size, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      FutureTask<Long> sent =
          new FutureTask<>(
              () -> {
                try (SocketChannel out = SocketChannel.open(listener.getLocalAddress());
                    CachedFile file = cache.open(path)) {
                  return file.writeTo(out, ByteBuffer.allocate(3), 0, size);
                }
              });
      Thread.startVirtualThread(sent);
      try (SocketChannel in = listener.accept();
          InputStream bytes = in.socket().getInputStream()) {
        assertThat(bytes.readAllBytes()).hasSize(size + 3);
      }
      assertThat(sent.get()).isEqualTo(size);
    }
  }

  @Test
  void aFullSocketThatDoesNotBlockTakesAPart() throws Exception {
    int size = 24 << 20;
    Path path = file("large", size, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel out = SocketChannel.open(listener.getLocalAddress());
          SocketChannel _ = listener.accept();
          CachedFile file = cache.open(path)) {
        out.configureBlocking(false);
        assertThat(file.writeTo(out, 0, size)).isBetween(1L, size - 1L);
        assertThat(file.writeTo(out, ByteBuffer.allocate(1), 0, size)).isLessThan(size);
      }
    }
  }

  @Test
  void whatASocketHasTakenStaysAsItWasThoughTheFileIsOverwrittenOrCut() throws Exception {
    int size = 90_000;
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (boolean cut : new boolean[] {false, true}) {
        Path path = file("large", size, 1);
        try (SocketChannel out = SocketChannel.open(listener.getLocalAddress());
            SocketChannel in = listener.accept();
            InputStream bytes = in.socket().getInputStream();
            CachedFile file = cache.open(path)) {
          out.configureBlocking(false);
          int taken = (int) file.writeTo(out, 0, size);
          try (FileChannel change = FileChannel.open(path, WRITE)) {
            int _ = change.write(ByteBuffer.allocate(size));
            FileChannel _ = change.truncate(cut ? 1 : size);
          }
          SocketChannel _ = out.shutdownOutput();
          assertThat(bytes.readAllBytes()).hasSize(taken).containsOnly(1);
        }
      }
    }
  }

  @Test
  void whatIsEvictedIsForgottenAndMayComeBack() throws IOException {
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int round = 1; round <= 14; round++) {
        for (int i = 0; i < 12; i++) {
          Path path = round == 1 ? file("f" + i, 10_000, i) : folder.resolve("f" + i);
          for (int ask = 0; ask < (i + round) % 4; ask++) {
            assertThat(bytes(cache, path)).hasSize(10_000).containsOnly(i);
          }
          assertThat(cache.statistics().bytes()).isLessThanOrEqualTo(100_000);
        }
      }
      assertThat(cache.statistics().evicted()).isPositive();
    }
  }

  @Test
  void whatIsNoFileIsRefusedAndForgotten() throws IOException {
    Path missing = folder.resolve("missing");
    try (FileCache cache = FileCache.of(1000, LONG)) {
      assertThatExceptionOfType(NoSuchFileException.class)
          .isThrownBy(() -> cache.open(missing))
          .withMessage(missing + ": no such file");
      assertThatIOException()
          .isThrownBy(() -> cache.open(folder))
          .withMessage(folder + ": is no regular file");
      Files.writeString(missing, "here");
      assertThat(bytes(cache, missing)).hasSize(4);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> FileCache.of(0, LONG));
  }

  @Test
  void filesThatAreReplacedAllTheTimeAreNeverMixed() throws Exception {
    Random random = Seed.sow(FileCacheTest.class);
    Path path = state(1);
    try (FileCache cache = FileCache.of(1 << 20, Duration.ofMillis(1))) {
      Thread writer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 200; i++) {
                      state(1 + random.nextInt(100));
                    }
                  });
      int reads = 0;
      while (writer.isAlive() || reads == 0) {
        byte[] bytes = bytes(cache, path);
        assertThat(bytes).hasSize(1000 * bytes[0]).containsOnly(bytes[0]);
        reads++;
      }
      writer.join();
    }
  }

  private Path state(int value) {
    try {
      byte[] bytes = new byte[1000 * value];
      Arrays.fill(bytes, (byte) value);
      Path fresh = Files.write(folder.resolve("fresh"), bytes);
      return Files.move(fresh, folder.resolve("state"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

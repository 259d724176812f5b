package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What byte files promise with every engine, against an array of bytes and a file channel.
class ByteFileContractTest {
  private static final int SIZE = (1 << 20) + 1234;
  private static final int STEPS = 120;

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(20261128);
  private final Arena arena = Arena.ofConfined();

  @AfterEach
  void free() {
    arena.close();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("f"), content);
  }

  private static Access access(FileEngine engine) {
    return Access.readWrite().withEngine(engine);
  }

  private int upTo(int most) {
    return random.nextInt(4) == 0
        ? random.nextInt(Math.min(most, 100) + 1)
        : random.nextInt(most + 1);
  }

  /// The kinds of memory that bytes are moved from and to.
  private enum Memory {
    ARRAY,
    PART_OF_AN_ARRAY,
    HEAP_BUFFER,
    DIRECT_BUFFER,
    READ_ONLY_HEAP_BUFFER,
    NATIVE_SEGMENT,
    HEAP_SEGMENT,
    SEGMENT_OF_LONGS
  }

  private Memory anyMemory() {
    return Memory.values()[random.nextInt(Memory.values().length)];
  }

  private void write(ByteFile file, long offset, byte[] content) throws IOException {
    int ahead = random.nextInt(9);
    byte[] longer = new byte[content.length + 20];
    System.arraycopy(content, 0, longer, ahead, content.length);
    ByteBuffer part = ByteBuffer.wrap(longer, 2, longer.length - 2).slice().position(0);
    switch (anyMemory()) {
      case ARRAY -> file.writeAt(offset, content);
      case PART_OF_AN_ARRAY -> file.writeAt(offset, longer, ahead, content.length);
      case HEAP_BUFFER -> {
        byte[] shifted = new byte[content.length + 20];
        System.arraycopy(content, 0, shifted, 2 + ahead, content.length);
        part.put(0, shifted, 2, part.capacity());
        part.limit(ahead + content.length).position(ahead);
        file.writeAt(offset, part);
        assertThat(part.remaining()).isZero();
      }
      case READ_ONLY_HEAP_BUFFER -> {
        ByteBuffer buffer = ByteBuffer.wrap(longer, ahead, content.length).asReadOnlyBuffer();
        file.writeAt(offset, buffer);
        assertThat(buffer.remaining()).isZero();
      }
      case DIRECT_BUFFER -> {
        ByteBuffer buffer = ByteBuffer.allocateDirect(longer.length).put(longer);
        buffer.limit(ahead + content.length).position(ahead);
        file.writeAt(offset, buffer);
        assertThat(buffer.remaining()).isZero();
      }
      case NATIVE_SEGMENT -> {
        MemorySegment memory =
            arena.allocate(longer.length).copyFrom(MemorySegment.ofArray(longer));
        file.writeAt(offset, memory.asSlice(ahead, content.length).asReadOnly());
      }
      case HEAP_SEGMENT ->
          file.writeAt(offset, MemorySegment.ofArray(longer).asSlice(ahead, content.length));
      case SEGMENT_OF_LONGS -> {
        MemorySegment memory = MemorySegment.ofArray(new long[longer.length / 8 + 1]);
        memory.asSlice(0, longer.length).copyFrom(MemorySegment.ofArray(longer));
        file.writeAt(offset, memory.asSlice(ahead, content.length));
      }
    }
  }

  private byte[] read(ByteFile file, long offset, int count) throws IOException {
    int ahead = random.nextInt(9);
    byte[] longer = new byte[count + 20];
    MemorySegment memory = MemorySegment.ofArray(longer);
    switch (anyMemory()) {
      case ARRAY -> {
        byte[] whole = new byte[count];
        file.readAt(offset, whole);
        return whole;
      }
      case PART_OF_AN_ARRAY -> file.readAt(offset, longer, ahead, count);
      case HEAP_BUFFER, READ_ONLY_HEAP_BUFFER -> {
        ByteBuffer buffer = ByteBuffer.wrap(longer, ahead, count + 5).slice().limit(count);
        file.readAt(offset, buffer);
        assertThat(buffer.position()).isEqualTo(count);
      }
      case DIRECT_BUFFER -> {
        ByteBuffer buffer = ByteBuffer.allocateDirect(longer.length);
        file.readAt(offset, buffer.limit(ahead + count).position(ahead));
        assertThat(buffer.position()).isEqualTo(ahead + count);
        buffer.clear().get(longer);
      }
      case NATIVE_SEGMENT -> {
        MemorySegment target = arena.allocate(longer.length);
        file.readAt(offset, target.asSlice(ahead, count));
        memory.copyFrom(target);
      }
      case HEAP_SEGMENT -> file.readAt(offset, memory.asSlice(ahead, count));
      case SEGMENT_OF_LONGS -> {
        MemorySegment target = MemorySegment.ofArray(new long[longer.length / 8 + 1]);
        file.readAt(offset, target.asSlice(ahead, count));
        memory.copyFrom(target.asSlice(0, longer.length));
      }
    }
    byte[] edges = longer.clone();
    Arrays.fill(edges, ahead, ahead + count, (byte) 0);
    assertThat(edges).as("beside the target").containsOnly(0);
    return Arrays.copyOfRange(longer, ahead, ahead + count);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void memoryOfEveryKindIsMovedAndNothingBesideIt(FileEngine engine) throws IOException {
    byte[] expected = bytes(SIZE);
    Path path = file(expected);
    try (ByteFile file = ByteFile.open(path, access(engine))) {
      for (int i = 0; i < STEPS; i++) {
        int offset = upTo(expected.length);
        switch (random.nextInt(8)) {
          case 0, 1, 2, 3 -> {
            int count = upTo(expected.length - offset);
            assertThat(read(file, offset, count))
                .isEqualTo(Arrays.copyOfRange(expected, offset, offset + count));
          }
          case 4, 5 -> {
            byte[] content = bytes(upTo(200_000));
            write(file, offset, content);
            expected = with(expected, offset, content);
          }
          case 6 -> {
            int size = upTo(SIZE);
            file.resize(size);
            expected = Arrays.copyOf(expected, size);
          }
          default -> {
            int size = upTo(SIZE);
            file.reserve(size);
            expected = Arrays.copyOf(expected, Math.max(size, expected.length));
          }
        }
        assertThat(file.size()).isEqualTo(expected.length);
      }
      file.sync();
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), expected)).isEqualTo(-1);
  }

  private static byte[] with(byte[] bytes, int offset, byte[] content) {
    int end = content.length == 0 ? 0 : offset + content.length;
    byte[] changed = Arrays.copyOf(bytes, Math.max(bytes.length, end));
    System.arraycopy(content, 0, changed, Math.min(offset, changed.length), content.length);
    return changed;
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aViewAnswersAsAFileChannelDoes(FileEngine engine) throws IOException {
    byte[] content = bytes(100_000);
    Path path = file(content);
    Path other = Files.write(folder.resolve("other"), content);
    try (ByteFile file = ByteFile.open(path, access(engine));
        SeekableByteChannel view = file.channel();
        FileChannel channel = FileChannel.open(other, READ, WRITE)) {
      for (int i = 0; i < STEPS; i++) {
        sameStep(view, channel);
        assertThat(view.position()).isEqualTo(channel.position());
        assertThat(view.size()).isEqualTo(channel.size());
      }
    }
    assertThat(path).hasSameBinaryContentAs(other);
  }

  private void sameStep(SeekableByteChannel view, SeekableByteChannel channel) throws IOException {
    int count = upTo(30_000);
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        ByteBuffer found = ByteBuffer.allocate(count);
        ByteBuffer expected = ByteBuffer.allocate(count);
        assertThat(view.read(found)).isEqualTo(channel.read(expected));
        assertThat(found.flip()).isEqualTo(expected.flip());
      }
      case 2 -> {
        byte[] content = bytes(count);
        assertThat(view.write(ByteBuffer.wrap(content))).isEqualTo(count);
        assertThat(channel.write(ByteBuffer.wrap(content))).isEqualTo(count);
      }
      case 3, 4 -> {
        long position = upTo(120_000);
        view.position(position);
        channel.position(position);
      }
      default -> {
        long size = 50_000L + upTo(80_000);
        view.truncate(size);
        channel.truncate(size);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void streamsReadAndWriteFromAnOffsetOn(FileEngine engine) throws IOException {
    byte[] content = bytes(300_000);
    try (ByteFile file = ByteFile.open(file(content), access(engine))) {
      byte[] added = bytes(50_000);
      try (OutputStream out = file.outputStream(280_000)) {
        out.write(added);
        out.write(42);
      }
      try (InputStream in = file.inputStream(280_000);
          InputStream beyond = file.inputStream(1_000_000)) {
        assertThat(in.readNBytes(50_000)).isEqualTo(added);
        assertThat(in.read()).isEqualTo(42);
        assertThat(in.read()).isEqualTo(-1);
        assertThat(beyond.readAllBytes()).isEmpty();
      }
      try (InputStream in = file.inputStream(0)) {
        assertThat(in.skip(1000)).isEqualTo(1000);
        assertThat(in.readAllBytes()).hasSize(329_001);
      }
      assertThat(file.size()).as("open after its views").isEqualTo(330_001);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aRangeIsMappedWhereverTheBytesAreTheFiles(FileEngine engine) throws IOException {
    byte[] content = bytes(100_000);
    try (ByteFile file = ByteFile.open(file(content), access(engine));
        Arena lifetime = Arena.ofConfined()) {
      file.advise(0, 100_000, Advice.RANDOM);
      MemorySegment view = file.map(12_345, 50_000, lifetime);
      assertThat(view.toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(Arrays.copyOfRange(content, 12_345, 62_345));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.map(60_000, 40_001, lifetime));
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatIsNotInTheFileIsRefusedWithThePlace(FileEngine engine) throws IOException {
    try (ByteFile file = ByteFile.open(file(bytes(1000)), access(engine))) {
      ByteBuffer target = ByteBuffer.allocate(100);
      for (long offset : new long[] {901, 1000, 1L << 40, Long.MAX_VALUE - 100}) {
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> file.readAt(offset, target))
            .withMessageContainingAll("f: cannot read", "offset " + offset, "ends at 1000");
        assertThat(target.position()).isZero();
      }
      for (long offset : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE - 99}) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> file.readAt(offset, target))
            .withMessageContaining("offset " + offset + " must not be negative");
        assertThatIllegalArgumentException().isThrownBy(() -> file.writeAt(offset, target));
      }
      assertThat(file.size()).isEqualTo(1000);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aPlaceThatNoFileSystemHasLeavesTheFileAsItIs(FileEngine engine) throws IOException {
    try (ByteFile file = ByteFile.open(file(bytes(1000)), access(engine))) {
      for (long offset : new long[] {1L << 62, Long.MAX_VALUE - 4200, Long.MAX_VALUE - 100}) {
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> file.writeAt(offset, new byte[100]))
            .withMessageContaining("f: cannot write ")
            .satisfies(e -> assertThat(e.offset()).isEqualTo(offset));
        assertThat(file.size()).isEqualTo(1000);
      }
      int length = 3 << 20;
      MemorySegment longer = Arena.ofAuto().allocate(length);
      for (long offset : new long[] {Long.MAX_VALUE - length, Long.MAX_VALUE - length - 100}) {
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> file.readAt(offset, longer))
            .withMessageContaining("f: cannot read ");
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> file.writeAt(offset, longer))
            .withMessageContaining("f: cannot write ");
      }
      assertThat(file.size()).isEqualTo(1000);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aFileIsCreatedOnceAndOpenedAfterwards(FileEngine engine) throws IOException {
    Path path = folder.resolve("new");
    try (ByteFile file = ByteFile.create(path, access(engine))) {
      file.writeAt(5, "bytes".getBytes(UTF_8));
      assertThat(path).as("while it is open").exists();
    }
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> ByteFile.create(path, access(engine)));
    try (ByteFile file = ByteFile.openOrCreate(path, access(engine))) {
      assertThat(file.size()).isEqualTo(10);
    }
    try (ByteFile file = ByteFile.openOrCreate(folder.resolve("newer"), access(engine))) {
      assertThat(file.size()).isZero();
      assertThat(file.explain()).startsWith(engine.name());
    }
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(
            () -> ByteFile.openOrCreate(folder.resolve("missing").resolve("f"), access(engine)));
  }

  @Test
  void whereNothingElseIsAskedForNewFilesAreReadAndWritten() throws IOException {
    for (int i = 0; i < 2; i++) {
      Path path = folder.resolve("new" + i);
      try (ByteFile file = i == 0 ? ByteFile.create(path) : ByteFile.openOrCreate(path)) {
        file.writeAt(0, "bytes".getBytes(UTF_8));
        byte[] found = new byte[2];
        file.readAt(3, found);
        assertThat(found).isEqualTo("es".getBytes(UTF_8));
        assertThat(file.mode()).isEqualTo(OpenMode.READ_WRITE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aFileIsCreatedWhereALinkLeadsToIt(FileEngine engine) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("other"));
    Files.createSymbolicLink(folder.resolve("other"), folder.resolve("led"));
    try (ByteFile file = ByteFile.openOrCreate(link, access(engine))) {
      file.writeAt(0, "bytes".getBytes(UTF_8));
      assertThat(file.path()).isEqualTo(link);
    }
    assertThat(link).isSymbolicLink();
    assertThat(folder.resolve("led")).hasContent("bytes");
    assertThat(BootstrapFileTest.descriptors(link)).isZero();
    Path astray = Files.createSymbolicLink(folder.resolve("astray"), Path.of("missing", "f"));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> ByteFile.openOrCreate(astray, access(engine)))
        .withMessageContaining(folder.resolve("missing").resolve("f").toString());
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aFileIsUsedAsItWasOpened(FileEngine engine) throws IOException {
    Path path = file(bytes(1000));
    Access access = access(engine);
    try (ByteFile file = ByteFile.open(path, access.withMode(OpenMode.READ))) {
      assertThatIllegalStateException()
          .isThrownBy(() -> file.writeAt(0, new byte[1]))
          .withMessageContaining("is open for reading only");
      assertThatIllegalStateException().isThrownBy(() -> file.resize(0));
      assertThatIllegalStateException().isThrownBy(() -> file.reserve(5000));
      assertThatIllegalStateException().isThrownBy(file::sync);
      assertThatIllegalStateException().isThrownBy(() -> file.outputStream(0));
      assertThatExceptionOfType(NonWritableChannelException.class)
          .isThrownBy(() -> file.channel().write(ByteBuffer.allocate(1)));
      assertThatExceptionOfType(NonWritableChannelException.class)
          .isThrownBy(() -> file.channel().truncate(0));
    }
    try (ByteFile file = ByteFile.open(path, access.withMode(OpenMode.WRITE))) {
      assertThatIllegalStateException().isThrownBy(() -> file.readAt(0, new byte[1]));
      assertThatIllegalStateException().isThrownBy(() -> file.inputStream(0));
      assertThatIllegalStateException().isThrownBy(() -> file.map(0, 10, arena));
      assertThatExceptionOfType(NonReadableChannelException.class)
          .isThrownBy(() -> file.channel().read(ByteBuffer.allocate(1)));
    }
    assertThat(Files.size(path)).isEqualTo(1000);
  }

  @Test
  void readOnlyMemoryAndBadArgumentsAreRefused() throws IOException {
    try (ByteFile file = ByteFile.open(file(bytes(1000)), Access.readWrite())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.readAt(0, ByteBuffer.allocate(1).asReadOnlyBuffer()))
          .withMessage("read-only memory cannot be read into");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.readAt(0, MemorySegment.ofArray(new byte[1]).asReadOnly()))
          .withMessage("read-only memory cannot be read into");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.channel().read(ByteBuffer.allocate(1).asReadOnlyBuffer()));
      assertThatIllegalArgumentException().isThrownBy(() -> file.resize(-1));
      assertThatIllegalArgumentException().isThrownBy(() -> file.reserve(-1));
      assertThatIllegalArgumentException().isThrownBy(() -> file.inputStream(-1));
      assertThatIllegalArgumentException().isThrownBy(() -> file.channel().position(-1));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.readAt(0, new byte[10], 5, 6));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.writeAt(0, new byte[10], -1, 6));
    }
  }

  @Test
  void afterCloseEveryCallSaysSo() throws IOException {
    ByteFile file = ByteFile.open(file(bytes(1000)), Access.readWrite());
    SeekableByteChannel view = file.channel();
    InputStream in = file.inputStream(0);
    file.close();
    file.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> file.readAt(0, new byte[1]))
        .withMessageContaining("is closed");
    assertThatIllegalStateException().isThrownBy(() -> file.writeAt(0, new byte[0]));
    assertThatIllegalStateException().isThrownBy(file::size);
    assertThatIllegalStateException().isThrownBy(file::sync);
    assertThatIllegalStateException().isThrownBy(() -> file.inputStream(0));
    assertThat(view.isOpen()).isFalse();
    assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(view::size);
    assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(in::read);
    assertThat(file).hasToString("byte file " + file.path() + ", closed");
  }

  @Test
  void viewsHavePositionsOfTheirOwnAndAreClosedAlone() throws IOException {
    Path path = file("one\ntwo\nthree\n".getBytes(UTF_8));
    try (ByteFile file = ByteFile.open(path);
        SeekableByteChannel kept = file.channel().position(4)) {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(file.inputStream(0), UTF_8))) {
        assertThat(lines.lines()).containsExactly("one", "two", "three");
      }
      SeekableByteChannel closed = file.channel();
      closed.close();
      assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(closed::position);
      ByteBuffer word = ByteBuffer.allocate(3);
      assertThat(kept.read(word)).isEqualTo(3);
      assertThat(word.array()).isEqualTo("two".getBytes(UTF_8));
      assertThat(file)
          .hasToString("byte file " + path + ", open for reading by engine " + engineName());
    }
  }

  private static String engineName() {
    return Access.read().engine().name();
  }

  @Test
  void anInterruptClosesNeitherAViewNorTheFile() throws IOException {
    try (ByteFile file = ByteFile.open(file(bytes(1000)));
        SeekableByteChannel view = file.channel()) {
      Thread.currentThread().interrupt();
      assertThat(view.read(ByteBuffer.allocate(600))).isEqualTo(600);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(view.read(ByteBuffer.allocate(600))).isEqualTo(400);
    }
  }

  @Test
  void aLargeTransferIsSharedAmongThreads() throws IOException {
    byte[] content = bytes(40 << 20);
    Path path = folder.resolve("large");
    Access four = Access.readWrite().withThreads(4);
    try (ByteFile file = ByteFile.create(path, four)) {
      file.writeAt(3, content);
      byte[] found = new byte[content.length];
      file.readAt(3, found);
      assertThat(Arrays.mismatch(found, content)).isEqualTo(-1);
      Arrays.fill(found, (byte) 0);
      file.readAt(3, MemorySegment.ofArray(found));
      assertThat(Arrays.mismatch(found, content)).isEqualTo(-1);
    }
  }

  // ---- the page cache --------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void nothingBeyondTheEndIsCached(FileEngine engine) throws IOException {
    Path path = file(bytes(SIZE));
    ByteFile file = ByteFile.open(path, Access.read().withEngine(engine));
    try (file) {
      assertThat(file.isCached(SIZE - 10, 11)).isFalse();
      assertThat(file.isCached(10L * SIZE, 1)).isFalse();
      assertThat(file.isCached(5, 0)).isTrue();
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.isCached(-1, 1));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.isCached(0, -1));
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> file.isCached(0, 1))
        .withMessageContaining(path.toString());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatWasWrittenIsCachedUntilItIsEvicted() throws Exception {
    Path path = file(bytes(SIZE));
    FileEngine posix = FileEngines.of(FileEngine.Posix.class);
    try (ByteFile file = ByteFile.open(path, Access.read().withEngine(posix))) {
      OptionalLong resident = PageCache.residentBytes(path, 0, SIZE);
      assumeThat(resident).as("the kernel tells").hasValue(SIZE);
      assertThat(file.isCached(0, SIZE)).isTrue();
      PageCache.evict(path);
      assumeThat(PageCache.residentBytes(path, 0, SIZE)).as("evictable").hasValue(0);
    }
    try (ByteFile file =
        ByteFile.open(path, Access.read().withEngine(posix))) { // has not asked yet
      assertThat(file.isCached(1234, 56)).isFalse();
    }
  }
}

package io.penstock.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.file.Access;
import io.penstock.file.Advice;
import io.penstock.file.ByteFile;
import io.penstock.file.FileEngines;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Many places of one file of an index, read together.
class BatchedInputTest {
  private static final int BYTES = 3_000_000;
  private static final int SIZE = 3072;
  private static final byte[] DATA = new byte[BYTES];

  static {
    new Random(22).nextBytes(DATA);
  }

  @TempDir Path folder;

  /// A way to open the directory of a folder.
  record Way(String name, Opening opening) {
    interface Opening {
      FSDirectory open(Path folder) throws IOException;
    }

    private Directory open(Path folder) throws IOException {
      FSDirectory directory = opening.open(folder);
      try (IndexOutput output = directory.createOutput("data", IOContext.DEFAULT)) {
        output.writeBytes(DATA, BYTES);
      }
      return directory;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Way> ways() {
    return Stream.concat(
        Stream.of(new Way("mapped", PenstockDirectory::new)),
        FileEngines.all().stream()
            .map(
                engine ->
                    new Way(
                        engine.name(),
                        path -> new EngineDirectory(path, Access.read().withEngine(engine)))));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void placesArriveInTheOrderAskedForWhetherCachedOrNot(Way way) throws IOException {
    try (Directory directory = way.open(folder);
        IndexInput input = directory.openInput("data", IOContext.DEFAULT)) {
      long[] offsets = new Random(7).longs(500, 0, BYTES - SIZE).toArray();
      for (boolean cached : new boolean[] {true, false, true}) {
        if (!cached) {
          dropFromTheCache(folder.resolve("data"));
        }
        requireAll(input, offsets, 0);
      }
    }
  }

  @Test
  void whatAReadThatFailedHasLeftIsNotTakenForTheFile() throws IOException {
    Access access = Access.read().withEngine(FileEngines.named("channel"));
    Path data = folder.resolve("data");
    try (Directory directory =
            new Way("channel", path -> new EngineDirectory(path, access)).open(folder);
        IndexInput input = directory.openInput("data", IOContext.DEFAULT);
        FileChannel file = FileChannel.open(data, StandardOpenOption.WRITE)) {
      FileChannel _ = file.truncate(100);
      input.seek(SIZE);
      assertThatThrownBy(input::readByte).isInstanceOf(IOException.class);
      assertThat(file.write(ByteBuffer.wrap(DATA), 0)).isEqualTo(BYTES);
      assertThat(input.getFilePointer()).isEqualTo(SIZE);
      assertThat(input.readByte()).isEqualTo(DATA[SIZE]);
      assertThat(input.readByte()).isEqualTo(DATA[SIZE + 1]);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void slicesAndClonesReadTheirOwnPlaces(Way way) throws IOException {
    try (Directory directory = way.open(folder);
        IndexInput input = directory.openInput("data", IOContext.DEFAULT)) {
      IndexInput slice = input.slice("part", 1001, BYTES - 5000).slice("inner", 10, BYTES - 9000);
      slice.seek(77);
      IndexInput clone = slice.clone();
      long[] offsets = {0, 4096, BYTES - 9000 - SIZE, 17};
      requireAll(slice, offsets, 1011);
      requireAll(clone, offsets, 1011);
      assertThat(clone.getFilePointer()).isEqualTo(77);
      assertThat(clone.readByte()).isEqualTo(DATA[1011 + 77]);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void nothingIsReadWhereAPlaceIsNotAllInTheInput(Way way) throws IOException {
    try (Directory directory = way.open(folder);
        IndexInput input = directory.openInput("data", IOContext.DEFAULT)) {
      byte[] target = new byte[2 * SIZE];
      for (long bad : new long[] {-1, BYTES - SIZE + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
        assertThatThrownBy(
                () ->
                    BatchedInput.of(input)
                        .readAll(new long[] {0, bad}, SIZE, MemorySegment.ofArray(target)))
            .isInstanceOf(EOFException.class)
            .hasMessageContaining("data");
      }
      assertThat(target).containsOnly(0);
      assertThatThrownBy(
              () ->
                  BatchedInput.of(input).readAll(new long[3], SIZE, MemorySegment.ofArray(target)))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aClosedInputReadsNothing(Way way) throws IOException {
    try (Directory directory = way.open(folder)) {
      IndexInput input = directory.openInput("data", IOContext.DEFAULT);
      IndexInput slice = input.slice("part", 10, 100_000);
      input.close();
      for (IndexInput closed : Arrays.asList(input, slice)) {
        assertThatThrownBy(
                () ->
                    BatchedInput.of(closed)
                        .readAll(new long[] {1, 2}, 8, MemorySegment.ofArray(new byte[16])))
            .isInstanceOf(AlreadyClosedException.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void memoryThatWasGivenBackIsNotToldAsAClosedInput(Way way) throws IOException {
    Arena arena = Arena.ofShared();
    MemorySegment target = arena.allocate(16);
    arena.close();
    try (Directory directory = way.open(folder);
        IndexInput input = directory.openInput("data", IOContext.DEFAULT)) {
      assertThatThrownBy(() -> BatchedInput.of(input).readAll(new long[] {1, 2}, 8, target))
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessageContaining("memory")
          .hasMessageContaining("data");
    }
  }

  @Test
  void anotherDirectorysInputIsRefusedByName() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput output = directory.createOutput("data", IOContext.DEFAULT)) {
        output.writeInt(1);
      }
      try (IndexInput input = directory.openInput("data", IOContext.DEFAULT)) {
        assertThatThrownBy(() -> BatchedInput.of(input))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("PenstockDirectory");
      }
    }
  }

  private static void requireAll(IndexInput input, long[] offsets, int base) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate((long) offsets.length * SIZE);
      BatchedInput.of(input).readAll(offsets, SIZE, target);
      for (int i = 0; i < offsets.length; i++) {
        int from = Math.toIntExact(base + offsets[i]);
        assertThat(target.asSlice((long) i * SIZE, SIZE).toArray(ValueLayout.JAVA_BYTE))
            .as("place %d", i)
            .isEqualTo(Arrays.copyOfRange(DATA, from, from + SIZE));
      }
    }
  }

  /// What has been synced and is not mapped leaves the cache.
  private static void dropFromTheCache(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    try (ByteFile bytes = ByteFile.open(file)) {
      bytes.advise(0, Files.size(file), Advice.DONT_NEED);
    }
  }
}

package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.testing.StoredElements;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random transfers of megabytes, in every way and with every kind of memory, through every engine,
/// against an oracle that moves one element at a time. Bits are compared, so that a NaN is kept as
/// it is.
class LargeTransferProperties {
  private static final int FEW = 16;
  private static final int MANY = 400;

  /// Two tasks of one transfer and a little more.
  private static final int MOST_BYTES = 18 << 20;

  private static final List<DataType> TYPES = List.of(DataType.values());
  private static final List<MemoryKind> KINDS = List.of(MemoryKind.values());

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatIsReadIsWhatLiesAtTheSelectedPlaces(FileEngine engine) throws IOException {
    read(engine, FEW);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatIsReadOfManyFilesIsWhatLiesAtTheSelectedPlaces(FileEngine engine) throws IOException {
    read(engine, MANY);
  }

  private void read(FileEngine engine, int cases) throws IOException {
    SplittableRandom random = new SplittableRandom(20261123);
    for (int i = 0; i < cases; i++) {
      Raw format = LargeSelections.format(random, TYPES, most(i));
      byte[] bytes = bytes(random, format);
      Path path = Files.write(folder.resolve("f"), bytes);
      Access access = Access.read().withEngine(engine).withThreads(1 << random.nextInt(7));
      try (Arena arena = Arena.ofConfined();
          ArrayFile file = ArrayFile.open(path, format, access)) {
        MemoryKind kind = kind(random);
        LargeTransfer transfer = LargeTransfer.draw(random, format, kind);
        Object target = kind.make(file.type(), transfer.capacity(), random, arena);
        MemorySegment expected = copy(target);
        transfer.readBits(new StoredElements(format), bytes, expected);
        transfer.read(file, target);
        assertThat(MemoryKind.view(target).mismatch(expected))
            .as("case %d: %s, %s of %s", i, kind, transfer.name(), format)
            .isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void writingChangesTheSelectedPlacesAndNothingElse(FileEngine engine) throws IOException {
    write(engine, FEW);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void writingChangesTheSelectedPlacesOfManyFilesAndNothingElse(FileEngine engine)
      throws IOException {
    write(engine, MANY);
  }

  private void write(FileEngine engine, int cases) throws IOException {
    SplittableRandom random = new SplittableRandom(20261124);
    for (int i = 0; i < cases; i++) {
      Raw format = LargeSelections.format(random, TYPES, most(i));
      byte[] bytes = bytes(random, format);
      Path path = Files.write(folder.resolve("f"), bytes);
      Access access = Access.readWrite().withEngine(engine).withThreads(1 << random.nextInt(7));
      MemoryKind kind = kind(random);
      LargeTransfer transfer = LargeTransfer.draw(random, format, kind);
      try (Arena arena = Arena.ofConfined();
          ArrayFile file = ArrayFile.open(path, format, access)) {
        Object source = kind.make(file.type(), transfer.capacity(), random, arena);
        transfer.writeBits(new StoredElements(format), MemoryKind.view(source), bytes);
        transfer.write(file, source);
      }
      assertThat(Arrays.mismatch(Files.readAllBytes(path), bytes))
          .as("case %d: %s, %s of %s", i, kind, transfer.name(), format)
          .isEqualTo(-1);
    }
  }

  private static int most(int number) {
    return number % 8 == 0 ? MOST_BYTES : 600 << 10;
  }

  private static byte[] bytes(SplittableRandom random, Raw format) {
    byte[] bytes = new byte[Math.toIntExact(format.dataOffset() + format.dataBytes() + 5)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static MemoryKind kind(SplittableRandom random) {
    return KINDS.get(random.nextInt(KINDS.size()));
  }

  private static MemorySegment copy(Object memory) {
    MemorySegment view = MemoryKind.view(memory);
    return MemorySegment.ofArray(new byte[Math.toIntExact(view.byteSize())]).copyFrom(view);
  }
}

package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.testing.FileCase;
import io.penstock.testing.RandomSelections;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random selections of random files through every engine, against an oracle that knows only the
/// file's bytes, half of them read and half written; fewer by the engine whose every transfer waits
/// for the device, which can take milliseconds.
class ArrayFileProperties {
  private static final int FEW = 5000;
  private static final int MANY = 20_000;

  /// One of so many by the device.
  private static final int DEVICE_SHARE = 10;

  private static final List<DataType> TYPES =
      List.of(
          DataType.INT8,
          DataType.INT16,
          DataType.UINT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          DataType.COMPLEX64,
          DataType.FLOAT16);

  private static final Map<String, Integer> MOVED = new TreeMap<>();

  @TempDir Path folder;

  @AfterAll
  static void tellHowMany() {
    System.out.println("random selections moved: " + MOVED);
    assertThat(MOVED)
        .allSatisfy(
            (engine, count) -> assertThat(count).isGreaterThanOrEqualTo(2 * cases(engine, FEW)));
  }

  private static int cases(String engine, int cases) {
    return engine.equals("posix-direct") ? cases / DEVICE_SHARE : cases;
  }

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
    SplittableRandom random = new SplittableRandom(20261121);
    for (int i = 0; i < cases(engine.name(), cases); i++) {
      FileCase given = FileCase.draw(random, folder.resolve("f" + i % 4), TYPES);
      Files.write(given.path(), given.bytes());
      Access access = Access.read().withEngine(engine).withThreads(1 + random.nextInt(2));
      try (ArrayFile file = ArrayFile.open(given.path(), given.format(), access)) {
        Selection selection = new RandomSelections(random).within(file.shape());
        Object target = TypedArrays.of(file.type(), Math.toIntExact(selection.size()));
        file.read(selection, Elements.of(target));
        assertThat(TypedArrays.values(target))
            .as("case %d: %s of %s", i, selection, given.format())
            .containsExactly(given.expected(selection));
      }
      MOVED.merge(engine.name(), 1, Integer::sum);
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
    SplittableRandom random = new SplittableRandom(20261122);
    for (int i = 0; i < cases(engine.name(), cases); i++) {
      FileCase given = FileCase.draw(random, folder.resolve("f" + i % 4), TYPES);
      Files.write(given.path(), given.bytes());
      Access access = Access.readWrite().withEngine(engine).withThreads(1 + random.nextInt(2));
      byte[] expected;
      try (ArrayFile file = ArrayFile.open(given.path(), given.format(), access)) {
        Selection selection = new RandomSelections(random).within(file.shape());
        Object source = TypedArrays.random(random, file.type(), Math.toIntExact(selection.size()));
        file.write(selection, Elements.of(source));
        expected = given.overwritten(selection, TypedArrays.values(source));
      }
      assertThat(Files.readAllBytes(given.path()))
          .as("case %d: %s", i, given.format())
          .isEqualTo(expected);
      MOVED.merge(engine.name(), 1, Integer::sum);
    }
  }
}

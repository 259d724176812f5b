package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Opening and reading a file leaves it as it is, and nothing of it behind, whatever happens
/// meanwhile.
class CutWhileOpenedTest {
  private static final int FEW = 200;
  private static final int MANY = 20_000;

  @TempDir Path folder;

  private CutWhileOpened files(FileEngine engine) {
    return new CutWhileOpened(folder.resolve("f"), engine);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatIsCutWhileItIsOpenedStaysCut(FileEngine engine) throws Exception {
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      assertThat(files(engine).wrong(mode, FEW)).as(mode.name()).isZero();
    }
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatIsCutWhileItIsOpenedStaysCutForLong(FileEngine engine) throws Exception {
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      assertThat(files(engine).wrong(mode, MANY)).as(mode.name()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void interruptsLeaveNoMappingBehind(FileEngine engine) throws Exception {
    assertThat(files(engine).mappingsLeftByInterrupts(FEW)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "channel", "mapped"})
  void theSameHoldsWithoutNativeAccess(String engine) throws IOException {
    try (ChildJvm child =
        ChildJvm.start(
            List.of("--illegal-native-access=deny"),
            Map.of(),
            CutWhileOpened.class,
            folder.resolve("f").toString(),
            engine,
            Integer.toString(FEW))) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(said).containsExactly("wrong: 0", "wrong: 0", "mappings: 0");
    }
  }

  /// A process may have 65,530 mappings (vm.max_map_count).
  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatGrowsIsNotMappedAgainForEachPiece(FileEngine engine) throws IOException {
    int pieces = 2_000;
    int piece = 4096;
    Path path = folder.resolve("f");
    try (EngineFile file = engine.create(path);
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(piece, piece).fill((byte) 7);
      for (int i = 0; i < pieces; i++) {
        file.write((long) i * piece, bytes, 0, piece);
        file.read((long) i * piece, bytes, 0, piece);
      }
      assertThat(files(engine).mappings()).isLessThan(30);
    }
    assertThat(Files.size(path)).isEqualTo((long) pieces * piece);
    assertThat(files(engine).mappings()).isZero();
  }
}

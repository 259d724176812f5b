package io.penstock.mpijava;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs as users of MPJ Express write them: what they print does not depend on the number of
/// ranks, nor on what carries their messages, and is the same as on MPJ Express.
class ProgramsTest {
  @TempDir private static Path folder;

  private static Programs programs;

  @BeforeAll
  static void compile() {
    programs = new Programs(folder);
  }

  static Stream<String> names() {
    return Stream.of(
        "HelloWorld",
        "PingPong",
        "Pi",
        "MatrixMultiply",
        "Jacobi",
        "Ring",
        "Objects",
        "Columns",
        "MasterWorker",
        "SampleSort",
        "UserOperation",
        "PersistentStencil",
        "Ep",
        "Is",
        "Types",
        "Groups",
        "Buffered");
  }

  private static List<String> expected(String program) throws IOException {
    return Files.readAllLines(Path.of("src", "test", "programs", "expected", program + ".txt"));
  }

  @Test
  void allProgramsAreRun() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src", "test", "programs", "expected"))) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".txt", "")))
          .containsExactlyInAnyOrderElementsOf(names().toList());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void aProgramComesToTheSameOnOneAndFourThreads(String program) throws IOException {
    requireSameOnThreads(program, 1, 4);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("names")
  void aProgramComesToTheSameOnTwoThreeAndSixThreads(String program) throws IOException {
    requireSameOnThreads(program, 2, 3, 6);
  }

  private static void requireSameOnThreads(String program, int... sizes) throws IOException {
    for (int ranks : sizes) {
      assertThat(programs.onThreads(ranks, program))
          .as("%d ranks", ranks)
          .isEqualTo(expected(program));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Jacobi", "Objects", "Columns", "SampleSort", "PersistentStencil"})
  void aProgramComesToTheSameAsThreeProcessesOverTcp(String program) throws IOException {
    assertThat(programs.onTcp(3, program)).isEqualTo(expected(program));
  }

  @Test
  void aRankThatCannotJoinItsJobIsToldSoAsOfAnyFailure() {
    assertThat(programs.astray("HelloWorld"))
        .anyMatch(line -> line.contains("mpi.MPIException: PENSTOCK_SIZE is not set"));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("names")
  void everyProgramComesToTheSameAsThreeProcessesOverTcp(String program) throws IOException {
    assertThat(programs.onTcp(3, program)).isEqualTo(expected(program));
  }

  static Stream<String> comparable() {
    // MPJ Express does not always come to the end of it.
    return names().filter(name -> !name.equals("Buffered"));
  }

  @ParameterizedTest
  @MethodSource("comparable")
  void theSameClassFilesComeToTheSameOnMpjExpress(String program) throws IOException {
    Optional<Path> home = Programs.reference();
    SpokenAssumption.that(
        home.isPresent(),
        "MPJ Express is not installed: run ./penstock setup mpj, or install libmpj-java");
    assertThat(programs.onReference(home.get(), 4, program)).isEqualTo(expected(program));
  }
}

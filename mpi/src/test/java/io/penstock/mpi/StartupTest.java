package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Starting MPI with libraries that no system has.
@Execution(ExecutionMode.CONCURRENT)
class StartupTest {
  private static final int SERIALIZED = 2;
  private static final int MULTIPLE = 3;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"0, SINGLE", "1, FUNNELED"})
  void aLibraryWithoutThreadsIsRefusedAndFinalized(int granted, String name) throws Exception {
    Outcome outcome = run(FakeLibrary.build(folder, granted, false, false), "end");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err())
        .contains(
            "Fake MPI 1.0 grants threads " + name,
            "a JVM needs at least SERIALIZED: use a library that was built with threads");
    assertThat(outcome.out()).isEqualTo("finalized\n");
  }

  @Test
  void threadsThatTakeTurnsAreEnough() throws Exception {
    Outcome outcome = run(FakeLibrary.build(folder, SERIALIZED, false, false), "end");
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("Fake MPI 1.0, threads SERIALIZED\n");
  }

  @Test
  void messagesAndFilesTakeTurnsWhereTheLibraryWantsIt() throws Exception {
    Path library = FakeLibrary.build(folder, SERIALIZED, false, false);
    Outcome outcome =
        MpiLaunch.alone().with("PENSTOCK_MPI_LIBRARY", library.toString()).run(Turns.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out())
        .contains("both have come through, threads SERIALIZED")
        .doesNotContain("two at once");
  }

  @Test
  void aFunctionThatIsMissingIsNamedWhenItIsCalled() throws Exception {
    Path library = FakeLibrary.build(folder, MULTIPLE, false, false);
    Outcome outcome = run(library, "end");
    assertThat(outcome.out())
        .contains(
            "Fake MPI 1.0 in "
                + library
                + " has no function MPI_Barrier: use a newer MPI library\nfinalized\n");
  }

  @Test
  void whatSomebodyElseStartedIsNotFinalized() throws Exception {
    Outcome outcome = run(FakeLibrary.build(folder, MULTIPLE, true, false), "end");
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("threads MULTIPLE").doesNotContain("finalized");
  }

  @Test
  void whatSomebodyElseStartedIsNotAborted() throws Exception {
    Outcome outcome = run(FakeLibrary.build(folder, MULTIPLE, true, false), "throw");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.out()).doesNotContain("finalized", "aborted");
  }

  @Test
  void anExceptionAbortsAndDoesNotFinalize() throws Exception {
    Outcome outcome = run(FakeLibrary.build(folder, MULTIPLE, false, false), "throw");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.out()).contains("aborted").doesNotContain("finalized");
  }

  @Test
  void whatIsFinalizedCannotBeStartedAgain() throws Exception {
    Outcome outcome = run(FakeLibrary.build(folder, MULTIPLE, true, true), "end");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("MPI was finalized in this process before, and cannot be started twice");
  }

  private static Outcome run(Path library, String ending) {
    return MpiLaunch.alone()
        .with("PENSTOCK_MPI_LIBRARY", library.toString())
        .run(Talk.class, ending);
  }
}

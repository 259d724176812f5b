package io.penstock.mpi.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.CompiledLibrary;
import io.penstock.mpi.MpiInstallation;
import io.penstock.mpi.MpiLaunch;
import io.penstock.mpi.MpiLaunch.Outcome;
import io.penstock.testing.SmallFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// MPI libraries whose calls for files fail, or do less than they say, at one of two ranks: no
/// write is lost in silence.
@Execution(ExecutionMode.CONCURRENT)
class FaultyMpiTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int RANKS = 2;
  private static final long BLOCK_BYTES = 1 << 20;

  @TempDir Path build;
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("a.npy");
  }

  private List<String> run(MpiInstallation installation, String fault, String how, String... option)
      throws IOException, InterruptedException {
    MpiLaunch launch =
        MpiLaunch.by(installation, RANKS)
            .with("PENSTOCK_MPI_LIBRARY", faulty(installation).toString())
            .with("MPI_FAULT", fault)
            .with("MPI_FAULT_RANK", "1");
    Stream.of(option).forEach(launch::option);
    return run(launch, how);
  }

  /// A library that stands before that of an installation and lets calls for files go wrong.
  private Path faulty(MpiInstallation installation) throws IOException, InterruptedException {
    return CompiledLibrary.of("faults.c", installation.compiler().toString(), build);
  }

  private List<String> run(MpiLaunch launch, String how) {
    Outcome outcome = launch.within(SOON).run(FaultyWrites.class, file.toString(), how);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    return outcome.out().lines().toList();
  }

  private void noFileIsThere() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  private static void allRanksSay(List<String> said, String step, String... words) {
    for (int rank = 0; rank < RANKS; rank++) {
      String start = rank + " " + step + " ";
      assertThat(said)
          .filteredOn(line -> line.startsWith(start))
          .singleElement()
          .asString()
          .contains(words);
    }
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aLibraryWithoutFaultsWritesAndLeavesNothingOpen(MpiInstallation installation)
      throws Exception {
    List<String> said = run(installation, "none", "columns", "-Dpenstock.mpi.checkWrites=true");
    allRanksSay(said, "close", "ok");
    assertThat(said).filteredOn("0 files are open"::equals).hasSize(RANKS);
    assertThat(file).exists();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aShortWriteIsToldToAllRanks(MpiInstallation installation) throws Exception {
    List<String> said = run(installation, "short", "columns");
    allRanksSay(
        said, "write", "SharedFileException: rank 1: ", "65536 of 131072 bytes were written");
    allRanksSay(said, "close", "a.npy was not created: a write of rank ");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aWriteThatFailsIsToldToAllRanks(MpiInstallation installation) throws Exception {
    List<String> said = run(installation, "full", "columns");
    allRanksSay(said, "write", "SharedFileException: rank 1: ", "MPI_ERR_NO_SPACE");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aWriteOfOneRankThatIsShortIsToldThere(MpiInstallation installation) throws Exception {
    List<String> said = run(installation, "short", "alone");
    assertThat(said)
        .contains("0 write ok")
        .anyMatch(
            line ->
                line.matches(
                    "1 write IOException: .*/\\.a\\.npy\\.[0-9a-f]+\\.tmp: 65536 of 131072 bytes"
                        + " were written"));
    allRanksSay(said, "close", "a.npy was not created: a write of rank 1 has failed");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aLibraryThatLiesIsFoundOutWhereWritesAreChecked(MpiInstallation installation)
      throws Exception {
    for (String how : List.of("columns", "alone")) {
      List<String> said = run(installation, "lie", how, "-Dpenstock.mpi.checkWrites=true");
      assertThat(said)
          .filteredOn(line -> line.startsWith("1 write "))
          .singleElement()
          .asString()
          .contains(
              "of 131072 bytes that the MPI library has reported as written, those from number"
                  + " 65536 on are not in the file");
      allRanksSay(said, "close", "a.npy was not created: a write of rank ");
      noFileIsThere();
    }
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aRankWithoutMemoryToReadAgainWhatItWroteLeavesNoneWaiting(MpiInstallation installation)
      throws Exception {
    Outcome outcome =
        MpiLaunch.by(installation, RANKS)
            .option("-Dpenstock.mpi.checkWrites=true")
            .within(SOON)
            .run(FaultyWrites.class, file.toString(), "columns", "poor");
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    List<String> said = outcome.out().lines().toList();
    allRanksSay(said, "write", "SharedFileException: rank 1: ", "no second block of 131072 bytes");
    allRanksSay(said, "close", "a.npy was not created: a write of rank ");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aWriteFromAFileThatWasCutIsToldToAllRanks(MpiInstallation installation) throws Exception {
    List<String> said = run(MpiLaunch.by(installation, RANKS), "cut");
    allRanksSay(said, "write", "SharedFileException: rank 1: ", "a fault occurred");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void memoryThatIsFreedBeforeItIsWrittenIsToldToAllRanks(MpiInstallation installation)
      throws Exception {
    List<String> said = run(MpiLaunch.by(installation, RANKS), "freed");
    allRanksSay(said, "write", "SharedFileException: rank 1: ", "its arena is closed");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(
      value = MpiInstallation.class,
      names = {"OPEN_MPI", "MPICH"})
  void aPathWithAColonThatALibraryCannotOpenIsRefusedWithTheReason(MpiInstallation installation)
      throws Exception {
    file = folder.resolve("12:30.npy");
    List<String> said = run(MpiLaunch.by(installation, RANKS), "columns");
    allRanksSay(said, "create", "MPI_File_open failed", "before a ':' in a path");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aDatatypeThatIsRefusedAtAnyStepLeavesNoneBehind(MpiInstallation installation)
      throws Exception {
    Outcome outcome =
        MpiLaunch.by(installation, 1)
            .with("PENSTOCK_MPI_LIBRARY", faulty(installation).toString())
            .with("MPI_FAULT", "type")
            .with("MPI_FAULT_RANK", "0")
            .within(SOON)
            .run(RefusedTypes.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out().lines()).contains("refused and made", "0 datatypes are left");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aSyncThatFailsKeepsTheFileFromAppearing(MpiInstallation installation) throws Exception {
    List<String> said = run(installation, "sync", "columns");
    allRanksSay(said, "write", "ok");
    allRanksSay(
        said, "close", "SharedFileException: rank 1: ", "MPI_File_sync failed with MPI_ERR_IO");
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aRankThatCannotOpenTheFileLeavesNoneWaitingAndNothingOpen(MpiInstallation installation)
      throws Exception {
    List<String> said = run(installation, "open", "columns");
    allRanksSay(
        said,
        "create",
        "SharedFileException: rank 1: ",
        "MPI_File_open failed with MPI_ERR_NO_SUCH_FILE");
    assertThat(said).filteredOn("0 files are open"::equals).hasSize(RANKS);
    noFileIsThere();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aRankThatGetsNoCommunicatorForTheFileLeavesNoneWaitingAndNothingOpen(
      MpiInstallation installation) throws Exception {
    for (String[] fault :
        new String[][] {
          {"group", "MPI_Group_incl failed with MPI_ERR_GROUP"},
          {"communicator", "MPI_Comm_create_group failed with MPI_ERR_INTERN"}
        }) {
      List<String> said = run(installation, fault[0], "columns");
      allRanksSay(said, "create", "SharedFileException: rank 1: ", fault[1]);
      assertThat(said).filteredOn("0 files are open"::equals).hasSize(RANKS);
      noFileIsThere();
    }
  }

  // Collective calls all succeed, and half of what should be in the file is not.
  @Test
  void whatOmpioLosesOnAFullDeviceIsFoundOut() throws IOException {
    ompioMeetsAFullDevice("many columns", "are not in the file; No space left on device");
  }

  @Test
  void whatOmpioCannotWriteToAFullDeviceIsTold() throws IOException {
    ompioMeetsAFullDevice("blocks", "bytes were written; No space left on device");
  }

  private void ompioMeetsAFullDevice(String how, String told) throws IOException {
    try (SmallFileSystem _ = SmallFileSystem.mount(folder, 3 * BLOCK_BYTES / 2)) {
      List<String> said =
          run(MpiLaunch.by(MpiInstallation.OPEN_MPI, 3).saying("romio321", "ompio"), how);
      allRanksSay(said, "write", told);
      allRanksSay(said, "close", "a.npy was not created: a write of rank ");
      noFileIsThere();
    }
  }
}

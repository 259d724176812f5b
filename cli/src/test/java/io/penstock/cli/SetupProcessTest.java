package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./penstock setup`, in a copy whose path holds stand-ins for apt-get, id and Python: nothing is
/// fetched, and nothing of this machine is seen.
class SetupProcessTest {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));

  /// What apt-get installs: the packages, each with its programs.
  private static final String SHELF =
      """
      gcc:cc libc6-dev: openmpi-bin:mpirun.openmpi libopenmpi-dev:mpicc.openmpi mpich:mpiexec.hydra
      libmpich-dev:mpicc.mpich gzip:gzip pigz:pigz zip:zip unzip:unzip zstd:zstd lz4:lz4
      xfsprogs:mkfs.xfs btrfs-progs:mkfs.btrfs ntfs-3g:ntfs-3g,mkfs.ntfs ripgrep:rg fd-find:fdfind
      fio:fio nginx-light:nginx wrk:wrk chromium:chromium python3:python3 python3-venv:ensurepip
      libmpj-java:mpj""";

  @TempDir private Path folder;
  private Path bin = Path.of("");

  @BeforeEach
  void copyTheLauncherAndStandIn() throws IOException {
    bin = Files.createDirectory(folder.resolve("bin"));
    Path shelf = Files.createDirectory(folder.resolve("shelf"));
    Files.createDirectory(folder.resolve("tools"));
    copy("penstock");
    copy("tools/setup.sh");
    for (String tool : List.of("cat", "sed", "mkdir", "rm", "tail", "touch", "chmod", "cp")) {
      script(bin.resolve(tool), "exec " + program(tool) + " \"$@\"\n");
    }
    for (String entry : SHELF.split("\\s+", -1)) {
      int colon = entry.indexOf(':');
      Path box = Files.createDirectory(shelf.resolve(entry.substring(0, colon)));
      for (String name : entry.substring(colon + 1).split(",", -1)) {
        if (!name.isEmpty()) {
          script(box.resolve(name), name.equals("python3") ? python() : "");
        }
      }
    }
    script(
        bin.resolve("apt-get"),
        """
        while case $1 in -o) shift ;; -*) ;; *) false ;; esac; do shift; done
        verb=$1 && shift
        for word; do shift; case $word in -*) ;; *) set -- "$@" "$word" ;; esac; done
        echo apt-get $verb ${1+"$@"} >>FOLDER/calls
        for package; do
          [ -d "FOLDER/shelf/$package" ] || { echo "E: Unable to locate package $package"; exit 100; }
          cp FOLDER/shelf/$package/* FOLDER/bin/ 2>/dev/null
        done
        if [ -e FOLDER/bin/mpj ]; then mkdir -p FOLDER/share/lib && touch FOLDER/share/lib/mpj.jar; fi
        exit 0
        """);
    script(bin.resolve("systemctl"), "echo systemctl \"$@\" >>FOLDER/calls\n");
    user(0);
  }

  /// Makes environments whose Python has what pip was asked for.
  private static String python() {
    return """
        case "$*" in
        "-c import ensurepip, venv") [ -e FOLDER/bin/ensurepip ] || exit 1 ;;
        "-c import"*) exit 1 ;;
        "-m venv "*)
          echo python3 -m venv >>FOLDER/calls
          mkdir -p "$3/bin" "$3/lib"
          cp FOLDER/venv-python "$3/bin/python"
          ;;
        esac
        """;
  }

  private void user(int id) throws IOException {
    script(bin.resolve("id"), "echo " + id + "\n");
    script(
        folder.resolve("venv-python"),
        """
        here=${0%/bin/python}
        case "$*" in
        "-c import "*) [ -e "$here/${2#import }" ] || exit 1 ;;
        *" numpy") echo pip install numpy >>FOLDER/calls && touch "$here/numpy" ;;
        *" mpich=="*)
          echo pip install mpich >>FOLDER/calls
          touch "$here/mpi4py" "$here/lib/libmpi_abi.so.1" "$here/bin/mpiexec"
          chmod +x "$here/bin/mpiexec"
          ;;
        esac
        """);
  }

  @Test
  void theSuperuserGetsEverythingAndTheSecondTimeNothingIsDone() throws Exception {
    ProcessRun first = setup();
    assertThat(first.diagnostics()).isEmpty();
    assertThat(first.status()).isZero();
    assertThat(first.results())
        .contains(
            "penstock: cc: installing gcc libc6-dev ... " + bin.resolve("cc") + "\n",
            "penstock: NumPy: installing python3 python3-venv ... making .penstock/venv ... .penstock/venv\n",
            "penstock: MPI-ABI: making .penstock/mpich ... .penstock/mpich\n",
            "penstock: fd: installing fd-find ... " + bin.resolve("fdfind") + "\n");
    assertThat(calls())
        .contains("apt-get install fio", "pip install numpy", "pip install mpich")
        .doesNotContain("apt-get update");

    Files.delete(folder.resolve("calls"));
    ProcessRun second = setup();
    assertThat(second.status()).isZero();
    assertThat(second.results()).hasLineCount(21).doesNotContain(" ... ");
    assertThat(calls()).isEmpty();
  }

  @Test
  void aServerThatDebianStartsIsStopped() throws Exception {
    assertThat(setup("nginx").status()).isZero();
    assertThat(calls())
        .containsExactly(
            "apt-get install nginx-light", "systemctl disable --now nginx", "apt-get install wrk");
  }

  @Test
  void onlyTheGroupsThatAreNamedAreBrought() throws Exception {
    ProcessRun run = setup("fio", "c");
    assertThat(run.results())
        .isEqualTo(
            """
            penstock: cc: installing gcc libc6-dev ... BIN/cc
            penstock: fio: installing fio ... BIN/fio
            """
                .replace("BIN", bin.toString()));
    assertThat(calls()).containsExactly("apt-get install gcc libc6-dev", "apt-get install fio");
  }

  @Test
  void anotherUserGetsThePrivatePythonsAndOneLineForRoot() throws Exception {
    user(1000);
    shelved("python3");
    shelved("python3-venv");
    ProcessRun run = setup("c", "numpy", "fio", "file-systems");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results())
        .isEqualTo(
            """
            penstock: cc: absent
            penstock: NumPy: making .penstock/venv ... .penstock/venv
            penstock: XFS: absent
            penstock: Btrfs: absent
            penstock: NTFS: absent
            penstock: fio: absent
            penstock: as root: apt-get install gcc libc6-dev xfsprogs btrfs-progs ntfs-3g fio
            """);
    assertThat(run.diagnostics()).isEmpty();
    assertThat(calls()).containsExactly("python3 -m venv", "pip install numpy");
  }

  @Test
  void aPackageThatTwoThingsNeedIsNamedOnce() throws Exception {
    user(1000);
    ProcessRun run = setup("mpi", "numpy");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results())
        .endsWith(
            "apt-get install python3 python3-venv openmpi-bin libopenmpi-dev mpich libmpich-dev\n");
    assertThat(calls()).isEmpty();
  }

  @Test
  void aUserWhoLacksNothingIsAtTheEnd() throws Exception {
    user(1000);
    shelved("fio");
    ProcessRun run = setup("fio");
    assertThat(run.status()).isZero();
    assertThat(run.results()).isEqualTo("penstock: fio: " + bin.resolve("fio") + "\n");
  }

  @Test
  void programsForTheSuperuserAreFoundWhereDebianKeepsThem() throws Exception {
    Files.createDirectory(folder.resolve("sbin"));
    script(folder.resolve("sbin/mkfs.xfs"), "");
    user(1000);
    assertThat(setup("file-systems").results())
        .startsWith("penstock: XFS: " + folder.resolve("sbin/mkfs.xfs") + "\n")
        .endsWith("apt-get install btrfs-progs ntfs-3g\n");
  }

  @Test
  void whatAptGetSaysIsSaidAndTheListsAreFetchedOnce() throws Exception {
    for (String name : List.of("fio", "wrk")) {
      Files.move(folder.resolve("shelf", name), folder.resolve("not-" + name));
    }
    ProcessRun run = setup("fio", "nginx");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results())
        .isEqualTo(
            """
            penstock: fio: installing fio ... apt-get failed, E: Unable to locate package fio
            penstock: nginx: installing nginx-light ... BIN/nginx
            penstock: wrk: installing wrk ... apt-get failed, E: Unable to locate package wrk
            """
                .replace("BIN", bin.toString()));
    assertThat(calls()).containsOnlyOnce("apt-get update");
  }

  @Test
  void aPackageWithoutItsProgramIsSaid() throws Exception {
    Files.delete(folder.resolve("shelf/fio/fio"));
    ProcessRun run = setup("fio");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results())
        .isEqualTo("penstock: fio: installing fio ... not found, although all went well\n");
  }

  @Test
  void aPythonThatCannotBeFilledIsSaidInPipsWords() throws Exception {
    shelved("python3");
    shelved("python3-venv");
    script(
        folder.resolve("venv-python"),
        "case $1 in -m) echo 'ERROR: No matching distribution' >&2 ;; esac; exit 1\n");
    ProcessRun run = setup("numpy");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results())
        .isEqualTo(
            "penstock: NumPy: making .penstock/venv ... failed, ERROR: No matching distribution\n");
    assertThat(run.diagnostics()).isEmpty();
  }

  @Test
  void whereThereIsNoAptGetDebiansNamesAreSaid() throws Exception {
    Files.delete(bin.resolve("apt-get"));
    ProcessRun run = setup("fio", "c");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results())
        .endsWith(
            "penstock: no apt-get here; what is to be installed, by Debian's names: gcc libc6-dev fio\n");
  }

  @Test
  void twoGroupsInOneWordAreNoGroup() throws Exception {
    ProcessRun run = setup("--list", "c numpy");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics()).contains("no group 'c numpy'");
  }

  @Test
  void helpNamesTheGroupsAndBringsNothing() throws Exception {
    for (String option : List.of("--help", "-h")) {
      ProcessRun run = setup(option);
      assertThat(run.status()).isZero();
      assertThat(run.diagnostics()).isEmpty();
      assertThat(run.results())
          .startsWith("Usage: penstock setup [--list] [GROUP...]\n")
          .contains("  fio           fio, for devices\n");
    }
    assertThat(calls()).isEmpty();
  }

  @Test
  void anUnknownGroupIsRefusedBeforeAnythingIsDone() throws Exception {
    ProcessRun run = setup("fio", "fish");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: setup: no group 'fish', there are c numpy mpi mpj archivers file-systems search fio nginx chromium; --list says what each is for\n");
    assertThat(calls()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaidInOneLine() throws Exception {
    Files.writeString(folder.resolve(".penstock"), "");
    ProcessRun run = setup("fio");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo("penstock: " + folder + "/.penstock/build.lock cannot be written\n");
    assertThat(calls()).isEmpty();
  }

  @Test
  void theListSaysWhatEachGroupIsForAndWhatIsAbsent() throws Exception {
    shelved("fio");
    shelved("wrk");
    ProcessRun run = setup("--list");
    assertThat(run.status()).isZero();
    assertThat(run.results().lines())
        .hasSize(10)
        .allMatch(line -> line.matches("[a-z-]+ +[A-Z]?\\S.*, for [^:]+: (there|no .+)"))
        .contains(
            "fio           fio, for devices: there",
            "nginx         nginx and wrk, for files over HTTP: no nginx");
    assertThat(setup("--list", "fio").results()).hasLineCount(1);
    assertThat(calls()).isEmpty();
    assertThat(folder.resolve(".penstock")).doesNotExist();
  }

  /// Puts the programs of a package where the path leads.
  private void shelved(String name) throws IOException {
    try (Stream<Path> programs = Files.list(folder.resolve("shelf", name))) {
      for (Path program : programs.toList()) {
        Files.copy(program, bin.resolve(program.getFileName()));
      }
    }
  }

  private ProcessRun setup(String... arguments) throws IOException, InterruptedException {
    Stream<String> command =
        Stream.of("/usr/bin/env", "-i", "PATH=" + bin, "/bin/sh", folder + "/penstock", "setup");
    return ProcessRun.of(
        folder, Stream.concat(command, Stream.of(arguments)).toArray(String[]::new));
  }

  private List<String> calls() throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private void copy(String name) throws IOException {
    String text = Files.readString(HOME.resolve(name));
    Files.writeString(
        folder.resolve(name),
        text.replace("/usr/sbin:/sbin", folder + "/sbin")
            .replace("/usr/share/mpj", folder + "/share"));
  }

  private void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text.replace("FOLDER", folder.toString()));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static Path program(String name) {
    return Stream.of("/usr/bin", "/bin")
        .map(each -> Path.of(each, name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}

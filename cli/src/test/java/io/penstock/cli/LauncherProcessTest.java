package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./penstock` as a user starts it. What the build has just made is run as it is.
class LauncherProcessTest {
  private static final Path LAUNCHER =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")), "penstock");

  @TempDir private Path folder;

  @Test
  void aVerbPrintsItsResultAlone() throws Exception {
    ProcessRun run = shell("'" + LAUNCHER + "' --version");
    assertThat(run.status()).isZero();
    assertThat(run.results()).startsWith("penstock 0.");
    assertThat(run.diagnostics()).isEmpty();
  }

  @Test
  void itMayBeCalledThroughLinksAndBlanksFromAnywhere() throws Exception {
    Path blanks = Files.createDirectory(folder.resolve("with some blanks"));
    Files.createSymbolicLink(blanks.resolve("near"), LAUNCHER);
    Files.createSymbolicLink(folder.resolve("far"), Path.of("with some blanks", "near"));
    assertThat(shell("cd / && '" + folder + "/far' --version").results()).startsWith("penstock 0.");
  }

  @Test
  void onlyModulesThatTheCommandNeedsLieAmongItsModules() {
    Path target = LAUNCHER.resolveSibling("cli").resolve("target");
    ModuleFinder libraries = ModuleFinder.of(target.resolve("modules"));
    Configuration needed =
        Configuration.resolveAndBind(
            ModuleFinder.compose(libraries, ModuleFinder.of(target.resolve("classes"))),
            List.of(Configuration.empty()),
            ModuleFinder.ofSystem(),
            Set.of("io.penstock.cli", "io.penstock.mpijava")); // programs of `run` see it
    assertThat(libraries.findAll().stream().map(module -> module.descriptor().name()))
        .as("a library that only workers measure belongs to <peers> of cli/pom.xml")
        .hasSizeGreaterThan(8)
        .filteredOn(name -> needed.modules().stream().noneMatch(each -> each.name().equals(name)))
        .containsOnly("org.jspecify");
  }

  @Test
  void pathsAreTheCallersOwn() throws Exception {
    Files.createDirectory(folder.resolve("mine"));
    ProcessRun run = shell("cd '" + folder + "' && '" + LAUNCHER + "' doctor --dir mine");
    assertThat(run.results()).contains(folder.resolve("mine").toString());
  }

  @Test
  void argumentsAndNamesMayHaveAnyCharacterWhateverTheLocale() throws Exception {
    for (String locale : List.of("LC_ALL=C", "LC_ALL=POSIX", "LC_ALL= LC_CTYPE= LANG=")) {
      // In a script: this process's own locale decides what it can hand over as an argument.
      Path script = folder.resolve("script");
      Files.writeString(
          script,
          "cd '%s' && echo 漢字 > größe && %s '%s' find -c 漢 größe größe"
              .formatted(folder, locale, LAUNCHER));
      assertThat(shell("sh '" + script + "'").results()).as(locale).isEqualTo("größe:1\ngröße:1\n");
    }
  }

  @Test
  void aTextThatIsMissingIsSaidAndTheOthersAreCounted() throws Exception {
    Files.writeString(folder.resolve("text"), "one\ntwo\n");
    ProcessRun run = shell("cd '" + folder + "' && '" + LAUNCHER + "' count -l text missing");
    assertThat(run.results()).isEqualTo("2 text\n2 total\n");
    assertThat(run.diagnostics()).startsWith("penstock: missing: ");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void wrongArgumentsAreTwo() throws Exception {
    ProcessRun run = shell("'" + LAUNCHER + "' evaporate");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: no verb 'evaporate'");
  }

  @Test
  void nativeAccessIsGivenToTheLibrary() throws Exception {
    assertThat(shell("'" + LAUNCHER + "' doctor").results()).contains("enabled for io.penstock");
  }

  @Test
  void aReaderThatLeavesEndsItQuietly() throws Exception {
    ProcessRun run = shell("{ '" + LAUNCHER + "' completion; echo status $? >&2; } | head -n 0");
    assertThat(run.diagnostics()).isEqualTo("status 141\n");
  }

  /// The number of a stream that is closed goes to the next file that is opened, whosever it is.
  @Test
  void aStandardStreamThatIsClosedIsNoOtherFile() throws Exception {
    for (String closed : List.of("<&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-")) {
      ProcessRun run = shell("'" + LAUNCHER + "' count " + closed);
      assertThat(run.status()).as(closed).isEqualTo(1);
      assertThat(run.results()).as(closed).isEmpty();
      if (!closed.contains("2")) {
        assertThat(run.diagnostics().lines().findFirst().orElse(""))
            .as(closed)
            .startsWith("penstock: standard input: ")
            .endsWith("Bad file descriptor");
      }
    }
    Path text = Files.writeString(folder.resolve("text"), "one\n");
    ProcessRun run = shell("'" + LAUNCHER + "' count -l '" + text + "' >&-");
    assertThat(run.diagnostics()).isEqualTo("penstock: standard output: Bad file descriptor\n");
    assertThat(shell("'" + LAUNCHER + "' count -l '" + text + "' <&- 2>&-").results())
        .isEqualTo("1 " + text + "\n");
  }

  /// As it is where no launcher starts it.
  @Test
  void theJvmsOwnFileIsNotReadAsStandardInput() throws Exception {
    Path target = LAUNCHER.resolveSibling("cli").resolve("target");
    String java =
        "'%s/bin/java' -p '%s/modules:%s/classes' -m io.penstock.cli/io.penstock.cli.Main "
            .formatted(System.getProperty("java.home"), target, target);
    for (String verb : List.of("count", "find x -", "lines - 1", "objects -")) {
      ProcessRun run = shell(java + verb + " <&-");
      assertThat(run.status()).as(verb).isPositive();
      assertThat(run.results()).as(verb).isEmpty();
      assertThat(run.diagnostics())
          .as(verb)
          .isEqualTo(
              "penstock: standard input: is closed, or a file of the JVM's own; name a file\n");
    }
  }

  @Test
  void aCurrentFolderThatIsGoneIsSaid() throws Exception {
    String count = "mkdir gone; cd gone; rmdir ../gone; '" + LAUNCHER + "' count /dev/null";
    ProcessRun run = shell(count + " 2>&1 | grep -v getcwd >&2");
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics())
        .isEqualTo("penstock: the current folder is gone; change to another one\n");
    assertThat(shell(count).status()).isEqualTo(1);
  }

  @Test
  void whatFewDescriptorsRefuseIsSaidThoughNoJarCanBeOpened() throws Exception {
    String pack = "ulimit -n 20; '" + LAUNCHER + "' pack '" + LAUNCHER + "' -o '";
    ProcessRun run = shell(pack + folder.resolve("packed.zst") + "'");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .startsWith("penstock: ")
        .contains("Too many open files")
        .hasLineCount(1);
  }

  @Test
  void resultsThatCannotBeWrittenAreSaid() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    ProcessRun run = shell("'" + LAUNCHER + "' --help > /dev/full");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics()).isEqualTo("penstock: standard output: No space left on device\n");
  }

  @Test
  void withoutAJdkItSaysInOneLineWhatToInstall() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool : List.of("readlink", "sed")) {
      Path script = bin.resolve(tool);
      Files.writeString(script, "#!/bin/sh\nexec " + program(tool) + " \"$@\"\n");
      assertThat(script.toFile().setExecutable(true)).isTrue();
    }
    // A copy that looks for JDKs in folders that are not there.
    Path copy = folder.resolve("penstock");
    Files.writeString(
        copy, Files.readString(LAUNCHER).replaceAll("(?m)^    /[^*]*\\*.*\\\\$", "    \\\\"));
    ProcessRun run =
        shell(
            "unset JAVA_HOME SDKMAN_DIR; HOME='"
                + folder
                + "' PATH='"
                + bin
                + "' /bin/sh '"
                + copy
                + "' doctor");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: no JDK 25 or later found: install one");
  }

  private static Path program(String name) {
    return Stream.of("/usr/bin", "/bin")
        .map(bin -> Path.of(bin, name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }

  private ProcessRun shell(String command) throws IOException, InterruptedException {
    return ProcessRun.of(folder, "sh", "-c", command);
  }
}

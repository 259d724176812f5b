package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./penstock site`, in a copy with one module and a stand-in for Python, which fetches nothing;
/// and the check of a site's links.
class SiteProcessTest {
  private static final Path HOME = DocumentedBlock.HOME;

  @TempDir private Path folder;
  private Path bin = Path.of("");

  @BeforeEach
  void copyTheLauncherAndStandIn() throws IOException {
    bin = Files.createDirectory(folder.resolve("bin"));
    Files.createDirectory(folder.resolve("tools"));
    List<String> files =
        List.of(
            "penstock",
            "README.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
            "LICENSE",
            "mkdocs.yml",
            "pom.xml",
            "tools/build.sh",
            "tools/setup.sh",
            "tools/site.sh",
            "tools/site-requirements.txt",
            "tools/iframe-worker.js",
            "tools/site.css",
            "tools/check-site.py");
    for (String name : files) {
      Files.copy(HOME.resolve(name), folder.resolve(name));
    }
    for (String name : List.of("docs", "examples", "consumers/projects")) {
      Files.createDirectories(folder.resolve(name));
    }
    Path sources = Files.createDirectories(folder.resolve("core/src/main/java/io/penstock"));
    Files.writeString(
        sources.resolveSibling("../module-info.java").normalize(),
        "/// A module.\nmodule io.penstock {\n  exports io.penstock;\n}\n");
    Files.writeString(
        sources.resolve("Thing.java"),
        "package io.penstock;\n\n/// A thing.\npublic class Thing {\n  private Thing() {}\n}\n");
    Path built = Files.createDirectories(folder.resolve("cli/target"));
    Files.writeString(built.resolve("penstock.stamp"), "");
    script(
        bin.resolve("python3"),
        """
        case "$*" in
        "-m venv "*)
          echo venv >>FOLDER/calls
          mkdir -p "$3/bin"
          cp FOLDER/venv-python "$3/bin/python"
          ;;
        esac
        """);
    script(
        folder.resolve("venv-python"),
        """
        case "$*" in
        "-m pip install "*) echo pip >>FOLDER/calls ;;
        "-m mkdocs build "*)
          echo mkdocs >>FOLDER/calls
          mkdir -p FOLDER/target/site
          echo made >FOLDER/target/site/index.html
          ;;
        esac
        """);
  }

  @Test
  void theFirstSiteFetchesAndTheSecondDoesNot() throws Exception {
    ProcessRun first = site();
    assertThat(first.diagnostics()).isEmpty();
    assertThat(first.status()).isZero();
    assertThat(first.results())
        .isEqualTo(
            "penstock: making .penstock/site-python\npenstock: making the Javadoc\n"
                + folder
                + "/target/site/index.html\n");
    assertThat(folder.resolve(".penstock/site/pages/api/io.penstock/io/penstock/Thing.html"))
        .isRegularFile();
    assertThat(site().results()).isEqualTo(folder + "/target/site/index.html\n");
    assertThat(calls()).containsExactly("venv", "pip", "mkdocs", "mkdocs");
  }

  @Test
  void otherVersionsOfThePackagesAreFetched() throws Exception {
    assertThat(site().status()).isZero();
    Files.writeString(folder.resolve("tools/site-requirements.txt"), "mkdocs==2\n");
    assertThat(site().status()).isZero();
    assertThat(calls()).containsExactly("venv", "pip", "mkdocs", "venv", "pip", "mkdocs");
  }

  @Test
  void withoutANetworkOneLineSaysSoAndTheNextTimeTriesAgain() throws Exception {
    Path python = folder.resolve("venv-python");
    String whole = Files.readString(python);
    script(python, "echo pip >>FOLDER/calls; echo 'ERROR: No matching distribution'; exit 1\n");
    ProcessRun run = site();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: site: the packages of tools/site-requirements.txt were not fetched, which needs a network: ERROR: No matching distribution (all of it: .penstock/site.log)\n");
    Files.writeString(python, whole);
    assertThat(site().status()).isZero();
    assertThat(calls()).containsExactly("venv", "pip", "venv", "pip", "mkdocs");
  }

  @Test
  void withoutAPythonOneLineNamesTheRemedy() throws Exception {
    script(bin.resolve("python3"), "exit 1\n");
    ProcessRun run = site();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: site: no python3 that can make environments: install it (Debian: apt install python3 python3-venv)\n");
  }

  @Test
  void pagesThatFailLeaveNoSite() throws Exception {
    assertThat(site().status()).isZero();
    script(
        folder.resolve(".penstock/site-python/bin/python"),
        "echo 'WARNING -  Doc file contains a link'; exit 1\n");
    ProcessRun run = site();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "WARNING -  Doc file contains a link\npenstock: site: the pages were not made\n");
    assertThat(folder.resolve("target/site")).doesNotExist();
  }

  @Test
  void aCommentThatJavadocRefusesIsNamed() throws Exception {
    Files.writeString(
        folder.resolve("core/src/main/java/io/penstock/Thing.java"),
        "package io.penstock;\n\n/// A [Nothing].\npublic class Thing {\n  private Thing() {}\n}\n");
    ProcessRun run = site();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .contains("Thing.java:3: error: reference not found", "penstock: site: javadoc failed");
    assertThat(folder.resolve(".penstock/site/api")).doesNotExist();
  }

  @Test
  void anArgumentIsRefusedBeforeAnythingIsDone() throws Exception {
    ProcessRun run = site("now");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: site: unexpected argument 'now': it takes none, and makes the documentation in target/site\n");
    assertThat(calls()).isEmpty();
    assertThat(folder.resolve(".penstock")).doesNotExist();
  }

  @Test
  void everyDeadLinkAndEverythingFromANetworkIsNamed() throws Exception {
    Path pages = Files.createDirectories(folder.resolve("pages/sub"));
    Files.writeString(
        pages.resolve("page.html"), "<h1 id='a b'>A</h1><a href='../index.html#top'>home</a>");
    Files.writeString(pages.resolveSibling("plain.txt"), "text");
    Files.writeString(
        pages.resolveSibling("index.html"),
        """
        <a href="sub/page.html#a%20b">alive</a> <a href="plain.txt">alive</a>
        <a href="https://example.org">alive</a> <a href="#top">alive</a> <a>none</a>
        <a href="sub/page.html#c">no anchor</a> <a href="missing.html">no file</a>
        <a href="../../penstock">outside</a> <img src="data:image/png;base64,AA">
        <script src="https://example.org/a.js"></script> <link href="//example.org/b.css">
        """);
    ProcessRun run = check(folder.resolve("pages"));
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            """
            index.html: sub/page.html#c: there is no such anchor
            index.html: missing.html: there is no such file
            index.html: ../../penstock: there is no such file
            index.html: https://example.org/a.js: is loaded from the network
            index.html: //example.org/b.css: is loaded from the network
            """);
    Files.writeString(pages.resolveSibling("index.html"), "<a href='sub/page.html'>alive</a>");
    assertThat(check(folder.resolve("pages"))).isEqualTo(new ProcessRun(0, "", ""));
    assertThat(check(pages.resolve("none")).status()).isEqualTo(1);
  }

  private ProcessRun check(Path site) throws IOException, InterruptedException {
    String program = HOME.resolve("tools/check-site.py").toString();
    return ProcessRun.of(folder, "python3", program, site.toString());
  }

  private ProcessRun site(String... arguments) throws IOException, InterruptedException {
    String path = "PATH=" + bin + ":" + System.getenv("PATH");
    String java = "JAVA_HOME=" + System.getProperty("java.home");
    Stream<String> command =
        Stream.of("/usr/bin/env", path, java, "/bin/sh", folder + "/penstock", "site");
    return ProcessRun.of(
        folder, Stream.concat(command, Stream.of(arguments)).toArray(String[]::new));
  }

  private List<String> calls() throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text.replace("FOLDER", folder.toString()));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}

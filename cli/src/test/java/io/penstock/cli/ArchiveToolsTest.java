package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Contents;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives go both ways with the tools that everybody has.
class ArchiveToolsTest {
  @TempDir private Path folder;

  private Path plain = Path.of("");
  private Path archive = Path.of("");
  private Path back = Path.of("");

  @BeforeEach
  void names() {
    plain = folder.resolve("plain");
    archive = folder.resolve("archive");
    back = folder.resolve("back");
  }

  /// How each tool unpacks to standard output, and which codec that is.
  static Stream<List<String>> unpackers() {
    return Stream.of(
        List.of("gzip", "gzip", "-dc"),
        List.of("gzip", "pigz", "-dc"),
        List.of("gzip", "python3", "-c", PYTHON_READS),
        List.of("zstd", "zstd", "-dcq"),
        List.of("lz4", "lz4", "-dcq"));
  }

  /// How each tool packs to standard output.
  static Stream<List<String>> packers() {
    return Stream.of(
        List.of("gzip", "gzip", "-c"),
        List.of("gzip", "gzip", "-9c"),
        List.of("gzip", "pigz", "-c"),
        List.of("gzip", "pigz", "-c", "-p", "2", "-i"),
        List.of("gzip", "python3", "-c", PYTHON_WRITES),
        List.of("zstd", "zstd", "-cq"),
        List.of("zstd", "zstd", "-cq", "-19"),
        List.of("zstd", "zstd", "-cq", "-T2", "--no-check"),
        List.of("lz4", "lz4", "-cq"),
        List.of("lz4", "lz4", "-cq", "-9", "-BD", "-B4"),
        List.of("lz4", "lz4", "-cq", "-BX", "--content-size"));
  }

  private static final String PYTHON_READS =
      "import gzip, shutil, sys; shutil.copyfileobj(gzip.open(sys.argv[1]), sys.stdout.buffer)";
  private static final String PYTHON_WRITES =
      "import gzip, sys; sys.stdout.buffer.write(gzip.compress(open(sys.argv[1], 'rb').read()))";

  @ParameterizedTest
  @MethodSource("unpackers")
  void toolsReadWhatIsPacked(List<String> tool) throws Exception {
    for (int size : new int[] {0, 1, 700_000, 5_000_000}) {
      Files.write(plain, Contents.mixed(new Random(size), size));
      for (String seekable : new String[] {"", "--seekable"}) {
        Files.deleteIfExists(archive);
        penstock(
            Stream.of("pack", plain.toString(), "-o", archive.toString(), "--codec", tool.get(0))
                .toList(),
            seekable);
        run(tool.subList(1, tool.size()), archive, back);
        assertThat(back).hasSameBinaryContentAs(plain);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("packers")
  void whatToolsPackIsRead(List<String> tool) throws Exception {
    for (int size : new int[] {0, 1, 700_000, 5_000_000}) {
      Files.write(plain, Contents.mixed(new Random(size), size));
      run(tool.subList(1, tool.size()), plain, archive);
      Files.deleteIfExists(back);
      penstock(List.of("unpack", archive.toString(), "-o", back.toString()), "");
      assertThat(back).hasSameBinaryContentAs(plain);
    }
  }

  @Test
  void unzipAndPythonReadAZip() throws Exception {
    Path tree = tree();
    penstock(List.of("pack", tree.toString()), "");
    Path zip = folder.resolve("tree.zip");
    Path by = Files.createDirectory(folder.resolve("by"));
    run(List.of("unzip", "-q", "-d", by.toString()), zip, back);
    requireSame(tree, by.resolve("tree"));
    Path byPython = folder.resolve("python");
    run(
        List.of(
            "python3",
            "-c",
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[2]); assert not z.testzip();"
                + " z.extractall(sys.argv[1])",
            byPython.toString()),
        zip,
        back);
    requireSame(tree, byPython.resolve("tree"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zip -qr made.zip tree",
        "zip -qr0 made.zip tree",
        "zip -qr -fd made.zip tree",
        "python3 -m zipfile -c made.zip tree"
      })
  void whatZipAndPythonMakeIsRead(String command) throws Exception {
    Path tree = tree();
    List<String> words = List.of(command.split(" ", -1));
    SpokenAssumption.that(isThere(words.getFirst()), "no " + words.getFirst());
    Process process = new ProcessBuilder(words).directory(folder.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    penstock(List.of("unpack", folder.resolve("made.zip").toString(), "-o", back.toString()), "");
    requireSame(tree, back.resolve("tree"));
  }

  private Path tree() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/a/b"));
    Files.write(tree.resolve("deep"), Contents.mixed(new Random(1), 300_000));
    Files.writeString(folder.resolve("tree/empty"), "");
    Files.writeString(folder.resolve("tree/name with spaces"), "text");
    return folder.resolve("tree");
  }

  private static void requireSame(Path expected, Path actual) throws IOException {
    try (Stream<Path> files = Files.walk(expected)) {
      for (Path file : files.toList()) {
        Path other = actual.resolve(expected.relativize(file).toString());
        if (Files.isRegularFile(file)) {
          assertThat(other).hasSameBinaryContentAs(file);
        } else {
          assertThat(other).isDirectory();
        }
      }
    }
  }

  private static boolean isThere(String tool) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
  }

  private void run(List<String> tool, Path in, Path out) throws Exception {
    SpokenAssumption.that(isThere(tool.getFirst()), "no " + tool.getFirst());
    List<String> words = Stream.concat(tool.stream(), Stream.of(in.toString())).toList();
    if (tool.getFirst().equals("unzip")) {
      words = List.of("unzip", "-q", in.toString(), "-d", tool.getLast());
    }
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(words.toString()).isZero();
  }

  private static void penstock(List<String> words, String option) {
    CommandRun run =
        CommandRun.of(
            Stream.concat(words.stream(), Stream.of(option).filter(o -> !o.isEmpty()))
                .toArray(String[]::new));
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
  }
}

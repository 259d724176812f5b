package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The Java in README.md and the other pages, compiled and run against the built modules.
@Timeout(600)
class DocumentedProgramsProcessTest {
  private static final Path HOME = DocumentedBlock.HOME;
  private static final String BIN = System.getProperty("java.home") + "/bin/";
  private static final String LIBRARY = HOME + "/cli/target/modules/*";
  private static final String PEERS = HOME + "/cli/target/peers/*"; // Fory

  /// What a fragment may name without an import.
  private static final List<String> PACKAGES =
      List.of(
          "array",
          "codecs.deflate",
          "codecs.fory",
          "codecs.lz4",
          "codecs.zstd",
          "collective",
          "compress",
          "file",
          "memory",
          "message",
          "message.threads",
          "mpi",
          "mpi.abi",
          "object",
          "object.analysis",
          "stream",
          "text",
          "text.number",
          "text.token",
          "text.utf8",
          "tree",
          "tree.cache",
          "tree.entry");

  private static final Predicate<String> IMPORT = line -> line.startsWith("import ");

  @TempDir private static Path sources;
  @TempDir private static Path classes;
  private static ProcessRun compilation = new ProcessRun(-1, "", "");

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(BIN + "javac", "-Xlint:deprecation,removal"));
    command.addAll(List.of("-Xlint:unchecked", "-Werror", "-d", classes.toString()));
    command.addAll(List.of("-cp", LIBRARY + ":" + PEERS));
    for (DocumentedBlock block : DocumentedBlock.all("java")) {
      Path source = sources.resolve(block.className() + ".java");
      Files.writeString(source, block.isProgram() ? block.text() : wrapped(block));
      command.add(source.toString());
    }
    compilation = ProcessRun.of(sources, command.toArray(String[]::new));
  }

  /// A fragment as a program: its imports, the declarations that it takes for granted as members,
  /// and its statements. It prints the `result()` that is among the declarations.
  private static String wrapped(DocumentedBlock block) {
    String imports =
        PACKAGES.stream()
            .map(name -> "import io.penstock." + name + ".*;\n")
            .collect(Collectors.joining());
    return imports
        + lines(block.declarations() + "\n" + block.text(), IMPORT)
        + lines(block.declarations(), IMPORT.negate())
        + "void main() throws Exception {\n  fragment();\n"
        + (hasResult(block) ? "  IO.println(result());\n" : "")
        + "}\n\nvoid fragment() throws Exception {\n"
        + lines(block.text(), IMPORT.negate())
        + "}\n";
  }

  private static boolean hasResult(DocumentedBlock block) {
    return block.declarations().contains("Object result()");
  }

  private static String lines(String text, Predicate<String> condition) {
    return text.lines().filter(condition).map(line -> line + "\n").collect(Collectors.joining());
  }

  @Test
  void everyBlockIsFound() throws IOException {
    DocumentedBlock.requireAllFound("java");
  }

  @Test
  void everyBlockCompilesWithoutAWarning() {
    assertThat(compilation).isEqualTo(new ProcessRun(0, "", ""));
  }

  @TestFactory
  Stream<DynamicTest> everyProgramRunsAsItStands(@TempDir Path folder) throws IOException {
    return DocumentedBlock.all("java").stream()
        .filter(block -> block.isProgram() || (block.runs() && !hasResult(block)))
        .map(
            block ->
                DynamicTest.dynamicTest(
                    block.toString(), () -> requireRuns(block, folder.resolve(block.className()))));
  }

  private static void requireRuns(DocumentedBlock block, Path folder)
      throws IOException, InterruptedException {
    String _ = results(block, folder);
  }

  private static String results(DocumentedBlock block, Path folder)
      throws IOException, InterruptedException {
    DocumentedInputs.write(Files.createDirectory(folder));
    String java = BIN + "java --sun-misc-unsafe-memory-access=allow"; // Netty and aircompressor
    String command = "cd '" + folder + "' && " + java + " --enable-native-access=ALL-UNNAMED -cp '";
    command += LIBRARY + ":" + PEERS + ":" + classes + "' " + block.className() + " </dev/null";
    ProcessRun run = ProcessRun.of(folder, "sh", "-c", command);
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    return run.results();
  }

  @TestFactory
  Stream<DynamicTest> theCodeBeforeAndAfterAMoveComesToTheSame(@TempDir Path folder)
      throws IOException {
    List<DocumentedBlock> blocks =
        DocumentedBlock.all("java").stream()
            .filter(block -> block.page().endsWith("moving-from.md") && hasResult(block))
            .toList();
    assertThat(blocks).hasSizeGreaterThan(10).size().isEven();
    return IntStream.range(0, blocks.size() / 2)
        .mapToObj(
            i -> {
              DocumentedBlock before = blocks.get(2 * i);
              DocumentedBlock after = blocks.get(2 * i + 1);
              return DynamicTest.dynamicTest(
                  before + " and " + after.line(), () -> requireSame(before, after, folder));
            });
  }

  private static void requireSame(DocumentedBlock before, DocumentedBlock after, Path folder)
      throws IOException, InterruptedException {
    String expected = results(before, folder.resolve(before.className()));
    assertThat(expected).isNotBlank();
    assertThat(results(after, folder.resolve(after.className()))).isEqualTo(expected);
  }
}

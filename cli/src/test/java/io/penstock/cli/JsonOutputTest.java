package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// The JSON of all verbs, against the schema that users have.
class JsonOutputTest {
  private static final Path SCHEMA =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")))
          .resolve("docs/command.schema.json");

  /// A definition of the schema, and a command line whose JSON it describes.
  private static final List<String> LINES =
      List.of(
          "array-info | array info --json NUMBERS",
          "array-info | array info --json --raw uint8,little,2x3 TEXT",
          "array-info | array info --json --raw int16,big,scalar --raw-storage fortran TEXT",
          "array-stats | array stats --json NUMBERS",
          "array-stats | array stats --json --raw uint64,big,1 TEXT",
          "array-stats | array stats --json --raw float64,big,0 TEXT",
          "array-stats | array stats --json HUGE",
          "array-stats-complex | array stats --json --raw complex64,little,2 TEXT",
          "bench | bench --json - --size 65536 --reads 50 --sync 9 --seconds 1 --overwrite BENCH",
          "copy | copy --json TEXT FOLDER/copy.1",
          "copy | copy --json -r --resume TREE FOLDER/copy.2",
          "copy | copy --json -r -T --resume TREE FOLDER/copy.2",
          "copy | copy --json -r TREE missing FOLDER",
          "count | count --json TEXT",
          "count | count --json -lwmc TEXT OTHER",
          "count | count --json missing",
          "doctor | doctor --json --dir FOLDER",
          "find | find --json i TEXT OTHER",
          "find | find --json nowhere TEXT missing",
          "find | find --json -r -i -v LINE FOLDER",
          "lines | lines --json TEXT 1 2-3",
          "list | list --json ARCHIVE",
          "list | list --json FRAMES",
          "list-zip | list --json ZIP",
          "objects | objects --json OBJECTS",
          "objects | objects --json --against PREVIOUS --without Order.cache OBJECTS",
          "walk | walk --json TREE",
          "walk | walk --json --sizes TREE FOLDER missing",
          "walk | walk --json missing",
          "walk-total | walk --json --total TREE",
          "walk-totals | walk --json --total TREE FOLDER",
          "words | words --json TEXT");

  /// What not every machine has.
  private static final Set<String> MAY_BE_ABSENT =
      Set.of("#/$defs/array-info/cachedBytes", "#/$defs/doctor/findings/items/remedy");

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException, InterruptedException {
    Path text = Files.writeString(folder.resolve("text"), "first line\nsecond\nthe third one\n");
    Files.writeString(folder.resolve("other"), "öne line\n");
    Path tree = Files.createDirectories(folder.resolve("tree/below"));
    Files.writeString(tree.resolve("file"), "contents");
    Files.createSymbolicLink(tree.resolve("link"), Path.of("file"));
    ProcessRun pipe = ProcessRun.of(folder, "mkfifo", tree.resolve("pipe").toString());
    assertThat(pipe.status()).isZero();
    SmallArrays.matrix(folder.resolve("numbers.npy"));
    SmallArrays.doubles(
        folder.resolve("huge.npy"),
        Shape.of(4),
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.NaN,
        Double.NEGATIVE_INFINITY);
    write("objects", new Order(100), new Order(100));
    write("older", new Order(9));
    pack(text, "archive.gz");
    pack(text, "frames.zst", "--seekable");
    pack(text, "some.zip");
  }

  /// What is analysed.
  private static final class Order implements Serializable {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("unused") // but by serialization
    final byte[] cache;

    Order(int bytes) {
      cache = new byte[bytes];
    }
  }

  private void write(String name, Order... orders) throws IOException {
    try (ObjectOutputStream out =
        new ObjectOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      out.writeObject(new ArrayList<>(List.of(orders)));
    }
  }

  private void pack(Path text, String name, String... options) {
    List<String> words = new ArrayList<>(List.of("pack", text.toString()));
    words.addAll(List.of("-o", folder.resolve(name).toString()));
    words.addAll(List.of(options));
    assertThat(CommandRun.of(words.toArray(String[]::new)).status()).isZero();
  }

  @Test
  void theJsonOfEachVerbIsThatOfTheSchema() throws IOException {
    JsonSchema schema = JsonSchema.of(SCHEMA);
    for (String line : LINES) {
      String[] parts = line.split(" \\| ", 2);
      CommandRun run = CommandRun.of(words(parts[1]));
      assertThat(run.results()).as("%s: %s", line, run.diagnostics()).startsWith("{");
      Object document = JsonSchema.parse(run.results());
      assertThat(schema.complaints(parts[0], document)).as("%s: %s", line, document).isEmpty();
    }
    assertThat(MAY_BE_ABSENT).containsAll(schema.neverMet());
  }

  private String[] words(String line) {
    return line.replace("TEXT", "FOLDER/text")
        .replace("OTHER", "FOLDER/other")
        .replace("TREE", "FOLDER/tree")
        .replace("NUMBERS", "FOLDER/numbers.npy")
        .replace("HUGE", "FOLDER/huge.npy")
        .replace("BENCH", "FOLDER/bench")
        .replace("OBJECTS", "FOLDER/objects")
        .replace("PREVIOUS", "FOLDER/older")
        .replace("ARCHIVE", "FOLDER/archive.gz")
        .replace("FRAMES", "FOLDER/frames.zst")
        .replace("ZIP", "FOLDER/some.zip")
        .replace("FOLDER", folder.toString())
        .split(" ", -1);
  }

  /// The file of `evaluate --json` has a format of its own, which is read again as a baseline.
  @Test
  void everyVerbWithJsonIsTried() {
    for (CommandLine command : ManPage.withPages(ShortLines.picocli())) {
      CommandSpec spec = command.getCommandSpec();
      if (spec.optionsMap().containsKey("--json") && !spec.name().equals("evaluate")) {
        String verb = spec.qualifiedName().replaceFirst("penstock ", "");
        assertThat(LINES).anyMatch(line -> line.contains(" | " + verb + " --json"));
      }
    }
  }

  @Test
  void theTypesOfTheSchemaAreThoseOfTheLibrary() throws IOException {
    JsonSchema schema = JsonSchema.of(SCHEMA);
    for (DataType type : DataType.values()) {
      assertThat(schema.complaints("element-type", type.label())).isEmpty();
    }
    assertThat(schema.complaints("element-type", "int7")).isNotEmpty();
  }

  @Test
  void whatIsNotOfTheSchemaIsNoticed() throws IOException {
    JsonSchema schema = JsonSchema.of(SCHEMA);
    Map<String, Object> right = Map.of("word", "a", "count", BigInteger.ONE);
    assertThat(schema.complaints("words", words(right))).isEmpty();
    for (Map<String, Object> wrong :
        Arrays.asList(
            Map.<String, Object>of("word", "a"),
            Map.<String, Object>of("word", "a", "count", BigInteger.ZERO),
            Map.<String, Object>of("word", "a", "count", "1"),
            Map.<String, Object>of("word", true, "count", BigInteger.ONE),
            Map.<String, Object>of("word", "a", "count", BigInteger.ONE, "more", "x"))) {
      assertThat(schema.complaints("words", words(wrong))).as("%s", wrong).hasSize(1);
    }
    assertThat(schema.complaints("words", List.of())).hasSize(1);
    assertThat(schema.complaints("words", Map.of())).hasSize(2);
    assertThat(schema.neverMet()).contains("#/$defs/count/texts").doesNotContain("#/$defs/words");
  }

  private static Map<String, Object> words(Map<String, Object> word) {
    return Map.of("penstock", "1", "words", List.of(word));
  }
}

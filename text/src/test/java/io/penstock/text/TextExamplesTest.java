package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Examples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples about text, against the plainest way with Strings.
class TextExamplesTest {
  @TempDir static Path classes;
  @TempDir Path folder;
  private final Random random = new Random(7);

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Examples.compile(classes, "text");
  }

  @Test
  void theTenPagesMostAskedForAreFound() throws Exception {
    List<String> log = new ArrayList<>();
    Map<String, Long> hits = new TreeMap<>();
    for (int i = 0; i < 30_000; i++) {
      String page = "/ongoing/When/200x/" + (int) Math.sqrt(random.nextInt(2000)) + "/größe";
      boolean asked = random.nextInt(3) > 0;
      log.add(
          "10.0.0.1 - - [22/Nov/2026:09:00:00 +0000] \"%s %s HTTP/1.1\" 200 17"
              .formatted(asked ? "GET" : "HEAD", page));
      if (asked) {
        hits.merge(page, 1L, Long::sum);
      }
    }
    String expected =
        hits.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(10)
            .map(hit -> hit.getValue() + " " + hit.getKey() + "\n")
            .collect(Collectors.joining());
    assertThat(printed("WideFinder", Files.write(folder.resolve("log"), log))).isEqualTo(expected);
  }

  @Test
  void temperaturesAreSummedUpByStation() throws Exception {
    List<String> rows = new ArrayList<>();
    Map<String, List<Integer>> stations = new TreeMap<>();
    for (int i = 0; i < 50_000; i++) {
      String station = "Größe " + random.nextInt(300);
      int tenths = random.nextInt(1999) - 999;
      rows.add(station + ";" + BigDecimal.valueOf(tenths, 1));
      stations.computeIfAbsent(station, _ -> new ArrayList<>()).add(tenths);
    }
    String expected =
        stations.entrySet().stream()
            .map(station -> station.getKey() + "=" + summary(station.getValue()))
            .collect(Collectors.joining(", ", "{", "}\n"));
    assertThat(printed("BillionRows", Files.write(folder.resolve("rows"), rows)))
        .isEqualTo(expected);
  }

  @Test
  void aRowThatIsNoneIsNamed() throws Exception {
    Path rows = Files.writeString(folder.resolve("rows"), "a;1.0\nb;2.x\n");
    assertThatThrownBy(() -> printed("BillionRows", rows))
        .rootCause()
        .hasMessageContaining("'2.x'");
  }

  private static String summary(List<Integer> tenths) {
    BigDecimal mean =
        BigDecimal.valueOf(tenths.stream().mapToLong(i -> i).sum())
            .divide(BigDecimal.valueOf(tenths.size()), 20, RoundingMode.FLOOR)
            .add(new BigDecimal("0.5"))
            .setScale(0, RoundingMode.FLOOR);
    return "%s/%s/%s"
        .formatted(
            BigDecimal.valueOf(Collections.min(tenths), 1),
            BigDecimal.valueOf(mean.longValueExact(), 1),
            BigDecimal.valueOf(Collections.max(tenths), 1));
  }

  private static String printed(String example, Path file) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try (Examples examples = Examples.load(classes)) {
      examples.main(example, file.toString());
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

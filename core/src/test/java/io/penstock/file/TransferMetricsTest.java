package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Examples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example that hands transfers on to metrics, with a copy whose transfers are known.
class TransferMetricsTest {
  private static final int BYTES = (3 << 20) + 17;

  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Examples.compile(classes, "metrics");
  }

  @AfterEach
  void tellNobody() {
    TransferListener.uninstall();
  }

  @Test
  void theCountersAreThoseOfTheCopy() throws Exception {
    Path from = Files.write(folder.resolve("from"), new byte[BYTES]);
    Path to = folder.resolve("to");
    String engine = Access.read().engine().name();
    assertThat(printed(from, to))
        .contains(
            "penstock_transfers_total{operation=\"read\",engine=\"" + engine + "\"} 4\n",
            "penstock_transfers_total{operation=\"write\",engine=\"" + engine + "\"} 4\n",
            "penstock_transfer_bytes_total{operation=\"read\",engine=\"" + engine + "\"} " + BYTES,
            "penstock_pool_held_bytes ");
    assertThat(to).hasSameBinaryContentAs(from);
  }

  private static String printed(Path from, Path to) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try (Examples examples = Examples.load(classes)) {
      examples.main("TransferMetrics", from.toString(), to.toString());
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

package io.penstock.evaluate.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.check.Comparison.Attempt;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {
  private static final Row ROW = new Row("arrays.some", "c", _ -> true, "C loop", _ -> 1);

  @Test
  void eachAttemptHasALine() {
    List<Attempt> attempts = List.of(new Attempt(5.5, 5), new Attempt(5.1, 5));
    assertThat(printed(new Comparison(ROW, "GB/s", attempts, "")))
        .isEqualToNormalizingNewlines(
            """
            arrays.some: c                                C loop                  5.50 GB/s    5.00 GB/s   1.100  differs
            arrays.some: c                                C loop                  5.10 GB/s    5.00 GB/s   1.020  agrees
            """);
  }

  @Test
  void whatCannotBeMeasuredSaysWhy() {
    assertThat(printed(Comparison.missing(ROW, "no compiler")))
        .contains("arrays.some: c", "not measured: no compiler");
  }

  private static String printed(Comparison comparison) {
    StringWriter out = new StringWriter();
    comparison.print(new PrintWriter(out));
    return out.toString();
  }
}

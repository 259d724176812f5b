package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The end of the connections over which ranks print.
class RankOutputsTest {
  @Test
  void allIsClosedWhicheverCannotBe() {
    List<String> closed = new ArrayList<>();
    IOException first = new IOException("first");
    IOException second = new IOException("second");
    assertThatIOException()
        .isThrownBy(
            () ->
                RankOutputs.close(
                    List.of(
                        () -> closed.add("a"),
                        () -> fail(first),
                        () -> closed.add("b"),
                        () -> fail(second),
                        () -> closed.add("c"))))
        .isSameAs(first);
    assertThat(closed).containsExactly("a", "b", "c");
    assertThat(first.getSuppressed()).containsExactly(second);
  }

  private static void fail(IOException with) throws IOException {
    throw with;
  }
}

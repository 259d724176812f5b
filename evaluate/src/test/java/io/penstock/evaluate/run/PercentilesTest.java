package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentilesTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1, 1", "2, 1, 2, 2", "100, 50, 99, 100", "2000, 1000, 1980, 1998"})
  void theyAreThoseOfTheSortedTimes(int count, long p50, long p99, long p999) {
    long[] falling = LongStream.range(0, count).map(i -> count - i).toArray();
    assertThat(Percentiles.of(falling)).isEqualTo(new Percentiles(p50, p99, p999));
  }

  @Test
  void wordsAreReadBackAndOthersRefused() {
    Percentiles some = new Percentiles(1, 20, 300);
    assertThat(Percentiles.parse(some.words())).isEqualTo(some);
    for (String words : Arrays.asList("", "1 2", "1 2 3 4", "1 2 x", "3 2 1", "-1 2 3")) {
      assertThatIllegalArgumentException().isThrownBy(() -> Percentiles.parse(words));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> Percentiles.of(new long[0]));
  }
}

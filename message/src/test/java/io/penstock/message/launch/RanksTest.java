package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RanksTest {
  @Test
  void ranksAreListedInOrder() {
    assertThat(Registration.ranks(List.of(3))).isEqualTo("rank 3");
    assertThat(Registration.ranks(List.of(5, 1))).isEqualTo("ranks 1 and 5");
    assertThat(Registration.ranks(List.of(6, 1, 5))).isEqualTo("ranks 1, 5 and 6");
  }

  @Test
  void ofManyTheFirstAreNamed() {
    assertThat(Registration.ranks(IntStream.range(0, 100).boxed().toList()))
        .isEqualTo("ranks 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 84 more");
  }
}

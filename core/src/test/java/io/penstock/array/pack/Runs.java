package io.penstock.array.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/// What the runs of a walk amount to.
final class Runs {
  private Runs() {}

  /// The position of every element, spelt out.
  static long[] positions(Walk walk) {
    List<Long> positions = new ArrayList<>();
    for (walk.seek(0); walk.remaining() > 0; walk.advance(walk.run())) {
      assertThat(walk.run()).isPositive();
      for (long i = 0; i < walk.run(); i++) {
        positions.add(walk.position() + i * walk.step());
      }
    }
    assertThat(walk.run()).isZero();
    assertThat(walk.size()).isEqualTo(positions.size());
    return positions.stream().mapToLong(Long::longValue).toArray();
  }

  static int count(Walk walk) {
    int runs = 0;
    for (walk.seek(0); walk.remaining() > 0; walk.advance(walk.run())) {
      runs++;
    }
    return runs;
  }

  /// How many stretches of neighbours there are.
  static int stretches(long[] positions) {
    int stretches = positions.length == 0 ? 0 : 1;
    for (int i = 1; i < positions.length; i++) {
      stretches += positions[i] == positions[i - 1] + 1 ? 0 : 1;
    }
    return stretches;
  }
}

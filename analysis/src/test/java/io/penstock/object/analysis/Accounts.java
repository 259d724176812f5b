package io.penstock.object.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;

/// Analyses, and every byte must be accounted for exactly once, in each way of counting.
final class Accounts {
  private Accounts() {}

  static ObjectAnalysis balanced(byte[] stream) throws IOException {
    ObjectAnalysis analysis = ObjectAnalysis.of(new ByteArrayInputStream(stream));
    assertThat(analysis.bytes()).isEqualTo(stream.length);
    assertThat(analysis.classes().stream().mapToLong(ClassBytes::allBytes).sum())
        .isEqualTo(stream.length);
    assertThat(analysis.tree().bytes()).isEqualTo(stream.length);
    assertThat(analysis.sizeOfGraph()).isEqualTo(stream.length);
    return analysis;
  }
}

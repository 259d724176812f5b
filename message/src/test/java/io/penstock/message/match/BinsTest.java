package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.AllocatedBytes;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Queues that come and go.
class BinsTest {
  private final Bins<String> bins = new Bins<>("nothing");

  @Test
  void queuesThatComeAndGoAllocateNothing() {
    List<Bins.Entry<String>> entries =
        IntStream.range(0, 50).mapToObj(i -> new Bins.Entry<>("entry " + i)).toList();
    comeAndGo(entries, 1);
    long before = AllocatedBytes.now();
    comeAndGo(entries, 400);
    assertThat(AllocatedBytes.now() - before).isLessThan(100_000);
    assertThat(bins.all()).isEmpty();
  }

  // 20,000 queues, each of another tag.
  private void comeAndGo(List<Bins.Entry<String>> entries, int rounds) {
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < entries.size(); i++) {
        bins.add(entries.get(i), 1, 3, round * 50 + i);
      }
      for (int i = 0; i < entries.size(); i++) {
        bins.remove(entries.get(i));
      }
    }
  }
}

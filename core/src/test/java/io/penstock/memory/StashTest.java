package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Things that are used again.
class StashTest {
  private final AtomicInteger made = new AtomicInteger();
  private final Stash<String> stash = new Stash<>(4, () -> "thing " + made.incrementAndGet());

  @Test
  void whatWasGivenBackIsTakenAgainBeforeAnythingIsMade() {
    List<String> things = take(4);
    assertThat(made).hasValue(4);
    things.forEach(stash::give);
    assertThat(take(4)).containsExactlyInAnyOrderElementsOf(things);
    assertThat(made).hasValue(4);
    assertThat(stash.take()).isEqualTo("thing 5");
  }

  @Test
  void aThingIsTakenOnce() {
    stash.give("mine");
    assertThat(stash.take()).isEqualTo("mine");
    assertThat(stash.take()).isEqualTo("thing 1");
  }

  @Test
  void noMoreAreKeptThanItHasRoomFor() {
    take(6).forEach(stash::give);
    take(4);
    assertThat(made).hasValue(6);
    take(1);
    assertThat(made).hasValue(7);
  }

  @Test
  void aThreadGetsBackWhatItGaveFirst() {
    stash.give("first");
    stash.give("second");
    assertThat(take(2)).containsExactly("first", "second");
  }

  @Test
  void theCapacityIsAPowerOfTwo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Stash<>(3, () -> "thing"))
        .withMessage("capacity 3 is not a power of two");
  }

  private List<String> take(int count) {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(stash.take());
    }
    return taken;
  }
}

package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The record of a file's places, which decides whether its pages are mapped again.
class PlacesTest {
  private static final long PLACE = Places.READ_FAULT;

  @Test
  void pagesAreMetWhereTheyWereTouchedAndNowhereElse() {
    Places places = new Places(10 * PLACE, PLACE);
    assertThat(places.isMet(3 * PLACE)).isFalse();
    places.meet(3 * PLACE + 5, PLACE);
    assertThat(places.isMet(3 * PLACE - 1)).isFalse();
    assertThat(places.isMet(3 * PLACE)).isTrue();
    assertThat(places.isMet(5 * PLACE - 1)).isTrue();
    assertThat(places.isMet(5 * PLACE)).isFalse();
    assertThat(places.metBytes()).isEqualTo(2 * PLACE);
    places.meet(4 * PLACE, 2 * PLACE);
    assertThat(places.isMet(6 * PLACE)).isFalse();
    assertThat(places.metBytes()).isEqualTo(3 * PLACE);
  }

  @Test
  void readsAreCountedByPlaceAndNotByWhatWasMet() {
    Places places = new Places(10 * PLACE, PLACE);
    places.meet(PLACE, 1);
    assertThat(places.uses(PLACE)).isEqualTo(1);
    assertThat(places.uses(PLACE)).isEqualTo(2);
    assertThat(places.uses(PLACE + 7)).isEqualTo(3);
    assertThat(places.isMet(PLACE)).isTrue();
    assertThat(places.begun()).isEqualTo(1);
    assertThat(places.uses(2 * PLACE)).as("as often as all on average").isEqualTo(2);
    assertThat(places.begun()).isEqualTo(2);
    assertThat(places.isMet(2 * PLACE)).isFalse();
    assertThat(places.average()).isEqualTo(2);
    assertThat(Places.NONE.average()).isEqualTo(1);
  }

  @Test
  void aPlaceThatIsReadVeryOftenIsNotForgottenAndNotMet() {
    Places places = new Places(PLACE, PLACE);
    for (int i = 0; i < 1000; i++) {
      assertThat(places.uses(0)).isBetween(Math.min(127L, i), 1000L);
    }
    assertThat(places.isMet(0)).isFalse();
    assertThat(places.average()).isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 35, 1L << 36, 1L << 50, Long.MAX_VALUE})
  void neighboursInAVeryLargeFileCountAsOne(long size) {
    Places places = new Places(size, PLACE);
    places.meet(size - 1, 1);
    assertThat(places.isMet(size - 1)).isTrue();
    assertThat(places.isMet(size / 2)).isFalse();
    assertThat(places.metBytes()).isBetween(size >> 20, (size >> 20) * 4);
    places.meet(0, size);
    assertThat(places.isMet(size / 2)).isTrue();
  }

  /// A byte of memory for each.
  @Test
  void aMillionPlacesAreToldApartAndNoMore() {
    Places many = new Places((PLACE << 20) - 1, PLACE);
    Places more = new Places(PLACE << 20, PLACE);
    many.meet(0, 1);
    more.meet(0, 1);
    assertThat(many.metBytes()).isEqualTo(PLACE);
    assertThat(more.metBytes()).isEqualTo(2 * PLACE);
  }

  @Test
  void whatLiesBehindTheEndIsTheLastPlace() {
    Places places = new Places(PLACE, PLACE);
    places.meet(100 * PLACE, 1);
    assertThat(places.isMet(PLACE)).isTrue();
    assertThat(places.isMet(0)).isFalse();
  }

  @Test
  void aThreadGoesOnWhereItEnded() throws InterruptedException {
    Places places = new Places(10 * PLACE, PLACE);
    assertThat(places.continues(100, 50)).isFalse();
    assertThat(places.continues(150, 10)).isTrue();
    assertThat(places.continues(161, 10)).isFalse();
    Thread other = Thread.ofPlatform().unstarted(() -> places.continues(5000, 1));
    while ((other.threadId() - Thread.currentThread().threadId()) % 16 == 0) {
      other = Thread.ofPlatform().unstarted(() -> places.continues(5000, 1));
    }
    other.start();
    other.join();
    assertThat(places.continues(171, 1)).isTrue();
  }
}

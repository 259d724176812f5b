package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CreditTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 60;
  private static final int BYTES = 4000;

  @Test
  void threadsThatTakeAtTheSameMomentTakeNoMoreThanTheWindow() throws Exception {
    long most = 0;
    for (int round = 0; round < ROUNDS; round++) {
      most = Math.max(most, takenByAll(new Credit()));
    }
    assertThat(most).isPositive().isLessThanOrEqualTo(Credit.WINDOW);
  }

  /// All threads come to the end of the window together.
  private static long takenByAll(Credit credit) throws InterruptedException {
    AtomicLong taken = new AtomicLong();
    CountDownLatch start = new CountDownLatch(THREADS);
    Thread[] threads =
        IntStream.range(0, THREADS)
            .mapToObj(_ -> Thread.ofPlatform().start(() -> takeAll(credit, taken, start)))
            .toArray(Thread[]::new);
    for (Thread thread : threads) {
      thread.join();
    }
    return taken.get();
  }

  private static void takeAll(Credit credit, AtomicLong taken, CountDownLatch start) {
    start.countDown();
    while (start.getCount() > 0) {
      Thread.onSpinWait();
    }
    while (credit.take(BYTES)) {
      taken.addAndGet(BYTES + Credit.OVERHEAD);
    }
  }

  @Test
  void anAnswerThatWasOvertakenByALaterOneChangesNothing() {
    Credit credit = new Credit();
    fill(credit);
    credit.returned(Credit.WINDOW / 2);
    credit.returned(Credit.WINDOW / 4);
    assertThat(credit.take(Credit.WINDOW / 4)).isTrue();
    assertThat(credit.take(Credit.WINDOW / 4)).isFalse();
  }

  private static void fill(Credit credit) {
    assertThat(credit.take(Credit.WINDOW - 1024)).isTrue();
    assertThat(credit.take(1024)).isFalse();
  }

  @Test
  void whatWasNeverSentOrIsNoNumberCannotBeReturned() {
    Credit credit = new Credit();
    fill(credit);
    assertThatExceptionOfType(ProtocolException.class)
        .isThrownBy(() -> credit.returned(Credit.WINDOW));
    assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> credit.returned(-1));
  }

  @Test
  void theWindowIsUsedToItsLastByte() {
    Credit credit = new Credit();
    assertThat(credit.take(Credit.WINDOW - Credit.OVERHEAD)).isTrue();
    assertThat(credit.take(0)).isFalse();
    credit.returned(Credit.OVERHEAD - 1);
    assertThat(credit.take(0)).isFalse();
    credit.returned(Credit.OVERHEAD);
    assertThat(credit.take(0)).isTrue();
    assertThat(credit.take(0)).isFalse();
  }

  @Test
  void allThatWasSentCanBeReturned() {
    Credit credit = new Credit();
    credit.returned(0);
    assertThat(credit.take(1000)).isTrue();
    credit.returned(1000 + Credit.OVERHEAD);
    assertThatExceptionOfType(ProtocolException.class)
        .isThrownBy(() -> credit.returned(1001 + Credit.OVERHEAD))
        .withMessage("a credit of 1513 of 1512 bytes");
  }

  @Test
  void aMessageMayComeForEachThatIsDoneWithAndNoMore() {
    Credit credit = new Credit();
    credit.arriving(Credit.WINDOW - 2 * Credit.OVERHEAD);
    credit.arriving(0);
    credit.done(0);
    credit.arriving(0);
    assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> credit.arriving(0));
  }

  @Test
  void theSenderIsToldWhenAQuarterOfTheWindowIsDoneWith() {
    Credit credit = new Credit();
    long quarter = Credit.WINDOW / 4;
    assertThat(credit.done(quarter - 1 - Credit.OVERHEAD)).isFalse();
    assertThat(credit.told()).isZero();
    assertThat(credit.done(1)).isTrue();
    assertThat(credit.told()).isEqualTo(quarter + Credit.OVERHEAD);
    assertThat(credit.done(quarter - 1 - Credit.OVERHEAD)).isFalse();
    assertThat(credit.told()).isEqualTo(quarter + Credit.OVERHEAD);
    assertThat(credit.done(1 - Credit.OVERHEAD)).isTrue();
    assertThat(credit.told()).isEqualTo(2 * quarter + Credit.OVERHEAD);
  }
}

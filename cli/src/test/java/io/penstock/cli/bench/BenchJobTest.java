package io.penstock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BenchJobTest {
  private static final Jobs JOBS = Jobs.on(Path.of("file"), 1 << 20);

  @Test
  void numbersOutOfRangeAreRefusedWithTheirOption() {
    assertRefused(() -> JOBS.workers(0, 1), "--threads 0: it must be from 1 to 1024");
    assertRefused(() -> JOBS.workers(1, 0), "--depth 0: it must be from 1 to 1024");
    assertRefused(
        () -> JOBS.workers(1024, 1024),
        "--threads times --depth 1048576: it must be from 1 to 1024");
    assertRefused(() -> JOBS.reads(-1), "--reads -1: it must be from 0 to 100");
    assertRefused(() -> JOBS.reads(101), "--reads 101: it must be from 0 to 100");
    assertRefused(() -> JOBS.reads(0).sync(-1), "--sync -1: it must be from 0 to 2147483647");
    assertRefused(() -> JOBS.seconds(0), "--seconds 0: it must be from 1 to 604800");
    assertRefused(() -> JOBS.block(2L << 30), "--block 2147483648: it must be from 1 to");
  }

  @Test
  void aSyncOfNothingIsRefused() {
    assertRefused(() -> JOBS.sync(1), "--sync 1: nothing is written");
  }

  @Test
  void aBlockThatIsLargerThanTheFileIsRefused() {
    assertRefused(() -> JOBS.block(2 << 20), "--block 2097152: the file's 1048576 bytes hold none");
  }

  @Test
  void regionsOfLessThanABlockAreRefused() {
    assertRefused(() -> JOBS.workers(257, 1), "257 regions need more than the file's 256 blocks");
    assertThat(JOBS.random().workers(257, 1).job().workers()).isEqualTo(257);
  }

  @Test
  void partsOfPagesAreRefusedPastThePageCacheAlone() {
    Jobs direct = JOBS.by(FileEngines.of(FileEngine.Direct.class));
    assertRefused(() -> direct.block(512), "--block 512: past the page cache");
    assertThat(direct.block(8192).job().isDirect()).isTrue();
    assertThat(JOBS.block(512).job().isDirect()).isFalse();
  }

  @Test
  void patternsAreKnownByTheirNames() {
    assertThat(BenchJob.Pattern.named("random")).isEqualTo(BenchJob.Pattern.RANDOM);
    assertThat(BenchJob.Pattern.named("sequential")).isEqualTo(BenchJob.Pattern.SEQUENTIAL);
    assertRefused(
        () -> BenchJob.Pattern.named("RANDOM"), "--pattern RANDOM: there are sequential and");
  }

  @Test
  void theWarmUpIsASecondHoweverLongTheJob() {
    assertThat(JOBS.job().warmUp()).isEqualTo(Duration.ofSeconds(1));
    assertThat(JOBS.seconds(600).job().warmUp()).isEqualTo(Duration.ofSeconds(1));
  }

  private static void assertRefused(ThrowingCallable made, String reason) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(made)
        .withMessageContaining(reason);
  }
}

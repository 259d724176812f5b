package io.penstock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class JobRunTest {
  private static final int BLOCK = 4096;
  private static final int BLOCKS = 10;

  @TempDir private Path folder;

  static Stream<FileEngine> engines() {
    return FileEngines.all().stream().filter(engine -> engine.obstacle().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("engines")
  void writesHitEveryBlockAndNothingBeyondTheSize(FileEngine engine) throws Exception {
    byte[] before = new byte[(BLOCKS + 2) * BLOCK];
    Path file = Files.write(folder.resolve("file"), before);
    Jobs jobs = Jobs.on(file, BLOCKS * BLOCK + 17).by(engine).reads(50).random().workers(1, 2);
    BenchReport report = run(jobs.sync(1000));
    assertThat(report.whole()).isTrue();
    assertThat(report.reads().requests()).isPositive();
    assertThat(report.writes().requests()).isPositive();
    byte[] after = Files.readAllBytes(file);
    assertThat(after).hasSize(before.length);
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(isZero(after, block * BLOCK, (block + 1) * BLOCK)).as("block %d", block).isFalse();
    }
    assertThat(isZero(after, BLOCKS * BLOCK, after.length)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void readsLeaveTheFileAsItIs(FileEngine engine) throws Exception {
    Path file = made("file", BLOCKS * BLOCK);
    byte[] before = Files.readAllBytes(file);
    BenchReport report = run(Jobs.on(file, before.length).by(engine).workers(2, 2));
    assertThat(report.reads().requests()).isPositive();
    assertThat(report.writes().requests()).isZero();
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void syncsComeAfterSoManyWritesOfAThread() throws Exception {
    BenchReport report = run(Jobs.on(made("file", 1 << 20), 1 << 20).reads(0).sync(4));
    assertThat(report.syncs().requests())
        .isBetween(report.writes().requests() / 4 - 1, report.writes().requests() / 4 + 1);
  }

  @Test
  void aJobThatIsStoppedKeepsWhatWasMeasured() throws Exception {
    BenchJob job =
        Jobs.on(made("file", 1 << 20), 1 << 20).random().workers(2, 2).seconds(600).job();
    AtomicReference<JobRun> self = new AtomicReference<>();
    JobRun run = new JobRun(job);
    self.set(run);
    BenchReport report =
        run.run(
            (since, requests) -> {
              if (since.toNanos() > job.warmUp().toNanos() * 3 / 2 && requests > 0) {
                self.get().stop();
              }
            });
    assertThat(report.whole()).isFalse();
    assertThat(report.reads().requests()).isPositive();
    assertThat(report.nanos()).isPositive();
  }

  @Test
  void aJobThatIsStoppedBeforeItBeginsHasNoFigures() throws Exception {
    JobRun run = new JobRun(Jobs.on(made("file", 1 << 20), 1 << 20).job());
    run.stop();
    BenchReport report = run.run((_, _) -> {});
    assertThat(report.whole()).isFalse();
    assertThat(report.requests()).isZero();
    assertThat(report.nanos()).isZero();
    assertThat(report.perSecond(report.bytes(report.requests()))).isZero();
    assertThat(report.rows()).hasSize(2);
  }

  @Test
  void aFileThatIsMissingEndsTheJob() {
    JobRun run = new JobRun(Jobs.on(folder.resolve("none"), 1 << 20).workers(2, 4).job());
    assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> run.run((_, _) -> {}));
  }

  @Test
  void aReadPastTheEndEndsTheJob() throws Exception {
    Path file = made("file", BLOCK);
    FileEngine engine = FileEngines.of(FileEngine.Channel.class);
    JobRun run = new JobRun(Jobs.on(file, 2 * BLOCK).by(engine).workers(2, 1).seconds(600).job());
    assertThatExceptionOfType(TransferException.class).isThrownBy(() -> run.run((_, _) -> {}));
  }

  @Test
  void aFileIsMadeOfItsSizeAndOfRandomBytes() throws Exception {
    int size = 3 * (1 << 20) + 5;
    byte[] made = Files.readAllBytes(made("one", size));
    assertThat(made).hasSize(size).isEqualTo(Files.readAllBytes(made("other", size)));
    assertThat(made[size - 1] | made[size - 2] | made[size - 3] | made[size - 4]).isNotZero();
    int[] counts = new int[256];
    for (byte value : made) {
      counts[value & 0xff]++;
    }
    assertThat(IntStream.of(counts)).allMatch(count -> count > size / 512);
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    return Arrays.equals(bytes, from, to, new byte[to - from], 0, to - from);
  }

  private Path made(String name, long size) throws IOException {
    Path path = folder.resolve(name);
    BenchFile.of(path, size).make(1, _ -> {});
    return path;
  }

  private static BenchReport run(Jobs jobs) throws IOException, InterruptedException {
    return new JobRun(jobs.job()).run((_, _) -> {});
  }
}

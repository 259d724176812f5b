package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Evaluate.UnsuitableException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoomTest {
  private static final long GIB = 1L << 30;
  private static final Path DIRECTORY = Path.of("/data");
  private static final FileWork WORK = FileWork.read(ElementType.BYTE, GIB);

  private final List<Experiment> experiments =
      List.of(
          Fixture.experiment(FileState.CACHED)
              .add(Fixture.entry("a", Executable.of(new ChannelApproach()), WORK))
              .add(Fixture.c("c", new Executable.Native(List.of("yardstick")), WORK)));

  @Test
  void aFullDiskIsSaidUpFront() {
    assertThatExceptionOfType(UnsuitableException.class)
        .isThrownBy(() -> Evaluate.checkRoom(DIRECTORY, GIB - 1, 100 * GIB, experiments))
        .withMessage(
            "/data: 1024 MiB of disk space needed, 1024 MiB free; ask for a smaller --size or another --dir");
  }

  @Test
  void tooLittleMemoryIsSaidUpFront() {
    assertThatExceptionOfType(UnsuitableException.class)
        .isThrownBy(() -> Evaluate.checkRoom(DIRECTORY, 100 * GIB, 3 * GIB, experiments))
        .withMessageMatching(
            "3\\d\\d\\d MiB of memory needed, 3072 MiB available; ask for a smaller --size");
  }

  @Test
  void enoughIsEnough() {
    assertThatCode(() -> Evaluate.checkRoom(DIRECTORY, GIB, 4 * GIB, experiments))
        .doesNotThrowAnyException();
  }
}

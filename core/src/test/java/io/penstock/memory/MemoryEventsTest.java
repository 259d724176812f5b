package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Java Flight Recorder sees of pools.
class MemoryEventsTest {
  private static final List<String> OPTIONS =
      List.of(ChildJvm.NATIVE_ACCESS, "--add-modules=jdk.jfr");

  @TempDir Path folder;

  @Test
  void regionsExhaustionTrimsAndMisuseAreRecordedInTheirOrderWhileARecordingRuns()
      throws IOException {
    String file = folder.resolve("pools.jfr").toString();
    try (ChildJvm program = ChildJvm.start(OPTIONS, Map.of(), RecordedPools.class, file)) {
      List<String> told = program.hearAll();
      assertThat(program.end()).as(program.errors()).isZero();
      assertThat(told)
          .anySatisfy(line -> assertThat(line).startsWith("io.penstock.MemoryMisuse bytes 100"))
          .containsSubsequence(
              "io.penstock.RegionAllocated bytes 8388608",
              "io.penstock.RegionFreed bytes 8388608",
              "io.penstock.PoolTrim bytes 8388608 held 0");
      assertThat(told)
          .filteredOn(line -> line.startsWith("io.penstock.PoolExhausted"))
          .isNotEmpty()
          .allSatisfy(line -> assertThat(line).contains("message asked for 1073741824 bytes"));
    }
  }
}

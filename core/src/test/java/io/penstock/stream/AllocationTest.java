package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No call leaves anything on the heap once it is compiled. Each case has a JVM of its own that
/// compiles at once: what C2 makes of a call goes by the profile of all that has run before.
class AllocationTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void writingToAStreamAllocatesNothing(String order) throws IOException {
    assertThat(leastBytesPerCall("write", order)).isLessThan(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void readingFromAStreamAllocatesNothing(String order) throws IOException {
    assertThat(leastBytesPerCall("read", order)).isLessThan(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void movingToAndFromAFileAllocatesNothing(String order) throws IOException {
    assertThat(leastBytesPerCall("file", order)).isLessThan(1);
  }

  /// Compiled code misses what no class has been loaded for, and nothing but this code is compiled.
  @Test
  void aProgramThatOnlyWritesFloatsAllocatesNothing() throws IOException {
    List<String> compiling =
        List.of(
            "-Xbatch",
            "-XX:TieredStopAtLevel=4",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=compileonly,io.penstock.stream.*::encode");
    try (ChildJvm child = ChildJvm.start(compiling, Map.of(), FloatWriter.class)) {
      assertThat(child.hearAll()).as(child::errors).containsExactly("0");
    }
  }

  @Test
  void theMeasureNoticesAnAllocation() throws IOException {
    assertThat(leastBytesPerCall("garbage", "BIG_ENDIAN")).isGreaterThanOrEqualTo(16);
  }

  /// The least of all rounds: the first ones are not compiled, and the JVM may put something of its
  /// own into any.
  private double leastBytesPerCall(String what, String order) throws IOException {
    List<String> options = List.of(ChildJvm.NATIVE_ACCESS, "-Xbatch", "-XX:TieredStopAtLevel=4");
    try (ChildJvm child =
        ChildJvm.start(
            options,
            Map.of(),
            SteadyStreams.class,
            what,
            order,
            folder.resolve("file").toString())) {
      List<String> rounds = child.hearAll();
      assertThat(child.end()).as(child::errors).isZero();
      return rounds.stream().mapToDouble(Double::parseDouble).min().orElseThrow();
    }
  }
}

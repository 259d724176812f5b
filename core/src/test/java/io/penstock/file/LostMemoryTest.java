package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Ring;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory of transfers that has lost its pages, met by code of the compiler's, which tells of a
/// fault later than where it is.
class LostMemoryTest {
  @TempDir Path folder;

  @Test
  void whatIsCompiledTellsOfAPageThatIsGoneWhereItsTransferIsStill() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    Path path = Files.write(folder.resolve("f"), new byte[1 << 16]);
    List<String> options =
        List.of(
            ChildJvm.NATIVE_ACCESS,
            "-XX:TieredStopAtLevel=4",
            "-XX:-TieredCompilation",
            "-Xbatch",
            "-XX:-CreateCoredumpOnCrash");
    try (ChildJvm child =
        ChildJvm.start(
            options,
            Map.of(),
            LostMemory.class,
            path.toString(),
            folder.resolve("mapped").toString())) {
      List<String> told = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(told)
          .containsExactly(
              "result: failed",
              "request: failed",
              "at once: failed",
              "by the engine: failed",
              "past the cache: failed",
              "out past the cache: failed",
              "as a list: failed",
              "packed: failed",
              "by the JDK: failed");
    }
  }
}

package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How far it is from a program's call to the kernel's, in a JVM that records it.
class StackDepthTest {
  private static final int MOST_FRAMES = 10;

  @TempDir Path folder;

  @Test
  void fromARangeToTheCallThatMovesItThereAreTenFramesAtTheMostBothCounted() throws IOException {
    List<String> said;
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE_ACCESS, "--add-modules=jdk.jfr"),
            Map.of(),
            TransferDepths.class,
            folder.resolve("a.npy").toString(),
            folder.resolve("a.jfr").toString())) {
      said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
    }
    assertThat(said)
        .anyMatch(line -> line.contains("read: io.penstock.ffi.LibC.pread "))
        .anyMatch(line -> line.contains("read: io.penstock.file.mapped.MappedFile.tryRead "))
        .anyMatch(line -> line.contains("write: io.penstock.ffi.LibC.pwrite "))
        .allMatch(line -> depth(line) <= MOST_FRAMES);
  }

  private static int depth(String line) {
    return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
  }
}

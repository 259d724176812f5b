package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are opened where descriptors or memory are short.
class ShortageTest {
  @TempDir(factory = BuildFolder.class)
  Path folder;

  /// Another engine would need a descriptor too.
  @Test
  void whereDescriptorsAreShortNoOtherEngineIsRecommended() throws IOException {
    SpokenAssumption.that(
        Files.isExecutable(Path.of("/usr/bin/prlimit")), "there is no prlimit here");
    Path file = Files.write(folder.toAbsolutePath().resolve("f"), new byte[10_000]);
    try (ChildJvm child =
        ChildJvm.start(
            List.of("/usr/bin/prlimit", "--nofile=64:64"),
            List.of(ChildJvm.NATIVE_ACCESS),
            Map.of(),
            FewDescriptors.class,
            file.toString())) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      List<String> short0 = said.subList(1, said.size());
      assertThat(short0).hasSize(4).last().asString().isEqualTo("3 left: ok");
      assertThat(short0.subList(0, 3))
          .allSatisfy(
              line ->
                  assertThat(line)
                      .contains(file.toString(), "EMFILE: too many files open")
                      .doesNotContain("use engine"));
    }
  }

  /// A buffer that cannot be had costs no descriptor.
  @Test
  void filesWhoseBufferCannotBeHadAreClosed() throws IOException {
    SpokenAssumption.that(
        Files.isExecutable(Path.of("/usr/bin/prlimit")), "there is no prlimit here");
    Path at = folder.toAbsolutePath();
    Files.write(at.resolve("f"), new byte[10_000]);
    try (ChildJvm child =
        ChildJvm.start(
            List.of("/usr/bin/prlimit", "--as=" + (8L << 30)),
            List.of(ChildJvm.NATIVE_ACCESS, "-XX:+UseSerialGC"),
            Map.of(),
            LittleMemory.class,
            "open",
            at.toString())) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(said).first().isEqualTo("refused: 20");
      assertThat(Integer.parseInt(said.get(1))).as("files left open").isLessThan(10);
    }
  }
}

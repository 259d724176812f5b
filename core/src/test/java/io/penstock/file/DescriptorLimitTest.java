package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.DescriptorShortage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said of a file where a process has no descriptor left, not even for the class that says
/// it: the classes of these tests lie in folders, and each is a file.
@EnabledOnOs(OS.LINUX)
class DescriptorLimitTest {

  @TempDir Path folder;

  private List<String> outcomes(String what) throws IOException {
    Path file = folder.resolve("a.npy");
    try (ArrayFile array = ArrayFile.create(file, ElementType.DOUBLE, Shape.of(100))) {
      array.write(new double[100]);
    }
    try (ChildJvm child =
        DescriptorShortage.start(FilesAtTheLimit.class, folder.toString(), what)) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child::errors).isZero();
      return said;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "posix", "channel", "mapped", "create"})
  void aShortageOfDescriptorsIsSaidAndPasses(String what) throws IOException {
    List<String> said = outcomes(what);
    assertThat(said).hasSize(3);
    assertThat(said.getFirst()).isEqualTo("ok");
    assertThat(said.get(1)).contains("Exception: ").containsIgnoringCase("too many");
    assertThat(said.getLast()).isEqualTo("ok");
  }

  @Test
  void tilesAreWrittenAlthoughThereIsNoDescriptorForTheWayThroughAMapping() throws IOException {
    assertThat(outcomes("tiles")).containsExactly("ok", "ok", "ok");
  }
}

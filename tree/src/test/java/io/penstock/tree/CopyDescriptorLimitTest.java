package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.DescriptorShortage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Copies of trees by a process that has no file descriptor left.
@EnabledOnOs(OS.LINUX)
class CopyDescriptorLimitTest {
  @TempDir Path folder;

  /// A program that copies a tree. Arguments: a folder with a folder `tree`.
  static final class Copies {
    private Copies() {}

    public static void main(String[] arguments) throws IOException {
      Path folder = Path.of(arguments[0]);
      DescriptorShortage.meet(
          () -> {
            Path target = folder.resolve("copy" + System.nanoTime());
            TreeCopy.of(folder.resolve("tree"), target).run();
            return "ok";
          });
    }
  }

  @Test
  void aShortageOfDescriptorsIsSaidAndPasses() throws IOException {
    Files.createDirectories(folder.resolve("tree/below"));
    try (ChildJvm child = DescriptorShortage.start(Copies.class, folder.toString())) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child::errors).isZero();
      assertThat(said).hasSize(3);
      assertThat(said.getFirst()).isEqualTo("ok");
      assertThat(said.get(1)).contains("Exception: ").containsIgnoringCase("too many");
      assertThat(said.getLast()).isEqualTo("ok");
    }
  }
}

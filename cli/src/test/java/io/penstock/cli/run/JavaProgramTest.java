package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaProgramTest {
  @TempDir private Path folder;

  @Test
  void aClassPathIsMadeAbsolute() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    assertThat(JavaProgram.classPath("a:/b/../c:"))
        .containsExactly(here.resolve("a"), Path.of("/c"), here);
  }

  @Test
  void anAsteriskStandsForTheJarsOfItsFolder() throws IOException {
    for (String name : List.of("b.jar", "a.JAR", "c.txt")) {
      Files.createFile(folder.resolve(name));
    }
    assertThat(JavaProgram.classPath(folder + "/*:" + folder.resolve("absent") + "/*"))
        .containsExactly(folder.resolve("a.JAR"), folder.resolve("b.jar"));
  }

  @Test
  void aBrokenClassIsToldInOneLine() throws IOException {
    Files.writeString(folder.resolve("Broken.class"), "no class");
    JavaProgram program = new JavaProgram(List.of(folder), List.of(), "Broken", List.of());
    assertThatThrownBy(program::check)
        .isInstanceOf(LaunchException.class)
        .hasMessageStartingWith("class Broken: cannot be loaded: java.lang.ClassFormatError")
        .hasMessageEndingWith("check -cp");
  }
}

package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that uses this module needs its jar, and nothing else.
class ModuleUseTest {
  private static final String MODULE = "module user { requires io.penstock; }";
  private static final String USE =
      """
      package user;

      import io.penstock.file.ArrayFile;
      import io.penstock.stream.ArrayDataInputStream;
      import java.nio.file.Path;

      class Use {
        static String use(Path path) throws java.io.IOException {
          try (ArrayDataInputStream in = ArrayDataInputStream.open(path)) {
            return ArrayFile.open(path).explain() + in.readLine(); // readLine() may return null
          }
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void aModuleThatRequiresItCompilesWithItAlone() throws IOException, URISyntaxException {
    Path classes =
        Path.of(ArrayFile.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path declaration = Files.writeString(folder.resolve("module-info.java"), MODULE);
    Path use =
        Files.writeString(Files.createDirectory(folder.resolve("user")).resolve("Use.java"), USE);
    StringWriter said = new StringWriter();
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintWriter(said),
                new PrintWriter(said),
                "-p",
                classes.toString(),
                "-cp",
                folder.toString(),
                "-proc:none",
                "-Xlint:all,-classfile", // says that an annotation is missing
                "-Werror",
                "-d",
                folder.resolve("out").toString(),
                declaration.toString(),
                use.toString());
    assertThat(status).as(said.toString()).isZero();
  }
}

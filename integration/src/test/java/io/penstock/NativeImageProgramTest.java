package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.NativeImages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The program that a workflow compiles to an image, here on the JVM.
class NativeImageProgramTest {
  private static final Path PROJECT = Path.of("..", "consumers", "projects", "native-image");

  @TempDir Path folder;

  @Test
  void theProgramDoesItsWorkWithCoreAlone() throws Exception {
    assertThat(run("--enable-native-access=ALL-UNNAMED", 0))
        .isEqualTo(
            """
            auto reads what was written
            posix reads what was written
            mapped reads what was written
            channel reads what was written
            leases end when they are closed
            """);
  }

  /// As an image without metadata would.
  @Test
  void theProgramFailsWhereNoCFunctionCanBeCalled() throws Exception {
    assertThat(run("--illegal-native-access=deny", 1)).contains("engine 'posix' cannot work here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 0 | the jar names all",
        "{'foreign': {'downcalls': [{'returnType': 'long', 'parameterTypes': ['int', 'void*', 'long', 'long'], 'options': {'captureCallState': true}}]}} | 0 | the jar names all",
        "{'foreign': {'downcalls': [{'returnType': 'jlong', 'parameterTypes': ['jint', 'void*', 'jlong', 'jlong']}]}} | 1 | not in the jar",
        "{'foreign': {'downcalls': [{'returnType': 'void', 'parameterTypes': []}]}} | 1 | not in the jar",
        "{'reflection': [{'type': 'io.penstock.memory.Pins', 'fields': [{'name': 'count'}]}]} | 0 | the jar names all",
        "{'reflection': [{'type': 'io.penstock.memory.Pins', 'fields': [{'name': 'other'}]}]} | 1 | io.penstock.memory.Pins.other",
        "{'reflection': [{'type': 'sun.Other', 'methods': [{'name': 'of'}]}]} | 0 | the jar names all"
      })
  void whatTheAgentHasSeenOfPenstockIsHeldAgainstTheJar(String traced, int status, String said)
      throws Exception {
    Path seen = Files.writeString(folder.resolve("seen.json"), traced.replace('\'', '"'));
    String packed = NativeImages.file("core").toString();
    String script = PROJECT.resolve("compare.py").toString();
    assertThat(said(status, "python3", script, seen.toString(), packed)).contains(said);
  }

  private String run(String option, int status) throws IOException, InterruptedException {
    return said(
        status,
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        option,
        "-cp",
        NativeImages.classes("core").toString(),
        PROJECT.resolve("Field.java").toString(),
        folder.resolve("field.npy").toString());
  }

  private static String said(int status, String... command)
      throws IOException, InterruptedException {
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(said).isEqualTo(status);
    return said;
  }
}

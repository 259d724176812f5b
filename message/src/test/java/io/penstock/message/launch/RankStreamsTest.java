package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Why a job of threads ends whose output cannot be written.
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class RankStreamsTest {
  /// Prints for as long as it may.
  static final class Printer {
    private Printer() {}

    public static void main(String[] arguments) {
      RankStreams.install(1, false, false);
      for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
        (arguments[1].equals("out") ? System.out : System.err).println("line " + i);
      }
    }
  }

  @Test
  void aFullDiskIsNamedAndIsNoReaderWhoHasLeft() throws Exception {
    Process job =
        start("1000000", "out").redirectOutput(Redirect.to(new File("/dev/full"))).start();
    assertThat(lines(job.errorReader()))
        .singleElement()
        .asString()
        .startsWith("penstock: standard output: ");
    assertThat(job.waitFor()).isEqualTo(1);
  }

  @Test
  void aReaderWhoLeavesEndsTheJobAsAShellHasIt() throws Exception {
    Process job = start("1000000000", "out").redirectError(Redirect.INHERIT).start();
    try (BufferedReader reader = job.inputReader(StandardCharsets.UTF_8)) {
      assertThat(reader.readLine()).isEqualTo("line 0");
    }
    assertThat(job.waitFor()).isEqualTo(141);
  }

  @Test
  void whatCannotBeSaidOnStandardErrorEndsNoJob() throws Exception {
    Process job = start("1000", "err").redirectError(Redirect.to(new File("/dev/full"))).start();
    assertThat(job.waitFor()).isZero();
  }

  private static List<String> lines(BufferedReader reader) throws IOException {
    try (reader;
        Stream<String> lines = reader.lines()) {
      return lines.toList();
    }
  }

  private static ProcessBuilder start(String lines, String stream) {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx64m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        ChildJvm.classPath(RankStreams.class) + File.pathSeparator + ChildJvm.folder(Printer.class),
        Printer.class.getName(),
        lines,
        stream);
  }
}

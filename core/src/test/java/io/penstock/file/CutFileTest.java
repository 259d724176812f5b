package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A file that one process reads and another one cuts short: the reader gets an error that says so,
/// whatever the engine, and its JVM lives.
class CutFileTest {
  private static final int FEW = 1;
  private static final int MANY = 10;
  private static final int CUTS = 3_000;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource(Engines.EVERY_NAME)
  void readersAreToldThatTheFileWasCut(String engine) throws IOException {
    cut(engine, FEW);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource(Engines.EVERY_NAME)
  void readersAreToldEachTimeThatTheFileWasCut(String engine) throws IOException {
    cut(engine, MANY);
  }

  private void cut(String engine, int rounds) throws IOException {
    Path path = folder.resolve("f");
    List<String> options =
        List.of(ChildJvm.NATIVE_ACCESS, "-XX:TieredStopAtLevel=4", "-XX:-CreateCoredumpOnCrash");
    try (ChildJvm reader =
        ChildJvm.start(options, Map.of(), ReaderOfCutFile.class, path.toString(), engine)) {
      for (int round = 0; round < rounds; round++) {
        for (String how : List.of("array", "segment")) {
          for (int elements : new int[] {1, 5, 16, 1024, 20_000, ReaderOfCutFile.ELEMENTS / 2}) {
            assertToldWhenCut(path, reader, how + " " + elements);
          }
        }
        for (int columns : new int[] {1, 5, 16, 1024, 4000}) {
          assertToldWhenCut(path, reader, "tile " + columns);
        }
      }
    }
  }

  /// Of a page that goes just behind the copy too, where the end of what was read is looked at.
  @Test
  void theErrorOfAFaultComesUpInTheReadItself() throws IOException {
    List<String> options =
        List.of(ChildJvm.NATIVE_ACCESS, "-XX:TieredStopAtLevel=4", "-XX:-CreateCoredumpOnCrash");
    try (ChildJvm reader =
        ChildJvm.start(
            options,
            Map.of(),
            ReaderWhileCut.class,
            folder.resolve("f").toString(),
            "mapped",
            Integer.toString(CUTS))) {
      assertThat(reader.hear()).isEqualTo("errors in reads");
      assertThat(reader.end()).as(reader.errors()).isZero();
    }
  }

  private static void assertToldWhenCut(Path path, ChildJvm reader, String how) throws IOException {
    Files.write(path, new byte[ReaderOfCutFile.ELEMENTS * Integer.BYTES]);
    reader.say(how);
    assertThat(reader.hear()).as(how).isEqualTo("reading");
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(4096 + 100);
    }
    assertThat(reader.hear())
        .as(how)
        .startsWith(TransferException.class.getName() + ": " + path + ": cannot read ")
        .contains("cut short");
  }
}

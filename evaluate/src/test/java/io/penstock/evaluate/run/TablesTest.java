package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Shape;
import io.penstock.compress.Compression;
import io.penstock.evaluate.arrays.ArraysChapter;
import io.penstock.message.Communicator;
import io.penstock.object.ObjectCodec;
import io.penstock.object.analysis.ObjectAnalysis;
import io.penstock.report.By;
import io.penstock.text.Lines;
import io.penstock.tree.FileCopy;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TablesTest {
  /// The command has no peer among its modules: only workers do.
  @Test
  void noTableLoadsAClassThatOnlyWorkersHave() throws Exception {
    String classes =
        String.join(
            File.pathSeparator,
            Stream.of(
                    ArraysChapter.class,
                    By.class,
                    Shape.class,
                    Lines.class,
                    FileCopy.class,
                    Compression.class,
                    ObjectCodec.class,
                    ObjectAnalysis.class,
                    Communicator.class,
                    TableProgram.class)
                .map(TablesTest::home)
                .toList());
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String said = Commands.output(List.of(java, "-cp", classes, TableProgram.class.getName()));
    assertThat(Long.parseLong(said.strip())).isGreaterThan(100);
  }

  private static String home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}

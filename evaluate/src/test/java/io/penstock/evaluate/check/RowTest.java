package io.penstock.evaluate.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Work;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowTest {
  private static final Setting SETTING = Setting.bare(Effort.QUICK);
  private static final int MEBIBYTE = 1 << 20;

  @TempDir Path folder;

  static List<Row> all() {
    return Row.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void eachRowIsOneFigureOfTheEvaluation(Row row) {
    Experiment experiment = CrossCheck.experiment(row, SETTING);
    assertThat(experiment.id()).isEqualTo(row.experiment());
    assertThat(experiment.entries()).extracting(Entry::approach).containsExactly(row.approach());
    assertThat(experiment.entries().getFirst().works()).hasSize(1).allMatch(row.place());
  }

  @Test
  void everyChapterHasARow() {
    assertThat(Row.all().stream().map(row -> CrossCheck.chapter(row).name()))
        .containsAll(Chapter.all().stream().map(Chapter::name).toList());
    assertThat(Row.all()).hasSize(11);
  }

  @Test
  void aRowThatTheEvaluationDoesNotHaveIsNamed() {
    Row first = Row.all().getFirst();
    Row wrong = new Row(first.experiment(), "no-such", first.place(), "none", first.independent());
    assertThatThrownBy(() -> CrossCheck.experiment(wrong, SETTING))
        .hasMessage("the evaluation has no single arrays.read.cached: no-such");
  }

  @Test
  void loopsInCTimeThemselves() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[MEBIBYTE]);
    Path copy = folder.resolve("copy");
    Site site = site(file);
    assertThat(site.c("read", site.file())).isPositive();
    assertThat(site.c("random", site.file(), "100")).isPositive();
    assertThat(site.c("newlines", site.file())).isPositive();
    assertThat(site.c("copy", site.file(), copy.toString())).isPositive();
    assertThat(copy).doesNotExist();
    assertThat(site.c("ping-pong", "8")).isPositive();
  }

  @Test
  void aLoopInCThatFailsIsAnError() {
    Site site = site(folder.resolve("nowhere"));
    assertThatThrownBy(() -> site.c("read", site.file())).hasMessageContaining("exit status 1");
    assertThatThrownBy(() -> site.command(List.of("false"))).hasMessageContaining("exit status 1");
  }

  private Site site(Path file) {
    Path cache = Path.of("target", "yardsticks").toAbsolutePath();
    Work work = Drill.of("none", MEBIBYTE, Duration.ZERO);
    return new Site(folder, file, work, classPath(), new CCompiler(cache));
  }

  private static String classPath() {
    return Stream.of(
            System.getProperty("jdk.module.path", ""), System.getProperty("java.class.path"))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
  }
}

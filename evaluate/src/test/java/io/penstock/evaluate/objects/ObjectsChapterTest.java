package io.penstock.evaluate.objects;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectsChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new ObjectsChapter();

  @TempDir Path folder;

  ObjectsChapterTest() {
    super(CHAPTER);
  }

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(1 << 20, Effort.QUICK, 1, 2)).stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachComesToTheRightResult(Experiment experiment) throws IOException {
    assertRight(Children.run(folder, experiment), by -> by != By.PEER);
  }
}

package io.penstock.evaluate.run;

import io.penstock.evaluate.arrays.ArraysChapter;
import io.penstock.evaluate.arrays.BatchesChapter;
import io.penstock.evaluate.files.FilesChapter;
import io.penstock.evaluate.messages.MessagesChapter;
import io.penstock.evaluate.objects.ObjectsChapter;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.start.StartChapter;
import io.penstock.evaluate.text.TextChapter;
import java.util.List;

/// A program that builds the tables of all chapters, as the command does, and prints how many
/// experiments they have.
final class TableProgram {
  private TableProgram() {}

  static void main() {
    long experiments =
        List.of(
                new ArraysChapter(),
                new BatchesChapter(),
                new MessagesChapter(),
                new TextChapter(),
                new FilesChapter(),
                new ObjectsChapter(),
                new StartChapter())
            .stream()
            .mapToLong(chapter -> chapter.experiments(Setting.bare(Effort.FULL)).size())
            .sum();
    System.out.println(experiments);
  }
}

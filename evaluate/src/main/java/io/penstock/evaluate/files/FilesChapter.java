package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Question;
import java.util.List;

/// Files as wholes: what it costs to copy and to compress them and to walk through trees of them
/// here.
public final class FilesChapter implements Chapter {
  @Override
  public String name() {
    return "files";
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new FileCopies(),
        new TreeCopies(),
        new FileInformation(),
        new Conversions(),
        new PackedReads(),
        new HotFiles(),
        new Serving());
  }
}

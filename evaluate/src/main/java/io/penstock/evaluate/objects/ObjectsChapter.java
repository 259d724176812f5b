package io.penstock.evaluate.objects;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Question;
import java.util.List;

/// Objects as bytes: what it costs to save and load them here, and to find out why.
public final class ObjectsChapter implements Chapter {
  @Override
  public String name() {
    return "objects";
  }

  @Override
  public List<Question> questions() {
    return List.of(new StoredObjects(), new StreamAnalysis());
  }
}

package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Question;
import java.util.List;

/// Text: what it costs to count, cut, look up, parse and write it here.
public final class TextChapter implements Chapter {
  @Override
  public String name() {
    return "text";
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Newlines(),
        new LineSums(),
        new FieldSums(),
        new LineWriting(),
        new Utf8Validation(),
        new RandomAccess(),
        new Tokens(),
        new ReadSizes(),
        new WideFinder(),
        new WeatherRows(),
        new CommandStarts());
  }
}

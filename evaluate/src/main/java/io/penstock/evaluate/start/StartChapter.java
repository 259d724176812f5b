package io.penstock.evaluate.start;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Question;
import io.penstock.file.ArrayFile;
import java.util.List;

/// The first use of a library in a fresh JVM, and whole commands.
public final class StartChapter implements Chapter {
  static final String SOURCE = "Penstock: the first use";
  static final String PREFIX = "start.";

  /// The end of the names of approaches whose JVM has an ahead-of-time cache.
  static final String CACHED = "-aot";

  static final String C = "c";

  /// The library's own jar.
  static final List<String> LIBRARY = List.of(ArrayFile.class.getName());

  @Override
  public String name() {
    return "start";
  }

  @Override
  public List<Question> questions() {
    return List.of(new FirstUses(), new BreakEven(), new WholeCommands());
  }

  /// The arguments of the C program that does something and times it.
  static FreshProcess.Start cArguments(String what) {
    return site ->
        List.of(
            "start",
            what,
            site.from().toString(),
            site.to().toString(),
            Long.toString(site.bytes()));
  }

  @Override
  public int leastRuns(Effort effort) {
    return switch (effort) {
      case QUICK -> 7;
      case NORMAL -> 15;
      case FULL -> 25;
    };
  }
}

package io.penstock.evaluate.text;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.SystemPrograms;
import java.util.List;
import java.util.stream.Stream;

/// Whole commands. Each is told its words in the option [#WORDS], one a line; the file follows
/// them. They are run in the locale `C`, in which they are fastest.
final class CommandPasses implements Passes {
  static final String WORDS = "words";

  @Override
  public Pass of(Subject subject) throws AbsentException {
    List<String> words = words(subject);
    return subject.task().drill().name().equals(WideFinder.DRILL)
        ? new Command(words, CommandPasses::pages)
        : Command.counting(words);
  }

  private static List<String> words(Subject subject) throws AbsentException {
    List<String> told = List.of(subject.option(WORDS).split("\n", -1));
    SystemPrograms.require(told.getFirst());
    return Stream.of(Stream.of("env", "LC_ALL=C"), told.stream(), Stream.of(subject.path() + ""))
        .flatMap(words -> words)
        .toList();
  }

  /// From lines with a number and a name each.
  private static long pages(String said) {
    Pages pages = new Pages();
    for (String line : said.lines().toList()) {
      String[] words = line.strip().split(" ", 2);
      pages.add(words[1], Long.parseLong(words[0]));
    }
    return pages.answer();
  }
}

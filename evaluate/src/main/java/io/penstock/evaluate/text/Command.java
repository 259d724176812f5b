package io.penstock.evaluate.text;

import io.penstock.evaluate.run.SystemPrograms;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A program of the system, run as a whole: from its start to its end.
///
/// @param words of the command
/// @param answer makes a number of what it prints
record Command(List<String> words, ToLongFunction<String> answer) implements Pass {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+");

  /// A program whose answer is the first number that it prints.
  static Command counting(List<String> words) {
    return new Command(words, Command::number);
  }

  @Override
  public long make() throws IOException, InterruptedException {
    return answer.applyAsLong(SystemPrograms.output(words));
  }

  private static long number(String said) {
    Matcher number = NUMBER.matcher(said);
    if (!number.find()) {
      throw new IllegalStateException("it printed no number: " + said);
    }
    return Long.parseLong(number.group());
  }
}

package io.penstock.evaluate.text;

import io.penstock.evaluate.run.ClassFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// Java programs of one class, each run as a whole by a JVM as it comes.
final class JavaCommands implements Passes {
  static final String COUNT = "java-count";

  @Override
  public Pass of(Subject subject) {
    return switch (subject.way()) {
      case COUNT -> program(subject, NewlineCount.class, subject.path().toString());
      case CommandExperiments.ONE_LINE ->
          program(subject, OneLine.class, Long.toString(subject.answer()));
      default -> throw subject.unknown();
    };
  }

  private static Pass program(Subject subject, Class<?> program, String argument) {
    Path folder = subject.task().meeting();
    try {
      ClassFolder.make(folder, program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Command.counting(List.of(java, "-cp", folder.toString(), program.getName(), argument));
  }
}

package io.penstock.file;

import java.io.IOException;

/// What came of a step, in a line for another process to judge.
final class Outcome {
  private Outcome() {}

  /// A step of a program.
  interface Step {
    void take() throws IOException;
  }

  /// Takes a step and prints its name with `ok`, or with the error's class and message.
  static void say(String name, Step step) {
    String outcome = "ok";
    try {
      step.take();
    } catch (IOException | RuntimeException e) {
      outcome = e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    System.out.println(name + ": " + outcome);
  }
}

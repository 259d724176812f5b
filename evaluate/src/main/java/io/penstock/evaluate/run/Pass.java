package io.penstock.evaluate.run;

import java.nio.file.Path;

/// One way of answering a question about a text, in Java: from opening the text to closing it, or a
/// look at one place of it.
@FunctionalInterface
public interface Pass {
  /// Finds the answer: this is what is timed.
  ///
  /// @throws AbsentException if it cannot be had here
  /// @throws Exception if it fails; the message is shown to the user
  long answer(Text text) throws Exception;

  /// The pass as an exercise that compares its answer with the right one.
  default Exercise exercise() {
    return task -> {
      Text text = new Text(task);
      return new Answering(text.answer(), () -> answer(text), new Batch(task));
    };
  }

  /// The text and the question about it, as a process is told them.
  ///
  /// @param task as it came
  record Text(DrillTask task) {
    /// The file.
    public Path path() {
      return Path.of(option(TextWork.FILE));
    }

    /// The right answer to the question.
    public long answer() {
      return Long.parseLong(option(TextWork.ANSWER));
    }

    /// The bytes to ask for in one call.
    public int request() {
      return Integer.parseInt(option(TextWork.REQUEST));
    }

    /// The threads of this process.
    public int threads() {
      return task.drill().threads();
    }

    /// The value of an option.
    ///
    /// @throws IllegalArgumentException if it was not given
    public String option(String name) {
      return task.drill().option(name);
    }
  }
}

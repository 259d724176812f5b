package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;

/// Ways of writing lines to a file that is made anew in each run; a line is an operation.
interface LineWriting extends Exercise {
  /// Writes a file, from opening it to closing it.
  @FunctionalInterface
  interface Writing {
    /// Lines 1 to `lines`.
    ///
    /// @throws IOException if it cannot be written
    void lines(Path file, long lines) throws IOException;
  }

  /// The way that the task names.
  Writing of(Subject subject);

  /// What line number `n` should be in this way.
  LongFunction<String> expected(Subject subject);

  /// In which the file is to be read.
  default Charset charset(Subject subject) {
    return StandardCharsets.UTF_8;
  }

  @Override
  default Session prepare(DrillTask task) {
    Subject subject = new Subject(task);
    return new Written(
        task.meeting(), of(subject), expected(subject), charset(subject), new Batch(task));
  }

  /// A file of lines, written over and over.
  final class Written implements Session {
    private final Path file;
    private final Writing writing;
    private final LongFunction<String> expected;
    private final Charset charset;
    private final Batch batch;
    private long lines;

    private Written(
        Path file, Writing writing, LongFunction<String> expected, Charset charset, Batch batch) {
      this.file = file;
      this.writing = writing;
      this.expected = expected;
      this.charset = charset;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) throws IOException {
      Files.deleteIfExists(file);
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(
          times -> {
            lines = times;
            writing.lines(file, times);
          });
    }

    @Override
    public Optional<String> fault(long salt) throws IOException {
      try (BufferedReader in = Files.newBufferedReader(file, charset)) {
        for (long n = 1; n <= lines; n++) {
          String line = in.readLine();
          if (!expected.apply(n).equals(line)) {
            return Optional.of(String.format(Locale.ROOT, "line %d is '%s'", n, line));
          }
        }
        return in.readLine() == null ? Optional.empty() : Optional.of("there are more lines");
      }
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
    }
  }
}

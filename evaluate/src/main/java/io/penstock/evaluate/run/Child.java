package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.evaluate.run.Subprocess.FailedException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// One process that is told what to do and answers, a line each. For one thread. Where one says
/// nothing until the deadline, ends or talks nonsense, what was started for it is killed.
final class Child {
  private final Subprocess process;
  private final BufferedWriter orders;
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();
  private final Duration deadline;
  private volatile boolean ended;

  /// @param process that was started for it: itself, or what starts and ends it
  /// @param orders that it reads
  /// @param answers of it; they end when it ends
  Child(Subprocess process, OutputStream orders, InputStream answers, Duration deadline) {
    this.process = process;
    this.deadline = deadline;
    this.orders = new BufferedWriter(new OutputStreamWriter(orders, UTF_8));
    Thread.ofPlatform().daemon().name("answers").start(() -> readAnswers(answers));
  }

  /// Gives an order without waiting for the answer.
  ///
  /// @throws FailedException if the process is gone
  void tell(String order) throws FailedException {
    try {
      orders.write(order);
      orders.newLine();
      orders.flush();
    } catch (IOException e) {
      throw gone("went away");
    }
  }

  /// Waits for the answer to the last order and returns what follows `expected` in it.
  ///
  /// @throws AbsentException if the answer is that the task cannot be done here
  /// @throws FailedException if the answer is an error, another one than expected, or none in time
  String expect(String expected) throws AbsentException, FailedException {
    String answer = answer();
    String[] words = answer.split(" ", 2);
    String rest = words.length == 2 ? words[1] : "";
    if (words[0].equals(expected)) {
      return rest;
    }
    switch (words[0]) {
      case "absent" -> throw new AbsentException(rest);
      case "error" -> throw new FailedException(rest);
      default ->
          throw gone(
              "answered nonsense instead of '" + expected + "': " + Subprocess.brief(answer));
    }
  }

  /// Waits for the answer to the last order, whatever it is.
  String answer() throws FailedException {
    try {
      Optional<String> answer = poll();
      return answer.orElseThrow(() -> gone("ended in the middle"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw gone("was given up");
    }
  }

  private Optional<String> poll() throws InterruptedException, FailedException {
    Optional<String> answer = answers.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
    if (answer == null) {
      throw gone("said nothing for " + deadline.toSeconds() + " s");
    }
    return answer;
  }

  /// Tells the process that it can end, if it is still there.
  void dismiss() {
    try {
      orders.write("quit");
      orders.newLine();
      orders.flush();
    } catch (IOException e) {
      process.note("it cannot be told to quit: " + e.getMessage()); // it is gone already
    }
  }

  private FailedException gone(String what) {
    return new FailedException(what + process.end(ended));
  }

  private void readAnswers(InputStream from) {
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, UTF_8))) {
      reader.lines().map(Optional::of).forEach(answers::add);
    } catch (IOException | UncheckedIOException e) {
      process.note("its output cannot be read: " + e.getMessage());
    } finally {
      ended = true;
      answers.add(Optional.empty());
    }
  }
}

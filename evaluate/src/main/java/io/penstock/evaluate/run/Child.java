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
import java.util.concurrent.Semaphore;

/// One process that is told what to do and answers, a line each. For one thread. Where one says
/// nothing until the deadline, ends or talks nonsense, what was started for it is killed.
final class Child {
  private final Subprocess process;
  private final BufferedWriter orders;
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();
  private final Duration deadline;
  private final Semaphore bell;
  private volatile boolean ended;

  /// @param process that was started for it: itself, or what starts and ends it
  /// @param orders that it reads
  /// @param answers of it; they end when it ends
  /// @param deadline that answers are waited for
  /// @param bell released for each answer, and at their end
  Child(
      Subprocess process,
      OutputStream orders,
      InputStream answers,
      Duration deadline,
      Semaphore bell) {
    this.process = process;
    this.deadline = deadline;
    this.bell = bell;
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

  /// Whether it has answered the last order, or has ended.
  boolean hasAnswered() {
    return !answers.isEmpty();
  }

  /// Takes the answer to the last order, which was waited for, and returns what follows `expected`
  /// in it.
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

  /// Takes the answer to the last order, which was waited for, whatever it is.
  ///
  /// @throws FailedException if there is none
  String answer() throws FailedException {
    Optional<String> answer = answers.poll();
    if (answer == null) {
      throw gone(
          Thread.currentThread().isInterrupted()
              ? "was given up"
              : "said nothing for " + deadline.toSeconds() + " s");
    }
    return answer.orElseThrow(() -> gone("ended in the middle"));
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
      reader.lines().map(Optional::of).forEach(this::take);
    } catch (IOException | UncheckedIOException e) {
      process.note("its output cannot be read: " + e.getMessage());
    } finally {
      ended = true;
      take(Optional.empty());
    }
  }

  private void take(Optional<String> answer) {
    answers.add(answer);
    bell.release();
  }
}

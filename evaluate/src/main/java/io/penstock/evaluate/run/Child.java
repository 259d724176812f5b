package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// One process that is told what to do and answers, a line each. For one thread. A process that
/// says nothing until the deadline, ends or talks nonsense is killed.
final class Child implements AutoCloseable {
  private static final int KEPT_LINES = 8;
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final Process process;
  private final BufferedWriter orders;
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();
  private final Deque<String> complaints = new ArrayDeque<>();
  private final Thread complaintReader;
  private final Duration deadline;
  private volatile boolean ended;

  private Child(Process process, Duration deadline) {
    this.process = process;
    this.deadline = deadline;
    orders = process.outputWriter(UTF_8);
    Thread.ofVirtual().start(this::readAnswers);
    complaintReader = Thread.ofVirtual().start(this::readComplaints);
  }

  /// Starts a process.
  ///
  /// @throws FailedException if the command cannot be started
  static Child start(List<String> command, Duration deadline) throws FailedException {
    try {
      return new Child(new ProcessBuilder(command).start(), deadline);
    } catch (IOException e) {
      throw new FailedException("cannot be started: " + e.getMessage());
    }
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
      default -> throw gone("answered nonsense instead of '" + expected + "': " + brief(answer));
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

  /// Whether it can be told more.
  boolean isAlive() {
    return process.isAlive();
  }

  /// Lets the process end, and ends it if it does not.
  @Override
  public void close() {
    try {
      tell("quit");
      if (!process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (FailedException e) {
      process.destroyForcibly(); // it is gone already, or stuck: what it had to say was asked for
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  /// Ends the process at once.
  void kill() {
    process.destroyForcibly();
  }

  private FailedException gone(String what) {
    boolean byItself = hasEndedByItself();
    String complaint = complaint(byItself);
    process.destroyForcibly();
    String status = byItself ? " (exit status " + process.exitValue() + ")" : "";
    return new FailedException(what + status + complaint);
  }

  private boolean hasEndedByItself() {
    try {
      // A process whose output has ended is about to end; its status says why.
      return !process.isAlive() || (ended && process.waitFor(1, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The first thing that it complained about.
  ///
  /// @param all whether there is nothing more to come, so that it is worth waiting for the rest
  private String complaint(boolean all) {
    try {
      if (all) {
        complaintReader.join(Duration.ofSeconds(1));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (complaints) {
      return complaints.isEmpty() ? "" : ": " + brief(complaints.getFirst());
    }
  }

  private void readAnswers() {
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      reader.lines().map(Optional::of).forEach(answers::add);
    } catch (IOException | UncheckedIOException e) {
      note("its output cannot be read: " + e.getMessage());
    } finally {
      ended = true;
      answers.add(Optional.empty());
    }
  }

  private void readComplaints() {
    try (BufferedReader reader = process.errorReader(UTF_8)) {
      reader.lines().forEach(this::note);
    } catch (IOException | UncheckedIOException e) {
      note("its errors cannot be read: " + e.getMessage());
    }
  }

  private void note(String line) {
    synchronized (complaints) {
      if (!line.isBlank() && complaints.size() < KEPT_LINES) {
        complaints.add(line.strip());
      }
    }
  }

  private static String brief(String line) {
    return line.length() <= 200 ? line : line.substring(0, 200) + "...";
  }
}

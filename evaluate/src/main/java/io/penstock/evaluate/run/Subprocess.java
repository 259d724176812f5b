package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A process that was started here, and what it complains about.
final class Subprocess {
  private static final int KEPT_LINES = 8;
  private static final Pattern OPTIONS_TAKEN = Pattern.compile("(NOTE: )?Picked up \\w+: ");
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final Process process;
  private final Duration ending;
  private final Deque<String> complaints = new ArrayDeque<>();
  private final Thread complaintReader;

  private Subprocess(Process process, InputStream complained, Duration ending) {
    this.process = process;
    this.ending = ending;
    complaintReader = Thread.ofVirtual().start(() -> readComplaints(complained));
  }

  /// Starts one that complains on its standard error.
  ///
  /// @throws FailedException if the command cannot be started
  static Subprocess start(ProcessBuilder command, Duration ending) throws FailedException {
    Process process = started(command);
    boolean one = command.redirectErrorStream();
    return new Subprocess(
        process, one ? process.getInputStream() : process.getErrorStream(), ending);
  }

  private static Process started(ProcessBuilder command) throws FailedException {
    try {
      return command.start();
    } catch (IOException e) {
      throw new FailedException("cannot be started: " + e.getMessage());
    }
  }

  /// The process itself.
  Process process() {
    return process;
  }

  /// Does something in a thread of its own as soon as it has ended.
  void afterEnd(Runnable action) {
    Thread.ofVirtual()
        .start(
            () -> {
              process.onExit().join();
              action.run();
            });
  }

  /// Waits until it has ended by itself, and ends it if it does not.
  void part(Duration patience) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
  }

  /// Ends it at once, and all that it has started.
  void kill() {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /// Ends it.
  ///
  /// @param ended whether nothing more is to be heard of it, so that it is about to end
  /// @return how it ended, if it did by itself, and the first thing that it complained about
  String end(boolean ended) {
    boolean byItself = hasEndedByItself(ended);
    String complaint = complaint(byItself);
    kill();
    return (byItself ? " (exit status " + process.exitValue() + ")" : "") + complaint;
  }

  private boolean hasEndedByItself(boolean ended) {
    try {
      return !process.isAlive()
          || (ended && process.waitFor(ending.toMillis(), TimeUnit.MILLISECONDS));
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
        complaintReader.join(LAST_WORDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (complaints) {
      return complaints.isEmpty() ? "" : ": " + brief(complaints.getFirst());
    }
  }

  private void readComplaints(InputStream from) {
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, UTF_8))) {
      reader.lines().forEach(this::note);
    } catch (IOException | UncheckedIOException e) {
      note("its errors cannot be read: " + e.getMessage());
    }
  }

  /// Keeps a line. One without a letter only frames another, and a JVM that has options from its
  /// environment says so before all else.
  void note(String line) {
    synchronized (complaints) {
      if (line.chars().anyMatch(Character::isLetter)
          && !OPTIONS_TAKEN.matcher(line).lookingAt()
          && complaints.size() < KEPT_LINES) {
        complaints.add(line.strip());
      }
    }
  }

  /// A line that fits into a report.
  static String brief(String line) {
    return line.length() <= 200 ? line : line.substring(0, 200) + "...";
  }

  /// A contestant failed, died, fell silent or answered with something else than the protocol's
  /// words; the message says so in one line.
  static final class FailedException extends Exception {
    private static final long serialVersionUID = 1;

    /// @param reason what happened, in one line
    FailedException(String reason) {
      super(reason);
    }

    /// What the message says.
    String reason() {
      return Objects.requireNonNull(getMessage());
    }
  }
}

package io.penstock.evaluate.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// Work without a file: one operation, over and over. An allocation, a copy, a message.
///
/// One operation is too short for a clock: a run times a batch of them.
///
/// @param name of the operation, `pairs`
/// @param bytes that one operation is about
/// @param threads in each process
/// @param processes that take part
/// @param batch how long a run should take, nearly; zero for one operation, which takes long enough
///   and is done as if for the first time
/// @param options further settings that the approach knows, name to value
public record Drill(
    String name,
    long bytes,
    int threads,
    int processes,
    Duration batch,
    SortedMap<String, String> options)
    implements Work {

  /// @throws IllegalArgumentException if the name is blank, a number is not positive, or an
  ///   option's name is one of the drill's own
  public Drill {
    if (name.isBlank() || bytes < 1 || threads < 1 || processes < 1 || batch.isNegative()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "drill '%s': bytes %d, threads %d, processes %d, batch %s",
              name,
              bytes,
              threads,
              processes,
              batch));
    }
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    options.keySet().forEach(option -> TaskLine.checkOption(option, TaskLine.OF_DRILLS));
  }

  /// By one thread of one process.
  public static Drill of(String name, long bytes, Duration batch) {
    return new Drill(name, bytes, 1, 1, batch, new TreeMap<>());
  }

  /// With another number of threads in each process.
  public Drill threads(int number) {
    return new Drill(name, bytes, number, processes, batch, options);
  }

  /// With another number of processes.
  public Drill processes(int number) {
    return new Drill(name, bytes, threads, number, batch, options);
  }

  /// With one more option.
  @Override
  public Drill with(String option, String value) {
    TreeMap<String, String> more = new TreeMap<>(options);
    more.put(option, value);
    return new Drill(name, bytes, threads, processes, batch, more);
  }

  /// The value of an option.
  ///
  /// @throws IllegalArgumentException if it was not given
  public String option(String option) {
    String value = options.get(option);
    if (value == null) {
      throw new IllegalArgumentException("drill '" + name + "' says nothing about " + option);
    }
    return value;
  }

  @Override
  public OptionalLong requestBytes() {
    return OptionalLong.empty();
  }

  /// The part of one process in a drill.
  ///
  /// @param drill of all processes
  /// @param rank of this process, from 0
  /// @param meeting a file that is not there yet, by which the processes of this drill can find
  ///   each other
  public record DrillTask(Drill drill, int rank, Path meeting) {
    /// @throws IllegalArgumentException if there is no such rank
    public DrillTask {
      if (rank < 0 || rank >= drill.processes()) {
        throw new IllegalArgumentException("no rank " + rank + " of " + drill.processes());
      }
    }

    /// The value of an option.
    ///
    /// @throws IllegalArgumentException if it was not given
    public String option(String name) {
      return drill.option(name);
    }

    /// The threads of this process.
    public int threads() {
      return drill.threads();
    }

    /// The file with the text that the drill is about.
    public Path path() {
      return Path.of(option(TextWork.FILE));
    }

    /// The right answer to the question about the text.
    public long answer() {
      return Long.parseLong(option(TextWork.ANSWER));
    }

    /// The bytes of the text to ask for in one call.
    public int request() {
      return Integer.parseInt(option(TextWork.REQUEST));
    }
  }
}

package io.penstock.evaluate.objects;

import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.object.analysis.ObjectAnalysis;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Looking at a long stream of objects: read, or analysed.
final class Analysing implements Exercise {
  /// The drill.
  static final String DRILL = "objects-analyse";

  /// The options that name the way and how many of the book's objects there are.
  static final String WAY = "way";

  static final String NUMBER = "number";

  @Override
  public Session prepare(DrillTask task) throws IOException {
    Path file = task.meeting();
    try (ObjectOutputStream out =
        new ObjectOutputStream(new BufferedOutputStream(new FileOutputStream(file.toFile())))) {
      out.writeObject(Objects.ALL.make(Integer.parseInt(task.drill().option(NUMBER))));
    }
    return switch (task.drill().option(WAY)) {
      case ObjectWays.JDK -> new Looking(file, Analysing::read);
      case ObjectWays.PENSTOCK -> new Looking(file, Analysing::analyse);
      default -> throw new IllegalArgumentException("no such way: " + task.drill().option(WAY));
    };
  }

  /// What is done with the file.
  private interface Look {
    /// @return what is wrong with the outcome
    Optional<String> at(Path file) throws IOException, ClassNotFoundException;
  }

  private static Optional<String> read(Path file) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in =
        new ObjectInputStream(new BufferedInputStream(new FileInputStream(file.toFile())))) {
      return in.readObject() == null ? Optional.of("nothing was read") : Optional.empty();
    }
  }

  private static Optional<String> analyse(Path file) throws IOException {
    ObjectAnalysis analysis = ObjectAnalysis.of(file);
    return analysis.bytes() == Files.size(file)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%d of %d bytes were accounted for",
                analysis.bytes(),
                Files.size(file)));
  }

  private static final class Looking implements Session {
    private final Path file;
    private final Look look;
    private Optional<String> fault = Optional.empty();

    Looking(Path file, Look look) {
      this.file = file;
      this.look = look;
    }

    @Override
    public void arm(long salt) {
      fault = Optional.of("nothing was done");
    }

    @Override
    public Reading run() throws IOException, ClassNotFoundException {
      long start = System.nanoTime();
      fault = look.at(file);
      return new Reading(Math.max(1, System.nanoTime() - start), 1);
    }

    @Override
    public Optional<String> fault(long salt) {
      return fault;
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
    }
  }
}

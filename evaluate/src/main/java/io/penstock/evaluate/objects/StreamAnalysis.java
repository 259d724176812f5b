package io.penstock.evaluate.objects;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.object.analysis.ClassBytes;
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
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

/// The cost of analysing a long stream of the book's objects, beside that of reading it.
final class StreamAnalysis implements Question {
  /// About 100 MB.
  private static final int FULL = 145_000;

  private static final int QUICK = 500;

  /// What was read takes as much, and a quarter of it is enough for the analysis.
  private static final long HEAP = 1L << 30;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    int number = setting.effort() == Effort.QUICK ? QUICK : FULL;
    String jdk = ObjectWay.JDK.approach();
    String penstock = ObjectWay.PENSTOCK.approach();
    return Stream.of(
        Experiment.drill(
                "objects.analysis",
                String.format(Locale.ROOT, "What a stream of %,d objects consists of", number),
                StoredObjects.SERIALIZATION,
                Measure.MILLISECONDS)
            .on(Drill.of("objects-analyse", number, Duration.ZERO))
            .exercise(
                jdk, CLASSIC, of(number, file -> () -> read(file, number)), e -> e.scratch(HEAP))
            .exercise(
                penstock,
                PENSTOCK,
                of(number, file -> () -> analyse(file, number)),
                e -> e.scratch(HEAP))
            .goal(0.5, penstock, jdk));
  }

  /// @param look what is wrong with a file, found by going through it
  private static Exercise of(int number, Function<Path, Callable<Optional<String>>> look) {
    return task -> {
      Path file = task.meeting();
      try (ObjectOutputStream out =
          new ObjectOutputStream(new BufferedOutputStream(new FileOutputStream(file.toFile())))) {
        out.writeObject(SavedObject.vector(number, TestObject::new));
      }
      Callable<Optional<String>> timed = look.apply(file);
      AtomicReference<Optional<String>> fault = new AtomicReference<>(Optional.empty());
      return Exercise.Session.repeating(
          _ -> fault.set(Optional.of("nothing was done")),
          new Batch(task),
          _ -> fault.set(timed.call()),
          fault::get,
          () -> Files.deleteIfExists(file));
    };
  }

  static Optional<String> read(Path file, int number) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in =
        new ObjectInputStream(new BufferedInputStream(new FileInputStream(file.toFile())))) {
      return fault("objects", ((List<?>) in.readObject()).size(), number);
    }
  }

  static Optional<String> analyse(Path file, int number) throws IOException {
    ObjectAnalysis analysis = ObjectAnalysis.of(file);
    long objects =
        analysis.classes().stream()
            .filter(type -> type.name().equals(TestObject.class.getName()))
            .mapToLong(ClassBytes::objects)
            .sum();
    return fault("bytes", analysis.bytes(), Files.size(file))
        .or(() -> fault("objects", objects, number));
  }

  private static Optional<String> fault(String what, long got, long expected) {
    return got == expected
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "%d %s instead of %d", got, what, expected));
  }
}

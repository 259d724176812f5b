package io.penstock.evaluate.objects;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

/// Saving objects to a file or to memory, loading them, or looking how many bytes they take there,
/// in the way that the task names.
final class Storing implements Exercise {
  /// The drills.
  static final String SAVE = "objects-save";

  static final String LOAD = "objects-load";
  static final String SIZE = "objects-size";

  /// The options that name the way, what is stored, and how much of it.
  static final String WAY = "way";

  static final String OBJECTS = "objects";
  static final String NUMBER = "number";
  static final String MEDIUM = "medium";

  @Override
  public Session prepare(DrillTask task) throws IOException {
    Objects objects = Objects.valueOf(task.drill().option(OBJECTS).toUpperCase(Locale.ROOT));
    Subject subject =
        new Subject(
            objects,
            objects.make(Integer.parseInt(task.drill().option(NUMBER))),
            ObjectWays.of(task.drill().option(WAY)),
            Media.of(task.drill().option(MEDIUM)).at(task.meeting()));
    return switch (task.drill().name()) {
      case SAVE -> new Saving(subject, new Batch(task));
      case LOAD -> new Loading(subject, new Batch(task));
      case SIZE -> new Sizing(subject);
      default -> throw new IllegalArgumentException("no such drill: " + task.drill().name());
    };
  }

  /// What is stored, how and where.
  private record Subject(Objects objects, Object object, ObjectWays.Way way, Media.Medium medium) {
    Optional<String> fault() throws IOException, ClassNotFoundException {
      return fault(load());
    }

    Optional<String> fault(Object loaded) {
      return objects.areAlike(object, loaded)
          ? Optional.empty()
          : Optional.of("what was loaded is not what was saved");
    }

    void save() throws IOException {
      try (OutputStream out = medium.out()) {
        way.save(object, out);
      }
    }

    Object load() throws IOException, ClassNotFoundException {
      try (InputStream in = medium.in()) {
        return way.load(in);
      }
    }

    void delete() throws IOException {
      medium.delete();
    }
  }

  private record Saving(Subject subject, Batch batch) implements Session {
    @Override
    public void arm(long salt) throws IOException {
      subject.delete();
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(
          times -> {
            for (long i = 0; i < times; i++) {
              subject.save();
            }
          });
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      return subject.fault();
    }

    @Override
    public void close() throws IOException {
      subject.delete();
    }
  }

  private static final class Loading implements Session {
    private final Subject subject;
    private final Batch batch;
    private Optional<Object> loaded = Optional.empty();

    Loading(Subject subject, Batch batch) throws IOException {
      this.subject = subject;
      this.batch = batch;
      subject.save();
    }

    @Override
    public void arm(long salt) {
      loaded = Optional.empty();
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(
          times -> {
            for (long i = 0; i < times; i++) {
              loaded = Optional.of(subject.load());
            }
          });
    }

    @Override
    public Optional<String> fault(long salt) {
      return loaded.flatMap(subject::fault);
    }

    @Override
    public void close() throws IOException {
      subject.delete();
    }
  }

  private record Sizing(Subject subject) implements Session {
    @Override
    public void arm(long salt) throws IOException {
      subject.delete();
    }

    @Override
    public Reading run() throws IOException {
      subject.save();
      return new Reading(subject.medium().bytes(), 1);
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      return subject.fault();
    }

    @Override
    public void close() throws IOException {
      subject.delete();
    }
  }
}

package io.penstock.evaluate.objects;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The cost of saving and loading objects, and their size: the book's list with and without its
/// transient fields, a graph, the article's integers, and arrays of primitive types.
final class StoredObjects implements Question {
  static final String SERIALIZATION = "I/O Performance (book chapter 4), Serialization";
  private static final String TUNING = "Tuning Java I/O Performance, Serialization";

  private static final Duration BATCH = Duration.ofMillis(20);
  private static final String STREAMS = ObjectWay.JDK.approach();
  private static final String PENSTOCK = ObjectWay.PENSTOCK.approach();
  private static final Object NOTHING = "nothing";
  private static final List<ObjectWay> ALL =
      List.of(
          ObjectWay.JDK,
          ObjectWay.FILTERED,
          ObjectWay.PENSTOCK,
          ObjectWay.PENSTOCK_FORY,
          ObjectWay.FORY,
          ObjectWay.KRYO,
          ObjectWay.PROTOBUF);

  /// Kryo does not call `readObject`: what is transient would come back empty.
  private static final List<ObjectWay> RESTORING =
      ALL.stream().filter(way -> !way.equals(ObjectWay.KRYO)).toList();

  private static final List<ObjectWay> WITH_STREAMS_BY_HAND =
      Stream.concat(Stream.of(ObjectWay.BY_HAND), ALL.stream()).toList();

  /// To and from arrays of bytes: no file system hides what a way costs.
  private static final List<ObjectWay> OF_ARRAYS =
      List.of(
          ObjectWay.JDK, ObjectWay.PENSTOCK, ObjectWay.FORY, ObjectWay.KRYO, ObjectWay.PROTOBUF);

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    boolean quick = setting.effort() == Effort.QUICK;
    int many = quick ? 100_000 : 1_000_000;
    Stored book =
        new Stored(
            "objects.all",
            "50 objects of which all is kept",
            50,
            size -> SavedObject.vector(size, TestObject::new),
            SERIALIZATION,
            ALL,
            Medium::file);
    Stored some =
        book.of(
                "objects.transient",
                "50 objects of which two of four fields are transient",
                50,
                size -> SavedObject.vector(size, TestObjectTrans::new))
            .by(RESTORING);
    Stored swing =
        book.of(
                "objects.swing",
                "50 objects with the book's panels of Swing",
                50,
                size -> SavedObject.vector(size, SwingObject::new))
            .by(ObjectWay.OF_SWING);
    Stored graph =
        book.of(
            "objects.graph",
            "a tree whose nodes know their parents",
            quick ? 1000 : 100_000,
            Node::tree);
    return Stream.of(
            Stream.of(
                book.saving().history("Listing 4-6, save", 990, "ms", STREAMS),
                book.loading().history("Listing 4-7, load", 3680, "ms", STREAMS),
                book.sizing().history("size", 91.7, "KB", STREAMS),
                some.saving().history("save", 110, "ms", STREAMS),
                some.loading().history("load", 1040, "ms", STREAMS),
                some.sizing().history("size", 1.6, "KB", STREAMS)),
            swing.all(),
            graph.all(),
            ints(
                "objects.ints",
                "an array of random integers in a file",
                quick ? 10_000 : 1_000_000,
                Medium::file),
            ints("objects.ten", "10 integers in memory", 10, _ -> Medium.memory()),
            ints("objects.ten-in-file", "10 integers in a file", 10, Medium::file),
            arrays("ints", StoredObjects::ints, 1000, many),
            arrays("doubles", size -> new Random(size).doubles(size).toArray(), 1000, many),
            arrays("bytes", StoredObjects::bytes, 1000, many))
        .flatMap(experiments -> experiments);
  }

  private static Stream<Experiment> ints(
      String id, String what, int number, Function<Path, Medium> medium) {
    return new Stored(id, what, number, StoredObjects::ints, TUNING, WITH_STREAMS_BY_HAND, medium)
        .all();
  }

  private static Object ints(int size) {
    return new Random(size).ints(size).toArray();
  }

  private static Object bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @Override
  public List<String> advice(Findings findings) {
    List<String> sentences = new ArrayList<>();
    sentences.addAll(
        Findings.recommend(
            "Save arrays through an ObjectCodec: 1,000 integers %.1f times as fast as through an"
                + " ObjectOutputStream.",
            findings.ratio("objects.array.ints.1000.save", PENSTOCK, STREAMS)));
    sentences.addAll(
        Findings.recommend(
            "Make transient what can be made anew: of the book's objects %.1f times less is saved.",
            findings.across(STREAMS, "objects.transient.size", "objects.all.size")));
    return sentences;
  }

  private static Stream<Experiment> arrays(String word, IntFunction<Object> make, int... sizes) {
    return IntStream.of(sizes)
        .mapToObj(
            size ->
                new Stored(
                    String.format(Locale.ROOT, "objects.array.%s.%d", word, size),
                    String.format(Locale.ROOT, "an array of %,d %s in memory", size, word),
                    size,
                    make,
                    TUNING,
                    OF_ARRAYS,
                    _ -> Medium.memory()))
        .flatMap(array -> Stream.of(array.saving(), array.loading()))
        .map(experiment -> experiment.goal(3, PENSTOCK, STREAMS));
  }

  /// Objects that are stored.
  ///
  /// @param id begin of those of the experiments
  /// @param what they are, for a title
  /// @param number of them
  /// @param make makes so many
  /// @param source that asks
  /// @param ways of storing them
  /// @param medium that they are stored on, at the name of a file that is not there yet
  private record Stored(
      String id,
      String what,
      int number,
      IntFunction<Object> make,
      String source,
      List<ObjectWay> ways,
      Function<Path, Medium> medium) {
    /// Others of the same publication, on the same medium.
    Stored of(String otherId, String other, int size, IntFunction<Object> making) {
      return new Stored(otherId, other, size, making, source, ways, medium);
    }

    Stored by(List<ObjectWay> others) {
      return new Stored(id, what, number, make, source, others, medium);
    }

    Stream<Experiment> all() {
      return Stream.of(saving(), loading(), sizing());
    }

    Experiment saving() {
      return of(
          "save",
          "Saving ",
          Measure.MICROSECONDS,
          BATCH,
          way -> task -> subject(way, task).saving());
    }

    Experiment loading() {
      return of(
          "load",
          "Loading ",
          Measure.MICROSECONDS,
          BATCH,
          way -> task -> subject(way, task).loading());
    }

    Experiment sizing() {
      return of(
          "size",
          "The size of ",
          Measure.BYTES,
          Duration.ZERO,
          way -> task -> subject(way, task).sizing());
    }

    /// @param storing an object in a way, as an exercise
    private Experiment of(
        String word,
        String title,
        Measure measure,
        Duration batch,
        Function<ObjectWay, Exercise> storing) {
      Experiment experiment =
          Experiment.drill(id + "." + word, title + what, source, measure)
              .on(Drill.of("objects-" + word, number, batch));
      for (ObjectWay way : ways) {
        experiment = way.to(experiment, storing.apply(way));
      }
      return experiment;
    }

    /// @throws AbsentException if this machine lacks the libraries of the objects
    private Subject subject(ObjectWay way, DrillTask task) throws AbsentException {
      try {
        return new Subject(
            make.apply(number), way.storage().get(), medium.apply(task.meeting()), new Batch(task));
      } catch (LinkageError e) {
        throw new AbsentException("this JDK has no Swing: " + e.getMessage());
      }
    }
  }

  /// An object, the way in which it is stored, the place, and how often.
  private record Subject(Object object, ObjectWay.Storage storage, Medium medium, Batch batch) {
    Exercise.Session saving() {
      return Exercise.Session.repeating(
          _ -> medium.delete(),
          batch,
          times -> {
            for (long i = 0; i < times; i++) {
              save();
            }
          },
          () -> fault(load()),
          medium::delete);
    }

    Exercise.Session loading() throws IOException {
      save();
      Object[] loaded = {NOTHING};
      return Exercise.Session.repeating(
          _ -> loaded[0] = NOTHING,
          batch,
          times -> {
            for (long i = 0; i < times; i++) {
              loaded[0] = load();
            }
          },
          () -> fault(loaded[0]),
          medium::delete);
    }

    Exercise.Session sizing() {
      return Exercise.Session.measuring(
          _ -> medium.delete(),
          () -> {
            save();
            return new Reading(medium.bytes(), 1);
          },
          () -> fault(load()),
          medium::delete);
    }

    private Optional<String> fault(Object loaded) {
      return SavedObject.areAlike(object, loaded)
          ? Optional.empty()
          : Optional.of("what was loaded is not what was saved");
    }

    private void save() throws IOException {
      try (OutputStream out = medium.out()) {
        storage.save(object, out);
      }
    }

    private Object load() throws IOException, ClassNotFoundException {
      try (InputStream in = medium.in()) {
        return storage.load(in);
      }
    }
  }

  /// A place for the bytes of one object.
  private interface Medium {
    OutputStream out() throws IOException;

    InputStream in() throws IOException;

    long bytes() throws IOException;

    void delete() throws IOException;

    /// A file that is not there yet.
    static Medium file(Path file) {
      return new Medium() {
        @Override
        public OutputStream out() throws IOException {
          return new BufferedOutputStream(new FileOutputStream(file.toFile()));
        }

        @Override
        public InputStream in() throws IOException {
          return new BufferedInputStream(new FileInputStream(file.toFile()));
        }

        @Override
        public long bytes() throws IOException {
          return Files.size(file);
        }

        @Override
        public void delete() throws IOException {
          Files.deleteIfExists(file);
        }
      };
    }

    /// An array that has grown once: what it costs to grow is no way's own.
    static Medium memory() {
      return new Medium() {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private byte[] kept = {};

        @Override
        public OutputStream out() {
          delete();
          return bytes;
        }

        @Override
        public InputStream in() {
          if (kept.length == 0) {
            kept = bytes.toByteArray();
          }
          return new ByteArrayInputStream(kept);
        }

        @Override
        public long bytes() {
          return bytes.size();
        }

        @Override
        public void delete() {
          bytes.reset();
          kept = new byte[0];
        }
      };
    }
  }
}

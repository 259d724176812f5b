package io.penstock.evaluate.objects;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The cost of saving and loading objects, and their size: the book's list with and without its
/// transient fields, a graph, the article's integers, and arrays of primitive types.
final class StoredObjects implements Question {
  static final String SERIALIZATION = "I/O Performance (book chapter 4), Serialization";
  private static final String TUNING = "Tuning Java I/O Performance, Serialization";

  private static final Duration BATCH = Duration.ofMillis(20);
  private static final int LIST = 50;
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
    Stored list = new Stored(Objects.ALL, LIST, Media.FILE, "50 objects of which all is kept");
    Stored little =
        new Stored(
            Objects.TRANSIENT,
            LIST,
            Media.FILE,
            "50 objects of which two of four fields are transient");
    Stored swing =
        new Stored(Objects.SWING, LIST, Media.FILE, "50 objects with the book's panels of Swing");
    Stored graph =
        new Stored(
            Objects.GRAPH,
            quick ? 1000 : 100_000,
            Media.FILE,
            "a tree whose nodes know their parents");
    Stored ints =
        new Stored(
            Objects.INTS,
            quick ? 10_000 : 1_000_000,
            Media.FILE,
            "an array of random integers in a file");
    Stored ten = new Stored(Objects.INTS, 10, Media.MEMORY, "10 integers in memory");
    Stored tenInFile = new Stored(Objects.INTS, 10, Media.FILE, "10 integers in a file");
    return Stream.of(
            Stream.of(
                list.saving("objects.all", SERIALIZATION, ALL)
                    .history("Listing 4-6, save", 990, "ms", ObjectWay.JDK.approach()),
                list.loading("objects.all", SERIALIZATION, ALL)
                    .history("Listing 4-7, load", 3680, "ms", ObjectWay.JDK.approach()),
                list.sizing("objects.all", SERIALIZATION, ALL)
                    .history("size", 91.7, "KB", ObjectWay.JDK.approach()),
                little
                    .saving("objects.transient", SERIALIZATION, RESTORING)
                    .history("save", 110, "ms", ObjectWay.JDK.approach()),
                little
                    .loading("objects.transient", SERIALIZATION, RESTORING)
                    .history("load", 1040, "ms", ObjectWay.JDK.approach()),
                little
                    .sizing("objects.transient", SERIALIZATION, RESTORING)
                    .history("size", 1.6, "KB", ObjectWay.JDK.approach())),
            swing.all("objects.swing", SERIALIZATION, ObjectWay.OF_SWING),
            graph.all("objects.graph", SERIALIZATION, ALL),
            ints.all("objects.ints", TUNING, WITH_STREAMS_BY_HAND),
            ten.all("objects.ten", TUNING, WITH_STREAMS_BY_HAND),
            tenInFile.all("objects.ten-in-file", TUNING, WITH_STREAMS_BY_HAND),
            Stream.of(Objects.INTS, Objects.DOUBLES, Objects.BYTES)
                .flatMap(
                    kind ->
                        Stream.concat(array(kind, 1000), array(kind, quick ? 100_000 : 1_000_000))))
        .flatMap(experiments -> experiments);
  }

  @Override
  public List<String> advice(Findings findings) {
    List<String> sentences = new ArrayList<>();
    sentences.addAll(
        Findings.recommend(
            "Save arrays through an ObjectCodec: 1,000 integers %.1f times as fast as through an"
                + " ObjectOutputStream.",
            findings.ratio(
                "objects.array.ints.1000.save",
                ObjectWay.PENSTOCK.approach(),
                ObjectWay.JDK.approach())));
    sentences.addAll(
        Findings.recommend(
            "Make transient what can be made anew: of the book's objects %.1f times less is saved.",
            findings.across(
                ObjectWay.JDK.approach(), "objects.transient.size", "objects.all.size")));
    return sentences;
  }

  private static Stream<Experiment> array(Objects kind, int elements) {
    String word = kind.name().toLowerCase(Locale.ROOT);
    String id = String.format(Locale.ROOT, "objects.array.%s.%d", word, elements);
    String what = String.format(Locale.ROOT, "an array of %,d %s in memory", elements, word);
    Stored array = new Stored(kind, elements, Media.MEMORY, what);
    return Stream.of(array.saving(id, TUNING, OF_ARRAYS), array.loading(id, TUNING, OF_ARRAYS))
        .map(
            experiment ->
                experiment.goal(3, ObjectWay.PENSTOCK.approach(), ObjectWay.JDK.approach()));
  }

  /// Objects that are stored.
  ///
  /// @param number of them
  /// @param medium that they are stored on
  /// @param what they are, for a title
  private record Stored(Objects objects, int number, Media medium, String what) {
    Stream<Experiment> all(String id, String source, List<ObjectWay> ways) {
      return Stream.of(
          saving(id, source, ways), loading(id, source, ways), sizing(id, source, ways));
    }

    Experiment saving(String id, String source, List<ObjectWay> ways) {
      return of(
          Experiment.drill(id + ".save", "Saving " + what, source, Measure.MICROSECONDS)
              .on(Drill.of("objects-save", number, BATCH)),
          ways,
          (subject, task) -> new Saving(subject, new Batch(task)));
    }

    Experiment loading(String id, String source, List<ObjectWay> ways) {
      return of(
          Experiment.drill(id + ".load", "Loading " + what, source, Measure.MICROSECONDS)
              .on(Drill.of("objects-load", number, BATCH)),
          ways,
          (subject, task) -> new Loading(subject, new Batch(task)));
    }

    Experiment sizing(String id, String source, List<ObjectWay> ways) {
      return of(
          Experiment.drill(id + ".size", "The size of " + what, source, Measure.BYTES)
              .on(Drill.of("objects-size", number, Duration.ZERO)),
          ways,
          (subject, _) -> new Sizing(subject));
    }

    private Experiment of(Experiment bare, List<ObjectWay> ways, Storing storing) {
      Experiment experiment = bare;
      for (ObjectWay way : ways) {
        experiment = way.to(experiment, task -> storing.session(subject(way, task), task));
      }
      return experiment;
    }

    /// @throws AbsentException if this machine lacks the libraries of the objects
    private Subject subject(ObjectWay way, DrillTask task) throws AbsentException {
      try {
        return new Subject(
            objects, objects.make(number), way.storage().get(), medium.at(task.meeting()));
      } catch (LinkageError e) {
        throw new AbsentException("this JDK has no Swing: " + e.getMessage());
      }
    }
  }

  /// The making of a session about an object.
  private interface Storing {
    Exercise.Session session(Subject subject, DrillTask task) throws IOException;
  }

  /// An object, the way in which it is stored, and the place.
  private record Subject(
      Objects objects, Object object, ObjectWay.Storage storage, Media.Medium medium) {
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
        storage.save(object, out);
      }
    }

    Object load() throws IOException, ClassNotFoundException {
      try (InputStream in = medium.in()) {
        return storage.load(in);
      }
    }

    void delete() throws IOException {
      medium.delete();
    }
  }

  private record Saving(Subject subject, Batch batch) implements Exercise.Session {
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

  private static final class Loading implements Exercise.Session {
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

  private record Sizing(Subject subject) implements Exercise.Session {
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

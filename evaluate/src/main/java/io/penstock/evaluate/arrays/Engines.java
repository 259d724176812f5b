package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Findings;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.report.By;
import io.penstock.report.Result;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/// The library's engines by name, and the goal that its own choice is held to.
final class Engines {
  static final String AUTO = "auto";
  static final String POSIX = "posix";
  static final String DIRECT = "posix-direct";
  static final String MAPPED = "mapped";
  static final String CHANNEL = "channel";

  private static final String PENSTOCK = "penstock-";

  private Engines() {}

  /// The engine of a name.
  ///
  /// @throws AbsentException if it cannot work here
  static FileEngine named(String name) throws AbsentException {
    try {
      return FileEngines.named(name);
    } catch (IllegalArgumentException e) {
      throw new AbsentException(String.valueOf(e.getMessage()));
    }
  }

  /// Those that go through the page cache, the library's own choice first.
  static Stream<String> cached() {
    return Stream.of(AUTO, POSIX, MAPPED, CHANNEL);
  }

  /// Adds an approach by each engine that goes through the page cache.
  static Experiment all(Experiment experiment, Function<String, Approach> way) {
    return cached()
        .reduce(
            experiment,
            (to, engine) -> to.approach(PENSTOCK + engine, By.PENSTOCK, way.apply(engine)),
            (a, _) -> a);
  }

  /// Whether an approach is Penstock by one of the engines.
  private static boolean isOne(String approach) {
    return Stream.concat(cached(), Stream.of(DIRECT))
        .anyMatch(engine -> approach.equals(PENSTOCK + engine));
  }

  /// Whether the works that were named last read.
  static boolean read(Experiment experiment) {
    return experiment.works().stream()
        .allMatch(work -> work instanceof FileWork file && file.operation() == Operation.READ);
  }

  /// NumPy, by the way of this name.
  static Entry numpy(String way, List<FileWork> works, Extent extent) {
    return Entry.of("numpy-" + way, By.PEER, extent.tools().python("numpy_arrays.py"), works)
        .told(Experiment.WAY, way);
  }

  /// With the goal that Penstock's own choice is as fast as its best engine, where both stand.
  static Experiment held(Experiment experiment) {
    boolean both =
        Stream.of(AUTO, POSIX)
            .allMatch(
                engine ->
                    experiment.entries().stream()
                        .anyMatch(entry -> entry.approach().equals(PENSTOCK + engine)));
    String id = experiment.id();
    return both
        ? experiment.goal(id + ": auto / best engine", 0.95, findings -> autoToBest(findings, id))
        : experiment;
  }

  /// The speed of Penstock's own choice over that of the engine that is best in an experiment: the
  /// geometric mean over all that both were given to do, for the engine with which it is least.
  private static OptionalDouble autoToBest(Findings findings, String experiment) {
    List<Result> auto = findings.results(experiment, PENSTOCK + AUTO).toList();
    return findings
        .results(experiment)
        .map(Result::approach)
        .filter(Engines::isOne)
        .distinct()
        .map(engine -> ratio(auto, findings.results(experiment, engine).toList()))
        .flatMapToDouble(OptionalDouble::stream)
        .min();
  }

  private static OptionalDouble ratio(List<Result> ones, List<Result> others) {
    return Findings.mean(
        ones.stream()
            .flatMap(
                one ->
                    others.stream()
                        .filter(other -> sameWork(one, other))
                        .map(other -> Findings.median(one) / Findings.median(other))));
  }

  private static boolean sameWork(Result a, Result b) {
    return a.threads() == b.threads()
        && a.processes() == b.processes()
        && a.requestBytes().equals(b.requestBytes());
  }
}

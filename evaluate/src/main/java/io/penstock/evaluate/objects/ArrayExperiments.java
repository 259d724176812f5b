package io.penstock.evaluate.objects;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Setting;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Arrays of primitive types, to and from arrays of bytes: no file system hides what a way costs.
///
/// @param setting how large they are
record ArrayExperiments(Setting setting) {
  private static final List<Objects> KINDS = List.of(Objects.INTS, Objects.DOUBLES, Objects.BYTES);
  private static final List<String> WAYS =
      List.of(
          ObjectWays.JDK,
          ObjectWays.PENSTOCK,
          ObjectWays.FORY,
          ObjectWays.KRYO,
          ObjectWays.PROTOBUF);

  List<Experiment> experiments() {
    return ids(setting.effort()).flatMap(this::two).toList();
  }

  /// What the experiments are called, without what is done.
  private static Stream<Extent> ids(Effort effort) {
    int large = effort == Effort.QUICK ? 100_000 : 1_000_000;
    return KINDS.stream()
        .flatMap(kind -> Stream.of(new Extent(kind, 1000), new Extent(kind, large)));
  }

  /// An array.
  ///
  /// @param kind of its elements
  /// @param elements how many there are
  private record Extent(Objects kind, int elements) {
    String word() {
      return kind.name().toLowerCase(Locale.ROOT);
    }
  }

  private Stream<Experiment> two(Extent extent) {
    String id = String.format(Locale.ROOT, "objects.array.%s.%d", extent.word(), extent.elements());
    Drill drill = StoringExperiments.drill(extent.kind(), extent.elements(), Media.MEMORY);
    String what =
        String.format(
            Locale.ROOT, "an array of %,d %s in memory", extent.elements(), extent.word());
    return Stream.of(
        StoringExperiments.saving(id, drill, what, Sources.TUNING, WAYS),
        StoringExperiments.loading(id, drill, what, Sources.TUNING, WAYS));
  }

  /// Whether an experiment is one of these.
  static boolean has(String id) {
    return id.startsWith("objects.array.");
  }
}

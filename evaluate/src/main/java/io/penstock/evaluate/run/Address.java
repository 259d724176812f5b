package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The place of a way in the table of experiments: enough for another JVM to look it up.
///
/// @param question the class that defines the experiment
/// @param bytes of the setting
/// @param threads of the setting
/// @param effort of the setting
/// @param library the key of the MPI library that the entry is about; empty without one
/// @param experiment its id
/// @param approach its name
record Address(
    String question,
    long bytes,
    List<Integer> threads,
    Effort effort,
    String library,
    String experiment,
    String approach) {
  private static final int WORDS = 7;

  /// Where the way of an entry stands.
  ///
  /// @throws IllegalArgumentException if the experiment stands in no table
  static Address of(Experiment experiment, Entry entry) {
    Experiment.Origin origin = experiment.origin();
    if (origin.question().isEmpty()) {
      throw new IllegalArgumentException(experiment.id() + ": defined by no question");
    }
    return new Address(
        origin.question(),
        origin.bytes(),
        origin.threads(),
        origin.effort(),
        entry.library(),
        experiment.id(),
        entry.approach());
  }

  /// As the first arguments of a worker.
  List<String> words() {
    return List.of(
        question,
        Long.toString(bytes),
        String.join(",", threads.stream().map(String::valueOf).toList()),
        effort.name(),
        library,
        experiment,
        approach);
  }

  /// The way at the address that a worker was told.
  ///
  /// @throws ReflectiveOperationException if there is no such class
  /// @throws IllegalArgumentException if there is no such way
  static Way find(String[] arguments) throws ReflectiveOperationException {
    return read(Arrays.asList(arguments).subList(0, WORDS)).way();
  }

  private static Address read(List<String> words) {
    return new Address(
        words.get(0),
        Long.parseLong(words.get(1)),
        Arrays.stream(words.get(2).split(",")).map(Integer::valueOf).toList(),
        Effort.valueOf(words.get(3)),
        words.get(4),
        words.get(5),
        words.get(6));
  }

  private Way way() throws ReflectiveOperationException {
    Constructor<?> table = Class.forName(question).getDeclaredConstructor();
    table.setAccessible(true);
    return ((Question) table.newInstance())
        .experiments(setting())
        .filter(other -> other.id().equals(experiment))
        .flatMap(other -> other.entries().stream())
        .filter(entry -> entry.approach().equals(approach))
        .flatMap(entry -> entry.way().stream())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    question + " has no approach '" + approach + "' in " + experiment));
  }

  /// As it was, without the programs that are no Java, which nobody starts here.
  private Setting setting() {
    List<MpiInstallation> libraries =
        library.isEmpty()
            ? List.of()
            : List.of(
                new MpiInstallation(library, library, List.of(), "", Map.of(), Optional.empty()));
    return new Setting(bytes, threads, effort, Tools.ofWorker(libraries));
  }
}

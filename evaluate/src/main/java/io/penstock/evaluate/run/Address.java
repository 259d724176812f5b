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
/// @param library the key of the MPI library that starts the process; empty without one
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
  /// The first argument of a process that is told an address.
  private static final String MARK = "in-table";

  private static final int WORDS = 8;

  /// Where the way of an entry stands.
  ///
  /// @throws IllegalArgumentException if the experiment stands in no table
  static Address of(Experiment experiment, Entry entry) {
    Experiment.Origin origin = experiment.origin();
    if (origin.question().isEmpty()) {
      throw new IllegalArgumentException(experiment.id() + ": defined by no question");
    }
    String library =
        entry.program() instanceof Program.Launched(MpiInstallation mpi, _) ? mpi.key() : "";
    return new Address(
        origin.question(),
        origin.bytes(),
        origin.threads(),
        origin.effort(),
        library,
        experiment.id(),
        entry.approach());
  }

  /// As the first arguments of a worker.
  List<String> words() {
    return List.of(
        MARK,
        question,
        Long.toString(bytes),
        String.join(",", threads.stream().map(String::valueOf).toList()),
        effort.name(),
        library,
        experiment,
        approach);
  }

  /// The way at the address that a worker was told, or an object of the class that it was told.
  ///
  /// @throws ReflectiveOperationException if there is no such class
  /// @throws IllegalArgumentException if there is no such way
  static Way find(String[] arguments) throws ReflectiveOperationException {
    return arguments[0].equals(MARK)
        ? read(Arrays.asList(arguments).subList(0, WORDS)).way()
        : (Way) instance(arguments[0]);
  }

  private static Address read(List<String> words) {
    return new Address(
        words.get(1),
        Long.parseLong(words.get(2)),
        Arrays.stream(words.get(3).split(",")).map(Integer::valueOf).toList(),
        Effort.valueOf(words.get(4)),
        words.get(5),
        words.get(6),
        words.get(7));
  }

  private Way way() throws ReflectiveOperationException {
    Question table = (Question) instance(question);
    return table
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

  private static Object instance(String className) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(className).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}

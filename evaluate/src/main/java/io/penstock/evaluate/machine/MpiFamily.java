package io.penstock.evaluate.machine;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Programs that start the ranks of an MPI job, by what they understand.
enum MpiFamily {
  OPEN_MPI("open-mpi", "Open MPI") {
    // More ranks than cores. No core of its own for each of two ranks: a JVM has threads that would
    // have to share it with a rank that waits. And ROMIO for files, where there is one: Open MPI's
    // own engine reports success on a full disk.
    @Override
    List<String> words(String version) {
      List<String> many = List.of("--oversubscribe", "--bind-to", "none");
      return switch (version.split("\\.", 2)[0]) {
        case "4" -> plus(many, "--mca", "io", "romio321");
        case "5" -> plus(many, "--mca", "io", "romio341");
        default -> many;
      };
    }

    @Override
    Map<String, String> environment() {
      return System.getProperty("user.name").equals("root") ? AS_ROOT : Map.of();
    }
  },
  INTEL("intel-mpi", "Intel MPI"),
  MPICH("mpich", "MPICH"),
  /// Such as a cluster's own.
  OTHER("mpi", "MPI");

  /// What Open MPI wants to read where the superuser runs it, before and since version 5.
  private static final Map<String, String> AS_ROOT =
      Map.of(
          "OMPI_ALLOW_RUN_AS_ROOT", "1",
          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
          "PRTE_ALLOW_RUN_AS_ROOT", "1",
          "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)+");

  private final String key;
  private final String title;

  MpiFamily(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /// The family of a launcher that says this about itself.
  static MpiFamily of(String said) {
    if (said.contains("Open MPI") || said.contains("OpenRTE") || said.contains("PRRTE")) {
      return OPEN_MPI;
    }
    if (said.contains("Intel(R) MPI")) {
      return INTEL;
    }
    return said.contains("HYDRA") ? MPICH : OTHER;
  }

  /// The version in what a launcher says about itself, or nothing.
  static String version(String said) {
    Matcher matcher = NUMBER.matcher(said);
    return matcher.find() ? matcher.group() : "";
  }

  String key() {
    return key;
  }

  String title() {
    return title;
  }

  /// What the launcher of a version is told before the number of ranks.
  List<String> words(String version) {
    return List.of();
  }

  /// What the launcher needs in its environment.
  Map<String, String> environment() {
    return Map.of();
  }

  private static List<String> plus(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toList();
  }
}

package io.penstock.cli.run;

import io.penstock.cli.tool.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Programs that start the ranks of an MPI job, by what they understand.
enum LauncherFamily {
  /// Open MPI's, of any version.
  OPEN_MPI {
    // It binds two ranks to a core each, which a JVM's own threads would then share with it.
    @Override
    List<String> words(int ranks) {
      return List.of("--oversubscribe", "--bind-to", "none", "-n", Integer.toString(ranks));
    }

    @Override
    List<String> words(Hosts hosts) {
      return List.of("--host", list(hosts));
    }

    @Override
    List<String> pass(String variable) {
      return List.of("-x", variable);
    }
  },
  /// MPICH's and Intel MPI's. It passes on the whole environment.
  HYDRA {
    @Override
    List<String> words(Hosts hosts) {
      return List.of("-hosts", list(hosts));
    }
  },
  /// Such as Slurm's `srun`.
  OTHER {
    @Override
    List<String> words(Hosts hosts) {
      throw new UnsupportedOperationException("how it takes hosts is not known");
    }
  };

  /// Asks the program itself.
  static LauncherFamily of(Path program) {
    String version = Tool.output(program.toString(), "--version").orElse("");
    if (version.contains("Open MPI") || version.contains("OpenRTE") || version.contains("PRRTE")) {
      return OPEN_MPI;
    }
    return version.contains("HYDRA") || version.contains("Intel(R) MPI") ? HYDRA : OTHER;
  }

  /// The words that ask for so many ranks, more than there are cores too.
  List<String> words(int ranks) {
    return List.of("-n", Integer.toString(ranks));
  }

  /// The words that name the hosts.
  abstract List<String> words(Hosts hosts);

  /// The words that hand a variable of the environment to ranks on other machines.
  List<String> pass(String variable) {
    return List.of();
  }

  private static String list(Hosts hosts) {
    return hosts.hosts().stream()
        .map(host -> host.name() + ":" + host.slots())
        .collect(Collectors.joining(","));
  }
}

package io.penstock.message.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A kind of program that starts the ranks of an MPI job: the words that it understands, the
/// variables by which a rank knows it, and the libraries whose jobs it starts.
///
/// In the order in which they are looked for: one may start another.
public enum LauncherFamily {
  /// Open MPI's, of any version. It binds two ranks to a core each, which a JVM's own threads would
  /// then share with it.
  OPEN_MPI(
      "Open MPI's launcher",
      "--oversubscribe --bind-to none",
      "OMPI_COMM_WORLD_RANK",
      "OMPI_COMM_WORLD_SIZE",
      "OMPI_COMM_WORLD_RANK",
      "libmpi.so.40 libmpi_abi.so.1",
      "Open MPI (Debian: apt install libopenmpi3)"),
  /// MPICH's and Intel MPI's. It passes on the whole environment.
  HYDRA(
      "a launcher of MPICH's family",
      "",
      "PMI_RANK",
      "PMI_SIZE",
      "MPI_LOCALRANKID",
      "libmpich.so.12 libmpi.so.12 libmpi_abi.so.1",
      "MPICH (Debian: apt install libmpich12)"),
  /// Such as Slurm with PMI-2, for libraries of both families.
  PMI(
      "a launcher with PMI",
      "",
      "PMI_RANK",
      "PMI_SIZE",
      "PMI_RANK",
      "libmpich.so.12 libmpi.so.12 libmpi_abi.so.1 libmpi.so.40",
      "the MPI library that the launcher was built for"),
  PMIX(
      "a launcher with PMIx",
      "",
      "PMIX_RANK",
      "SLURM_STEP_NUM_TASKS",
      "PMIX_RANK",
      "libmpi.so.40 libmpich.so.12 libmpi.so.12 libmpi_abi.so.1",
      "the MPI library that the launcher was built for"),
  /// Tasks of a step, started without help for MPI. Scripts in an allocation have the rank too.
  SLURM(
      "Slurm's srun",
      "",
      "SLURM_PROCID",
      "SLURM_STEP_NUM_TASKS",
      "SLURM_STEP_NUM_TASKS",
      "libmpi.so.40 libmpich.so.12 libmpi.so.12 libmpi_abi.so.1",
      "the MPI library that Slurm was built for");

  /// The variable that names the library of a job's ranks, or its file.
  public static final String LIBRARY = "PENSTOCK_MPI_LIBRARY";

  /// The names of launchers. Debian gives those of each library a name of their own.
  public static final List<String> PROGRAMS =
      List.of(
          "mpiexec",
          "mpirun",
          "mpiexec.openmpi",
          "mpirun.openmpi",
          "mpiexec.hydra",
          "mpiexec.mpich",
          "mpirun.mpich");

  /// The environment in which the superuser may run Open MPI's, before and since version 5.
  public static final Map<String, String> AS_ROOT =
      Map.of(
          "OMPI_ALLOW_RUN_AS_ROOT", "1",
          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
          "PRTE_ALLOW_RUN_AS_ROOT", "1",
          "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

  /// The environment in which Open MPI's launcher, before version 5, notices within half a minute
  /// that a machine is lost, which closes no connection: otherwise it takes eight minutes, and
  /// leaves an ssh. Where the user has set one of these, it stays.
  public static final Map<String, String> WATCHFUL =
      Map.of(
          "OMPI_MCA_oob_tcp_keepalive_time", "10",
          "OMPI_MCA_oob_tcp_keepalive_intvl", "5",
          "OMPI_MCA_oob_tcp_keepalive_probes", "4",
          "OMPI_MCA_plm_rsh_args", "-o ServerAliveInterval=10 -o ServerAliveCountMax=2");

  /// Launchers, and the processes that they start on the way to a rank.
  private static final Pattern PROCESS =
      Pattern.compile("(hydra_.*|mpiexec.*|mpirun.*|orterun.*|orted|prte.*|pmi_proxy)");

  private final String title;
  private final String options;
  private final String rankVariable;
  private final String sizeVariable;
  private final String mark;
  private final String libraries;
  private final String remedy;

  LauncherFamily(
      String title,
      String options,
      String rankVariable,
      String sizeVariable,
      String mark,
      String libraries,
      String remedy) {
    this.title = title;
    this.options = options;
    this.rankVariable = rankVariable;
    this.sizeVariable = sizeVariable;
    this.mark = mark;
    this.libraries = libraries;
    this.remedy = remedy;
  }

  // ---- a launcher that is to start ranks -------------------------------------------------------

  /// The family of a launcher, which knows options for hosts only where it is one of the first two.
  ///
  /// @param said what it says about its version
  public static LauncherFamily of(String said) {
    if (said.contains("Open MPI") || said.contains("OpenRTE") || said.contains("PRRTE")) {
      return OPEN_MPI;
    }
    return said.contains("HYDRA") || said.contains("Intel(R) MPI") ? HYDRA : PMI;
  }

  /// The words that let it start more ranks than there are cores, none bound to a core.
  public List<String> options() {
    return split(options);
  }

  /// The words that ask for so many ranks, more than there are cores too.
  public List<String> ranks(int count) {
    List<String> words = new ArrayList<>(options());
    words.addAll(List.of("-n", Integer.toString(count)));
    return words;
  }

  /// The words that name hosts; empty if it is not known how it takes them.
  ///
  /// @param list `name:slots`, separated by commas
  public Optional<List<String>> hosts(String list) {
    return switch (this) {
      case OPEN_MPI -> Optional.of(List.of("--host", list));
      case HYDRA -> Optional.of(List.of("-hosts", list));
      default -> Optional.empty();
    };
  }

  /// The words that hand a variable of the environment to ranks on other machines.
  public List<String> pass(String variable) {
    return this == OPEN_MPI ? List.of("-x", variable) : List.of();
  }

  // ---- a launcher that has started this process ------------------------------------------------

  /// The family of the launcher that started a process with this environment as a rank; empty if
  /// none did.
  public static Optional<LauncherFamily> of(Map<String, String> environment) {
    return Stream.of(values())
        .filter(family -> environment.containsKey(family.rankVariable))
        .filter(family -> environment.containsKey(family.mark))
        .findFirst();
  }

  /// Whether a program is a launcher, or a process of one.
  ///
  /// @param name without its folder
  public static boolean isProcess(String name) {
    return PROCESS.matcher(name).matches();
  }

  /// As part of a sentence.
  public String title() {
    return title;
  }

  /// The variable with a process's rank.
  public String rankVariable() {
    return rankVariable;
  }

  /// The variable with the number of ranks. Not every launcher sets it.
  public String sizeVariable() {
    return sizeVariable;
  }

  /// Names of the libraries whose jobs it starts, the likeliest first.
  public List<String> libraries() {
    return split(libraries);
  }

  /// What to install where none of them is there.
  public String remedy() {
    return remedy;
  }

  private static List<String> split(String words) {
    return words.isEmpty() ? List.of() : List.of(words.split(" "));
  }
}

package io.penstock.evaluate.machine;

import io.penstock.message.launch.LauncherFamily;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An MPI library that this machine has, with the program that starts its ranks.
///
/// Debian's `mpiexec` is that of whichever library was chosen by its alternatives, and so is its
/// `mpicc`: only the longer names belong together for certain.
///
/// @param key by which names of contestants tell it from others, `open-mpi`
/// @param name for a reader, with the version where the launcher tells it, `Open MPI 4.1.4`
/// @param launcher the program, and what it is told before the number of ranks
/// @param compiler of C, with the library's headers; it may be missing
/// @param environment what the launcher and the ranks need in theirs
/// @param python that has mpi4py for this very library
public record MpiInstallation(
    String key,
    String name,
    List<String> launcher,
    String compiler,
    Map<String, String> environment,
    Optional<Path> python) {
  private static final File NOTHING = new File("/dev/null");
  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  public MpiInstallation {
    launcher = List.copyOf(launcher);
    environment = Map.copyOf(environment);
  }

  /// A job whose ranks all run a program. It is not started. Its ranks get no input and do not know
  /// of a job that this process may belong to; what it prints to either stream comes out of one.
  public ProcessBuilder job(int ranks, List<String> program) {
    List<String> words = new ArrayList<>(launcher);
    words.addAll(List.of("-n", Integer.toString(ranks)));
    words.addAll(program);
    ProcessBuilder job = new ProcessBuilder(words);
    job.redirectInput(NOTHING).redirectErrorStream(true);
    forgetOtherJobs(job.environment());
    job.environment().putAll(environment);
    return job;
  }

  /// Takes out of the environment of ranks what this process was told of a job that it belongs to.
  public static void forgetOtherJobs(Map<String, String> environment) {
    environment.keySet().removeIf(MpiInstallation::isOfAnotherJob);
  }

  private static boolean isOfAnotherJob(String variable) {
    return variable.startsWith("OMPI_")
        || variable.startsWith("PMI")
        || variable.startsWith("PENSTOCK_");
  }

  /// All that are found: Debian's, each by the names that are its own; the one with the standard
  /// ABI in `.penstock/mpich` of Penstock's own folder; where Debian's names are missing, the one
  /// whose `mpiexec` is on the `PATH`.
  public static List<MpiInstallation> find() {
    List<MpiInstallation> found = new ArrayList<>();
    pair("mpirun.openmpi", "mpicc.openmpi").ifPresent(found::add);
    pair("mpiexec.hydra", "mpicc.mpich").ifPresent(found::add);
    if (found.isEmpty()) {
      usual().ifPresent(found::add);
    }
    own().ifPresent(found::add);
    return List.copyOf(found);
  }

  private static Optional<MpiInstallation> pair(String launcher, String compiler) {
    return Machine.onPath(compiler)
        .flatMap(c -> Machine.onPath(launcher).flatMap(l -> launchedBy(l, c.toString(), Map.of())));
  }

  /// Where the user names a library, it is that of the usual launcher.
  private static Optional<MpiInstallation> usual() {
    Map<String, String> named =
        Optional.ofNullable(System.getenv(LauncherFamily.LIBRARY))
            .map(library -> Map.of(LauncherFamily.LIBRARY, library))
            .orElse(Map.of());
    return Machine.onPath("mpiexec").flatMap(launcher -> launchedBy(launcher, "mpicc", named));
  }

  private static Optional<MpiInstallation> launchedBy(
      Path launcher, String compiler, Map<String, String> more) {
    return said(launcher)
        .map(
            said -> {
              String title = title(said);
              LauncherFamily family = LauncherFamily.of(said);
              List<String> words = new ArrayList<>(List.of(launcher.toString()));
              words.addAll(family.options());
              Map<String, String> environment = new TreeMap<>(more);
              if (family == LauncherFamily.OPEN_MPI) {
                words.addAll(romio(version(said)));
                environment.putAll(isRoot() ? LauncherFamily.AS_ROOT : Map.of());
              }
              return new MpiInstallation(
                  title.toLowerCase(Locale.ROOT).replace(' ', '-'),
                  (title + " " + version(said)).strip(),
                  words,
                  compiler,
                  environment,
                  Optional.empty());
            });
  }

  /// ROMIO for files, where there is one: Open MPI's own engine reports success on a full disk.
  private static List<String> romio(String version) {
    return switch (version.split("\\.", 2)[0]) {
      case "4" -> List.of("--mca", "io", "romio321");
      case "5" -> List.of("--mca", "io", "romio341");
      default -> List.of();
    };
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /// The library is named, because its launcher has one with another ABI too.
  private static Optional<MpiInstallation> own() {
    String home = System.getProperty("penstock.home", "..");
    Path folder = Path.of(home, ".penstock", "mpich").toAbsolutePath().normalize();
    Path launcher = folder.resolve("bin", "mpiexec");
    Path library = folder.resolve("lib", "libmpi_abi.so.1");
    if (!Files.isExecutable(launcher) || !Files.exists(library)) {
      return Optional.empty();
    }
    return said(launcher)
        .map(
            said ->
                new MpiInstallation(
                    "mpi-abi",
                    ("MPICH " + version(said)).strip() + " by the standard ABI",
                    List.of(launcher.toString()),
                    folder.resolve("bin", "mpicc_abi").toString(),
                    Map.of(LauncherFamily.LIBRARY, library.toString()),
                    Optional.of(folder.resolve("bin", "python")).filter(Files::isExecutable)));
  }

  /// What a launcher says about itself; empty if it does not even do that.
  private static Optional<String> said(Path launcher) {
    try {
      return Optional.of(Machine.output(List.of(launcher.toString(), "--version")));
    } catch (IOException e) {
      return Optional.empty(); // it could not start ranks either
    }
  }

  /// The library of a launcher that says this about itself; `MPI` for others, such as a cluster's
  /// own.
  private static String title(String said) {
    return switch (LauncherFamily.of(said)) {
      case OPEN_MPI -> "Open MPI";
      case HYDRA -> said.contains("Intel(R) MPI") ? "Intel MPI" : "MPICH";
      default -> "MPI";
    };
  }

  /// The version in what a launcher says about itself, or nothing.
  private static String version(String said) {
    Matcher matcher = VERSION.matcher(said);
    return matcher.find() ? matcher.group() : "";
  }
}

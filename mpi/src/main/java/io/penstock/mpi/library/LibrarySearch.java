package io.penstock.mpi.library;

import io.penstock.ffi.SharedLibrary;
import io.penstock.message.MessageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Looks for the MPI library of this process: what the user names, else what the launcher belongs
/// to, else the usual names.
///
/// A launcher of one family and a library of another make as many jobs of one rank as there are
/// processes. So under a launcher only its own family is looked for.
final class LibrarySearch {
  static final String PROPERTY = "penstock.mpi.library";
  static final String VARIABLE = "PENSTOCK_MPI_LIBRARY";

  private static final List<String> NAMES =
      List.of("libmpi.so.40", "libmpich.so.12", "libmpi.so.12", "libmpi_abi.so.1");

  private final Map<String, String> environment;
  private final Optional<Launcher> launcher;
  private final Attempts attempts;

  LibrarySearch(Map<String, String> environment, Optional<Launcher> launcher, Attempts attempts) {
    this.environment = environment;
    this.launcher = launcher;
    this.attempts = attempts;
  }

  /// @throws MessageException if there is none; the message says what was tried and what to do
  Choice find() {
    Optional<String> property =
        Optional.ofNullable(System.getProperty(PROPERTY)).filter(name -> !name.isBlank());
    if (property.isPresent()) {
      return named(property.get(), "the system property " + PROPERTY);
    }
    Optional<String> variable =
        Optional.ofNullable(environment.get(VARIABLE)).filter(name -> !name.isBlank());
    if (variable.isPresent()) {
      return named(variable.get(), VARIABLE);
    }
    return launcher.map(this::belongingTo).orElseGet(this::any);
  }

  private Choice named(String name, String by) {
    SharedLibrary library =
        attempts
            .load(name)
            .orElseThrow(
                () ->
                    new MessageException(
                        String.format(
                            Locale.ROOT,
                            "%s names '%s' as the MPI library, which cannot be used: %s; name its file, or a name that the system's loader finds, such as libmpi.so.40",
                            by,
                            name,
                            attempts.refusals())));
    return new Choice(library, by + " names it", List.of());
  }

  private Choice belongingTo(Launcher found) {
    LauncherKind kind = found.kind();
    List<Path> beside = Ancestors.librariesBesideLauncher();
    String described = "this process was started by " + found.describe();
    return firstFile(beside, kind.libraries(), described + ", beside which it lies")
        .or(() -> firstName(kind.libraries(), described))
        .or(() -> firstFile(Folders.usual(environment), kind.libraries(), described))
        .orElseThrow(
            () ->
                new MessageException(
                    String.format(
                        Locale.ROOT,
                        "%s, and none of its MPI libraries can be loaded: %s; install %s, or name the library's file in %s",
                        described,
                        attempts.refusals(),
                        kind.remedy(),
                        VARIABLE)));
  }

  private Choice any() {
    String alone = "it is the first of the usual names, and no launcher started this process";
    return firstName(NAMES, alone)
        .or(() -> firstFile(Folders.usual(environment), NAMES, alone))
        .orElseThrow(
            () ->
                new MessageException(
                    String.format(
                        Locale.ROOT,
                        "no MPI library can be loaded: %s; install one (Debian: apt install libopenmpi3, or libmpich12), or name its file in %s",
                        attempts.refusals(),
                        VARIABLE)));
  }

  private Optional<Choice> firstFile(List<Path> folders, List<String> names, String reason) {
    return first(Folders.files(folders, names).stream().map(Path::toString), reason);
  }

  private Optional<Choice> firstName(List<String> names, String reason) {
    return first(names.stream(), reason);
  }

  private Optional<Choice> first(Stream<String> names, String reason) {
    return names
        .map(attempts::load)
        .flatMap(Optional::stream)
        .findFirst()
        .map(library -> new Choice(library, reason, others(library)));
  }

  private List<Path> others(SharedLibrary chosen) {
    Path name = Path.of(chosen.name()).getFileName();
    return Folders.files(Folders.usual(environment), NAMES).stream()
        .filter(file -> !file.getFileName().toString().startsWith(String.valueOf(name)))
        .toList();
  }

  /// The processes that this one descends from: one of them is the launcher on this machine.
  private static final class Ancestors {
    private static final Pattern LAUNCHER =
        Pattern.compile("(hydra_.*|mpiexec.*|mpirun.*|orterun.*|orted|prte.*|pmi_proxy)");

    private static final int FARTHEST = 8;

    private Ancestors() {}

    /// Folders with libraries beside the launcher's own program, `../lib` of its folder. Empty
    /// where the system does not tell.
    static List<Path> librariesBesideLauncher() {
      return Stream.iterate(
              ProcessHandle.current().parent(),
              Optional::isPresent,
              process -> process.flatMap(ProcessHandle::parent))
          .limit(FARTHEST)
          .flatMap(process -> process.flatMap(handle -> handle.info().command()).stream())
          .map(Path::of)
          .filter(program -> LAUNCHER.matcher(String.valueOf(program.getFileName())).matches())
          .map(program -> program.resolveSibling("../lib").normalize())
          .distinct()
          .toList();
    }
  }
}

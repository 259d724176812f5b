package io.penstock.mpi.library;

import io.penstock.ffi.SharedLibrary;
import io.penstock.message.MessageException;
import io.penstock.message.launch.LauncherFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The search for the MPI library of this process: the one that the user names, else that of the
/// launcher, else the first of the usual names.
///
/// A launcher of one family and a library of another make as many jobs of one rank as there are
/// processes. Thus under a launcher only its own family is searched for.
final class LibrarySearch {
  static final String PROPERTY = "penstock.mpi.library";
  static final String VARIABLE = LauncherFamily.LIBRARY;

  private static final List<String> NAMES =
      List.of("libmpi.so.40", "libmpich.so.12", "libmpi.so.12", "libmpi_abi.so.1");

  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/usr/lib64/openmpi/lib",
          "/usr/lib64/mpich/lib",
          "/usr/lib",
          "/usr/local/lib",
          "/opt/openmpi/lib",
          "/opt/mpich/lib");

  /// The farthest ancestor of this process that is looked at.
  private static final int FARTHEST = 8;

  private static final String ANY_MPI = "MPI_Init_thread";

  /// The library that was chosen.
  ///
  /// @param reason why this one, within a sentence
  /// @param others files of other MPI libraries, which were not loaded
  record Choice(SharedLibrary library, String reason, List<Path> others) {}

  /// Loads a library by its name or file.
  interface Loader {
    SharedLibrary load(String name) throws IOException;
  }

  private final Map<String, String> environment;
  private final @Nullable LaunchedRank launched;
  private final Loader loader;

  /// The libraries that could not be loaded, each with the loader's reason.
  private final List<String> refusals = new ArrayList<>();

  /// @param launched this process as a rank; null if no launcher started it
  LibrarySearch(Map<String, String> environment, @Nullable LaunchedRank launched, Loader loader) {
    this.environment = environment;
    this.launched = launched;
    this.loader = loader;
  }

  /// @throws MessageException if there is none; the message says what was tried and what to do
  Choice find() {
    String property = System.getProperty(PROPERTY);
    if (property != null && !property.isBlank()) {
      return named(property, "the system property " + PROPERTY);
    }
    String variable = environment.get(VARIABLE);
    if (variable != null && !variable.isBlank()) {
      return named(variable, VARIABLE);
    }
    return launched == null ? any() : belongingTo(launched);
  }

  private Choice named(String name, String by) {
    SharedLibrary library =
        load(name)
            .orElseThrow(
                () ->
                    new MessageException(
                        String.format(
                            Locale.ROOT,
                            "%s names '%s' as the MPI library, which cannot be used: %s; name its file, or a name that the system's loader finds, such as libmpi.so.40",
                            by,
                            name,
                            String.join("; ", refusals))));
    return new Choice(library, by + " names it", List.of());
  }

  private Choice belongingTo(LaunchedRank found) {
    LauncherFamily launcher = found.launcher();
    String described = "this process was started by " + found.describe();
    return firstFile(besideLauncher(), launcher.libraries(), described + ", beside which it lies")
        .or(() -> firstName(launcher.libraries(), described))
        .or(() -> firstFile(usualFolders(), launcher.libraries(), described))
        .orElseThrow(
            () ->
                new MessageException(
                    String.format(
                        Locale.ROOT,
                        "%s, and none of its MPI libraries can be loaded: %s; install %s, or name the library's file in %s",
                        described,
                        String.join("; ", refusals),
                        launcher.remedy(),
                        VARIABLE)));
  }

  private Choice any() {
    String alone = "it is the first of the usual names, and no launcher started this process";
    return firstName(NAMES, alone)
        .or(() -> firstFile(usualFolders(), NAMES, alone))
        .orElseThrow(
            () ->
                new MessageException(
                    String.format(
                        Locale.ROOT,
                        "no MPI library can be loaded: %s; install one (Debian: apt install libopenmpi3, or libmpich12), or name its file in %s",
                        String.join("; ", refusals),
                        VARIABLE)));
  }

  private Optional<Choice> firstFile(List<Path> folders, List<String> names, String reason) {
    return first(files(folders, names).stream().map(Path::toString), reason);
  }

  private Optional<Choice> firstName(List<String> names, String reason) {
    return first(names.stream(), reason);
  }

  private Optional<Choice> first(Stream<String> names, String reason) {
    return names
        .map(this::load)
        .flatMap(Optional::stream)
        .findFirst()
        .map(library -> new Choice(library, reason, others(library)));
  }

  private List<Path> others(SharedLibrary chosen) {
    Path name = Path.of(chosen.name()).getFileName();
    return files(usualFolders(), NAMES).stream()
        .filter(file -> !file.getFileName().toString().startsWith(String.valueOf(name)))
        .toList();
  }

  /// Loads a library that has MPI's functions.
  ///
  /// @return empty if that did not succeed
  private Optional<SharedLibrary> load(String name) {
    try {
      SharedLibrary library = loader.load(name);
      if (library.find(ANY_MPI).isPresent()) {
        return Optional.of(library);
      }
      refusals.add(name + " has no function " + ANY_MPI + ", so it is no MPI library");
    } catch (IOException e) {
      refusals.add(String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  /// The usual folders of MPI libraries, those of `LD_LIBRARY_PATH` first, as for the system's
  /// loader.
  private List<Path> usualFolders() {
    String extra = environment.getOrDefault("LD_LIBRARY_PATH", "");
    return Stream.concat(Stream.of(extra.split(":")), FOLDERS.stream())
        .filter(folder -> !folder.isEmpty())
        .map(Path::of)
        .toList();
  }

  /// The files of any of these names in the folders, each once, however many links lead to it.
  private static List<Path> files(List<Path> folders, List<String> names) {
    return names.stream()
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .filter(Files::exists)
        .map(LibrarySearch::real)
        .distinct()
        .toList();
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException _) {
      return file; // it went between two looks: the loader will say so
    }
  }

  /// The folders with libraries beside the launcher's own program, `../lib` of its folder: it is
  /// one of the processes that this one descends from. Empty where the system does not tell.
  private static List<Path> besideLauncher() {
    return Stream.iterate(
            ProcessHandle.current().parent(),
            Optional::isPresent,
            process -> process.flatMap(ProcessHandle::parent))
        .limit(FARTHEST)
        .flatMap(process -> process.flatMap(handle -> handle.info().command()).stream())
        .map(Path::of)
        .filter(program -> LauncherFamily.isProcess(String.valueOf(program.getFileName())))
        .map(program -> program.resolveSibling("../lib").normalize())
        .distinct()
        .toList();
  }
}

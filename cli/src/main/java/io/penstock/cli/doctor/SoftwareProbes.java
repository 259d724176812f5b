package io.penstock.cli.doctor;

import io.penstock.cli.tool.Shell;
import io.penstock.cli.tool.Tool;
import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.Profile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Probes of the JDK, of Penstock's settings, and of other software that Penstock can use.
///
/// @param home Penstock's own folder: `.penstock` in it may hold a private Python and a private
///   MPICH, and `mvnw` stands in for Maven
record SoftwareProbes(Path home) {
  private static final int JDK = 25;
  private static final String LIBRARY = "io.penstock";
  private static final String OF_LINUX =
      "pages in the page cache, folders by descriptor, files without a name, MPI: ";
  private static final String NUMPY =
      "import sys, numpy; print('NumPy', numpy.__version__, 'in', sys.executable)";
  private static final Pattern MPI_LIBRARY =
      Pattern.compile("libmpi(ch|_abi)?(\\.so[.\\d]*|[.\\d]*\\.dylib)");
  private static final Pattern CACHE_LINE = Pattern.compile(".* => (/.*)");
  private static final List<String> LIBRARY_FOLDERS =
      List.of(
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/usr/lib64/openmpi/lib",
          "/usr/lib64/mpich/lib",
          "/usr/local/lib",
          "/opt/homebrew/lib");

  Finding jdk() {
    Runtime.Version version = Runtime.version();
    String vendor = System.getProperty("java.vendor");
    String value = version + ", " + vendor + ", " + System.getProperty("java.home");
    return version.feature() >= JDK
        ? Finding.ok("JDK", value)
        : Finding.missing("JDK", value, "install JDK " + JDK + " or later");
  }

  /// A probe of the library's permission to call the operating system.
  Finding nativeAccess() {
    boolean enabled =
        ModuleLayer.boot().findModule(LIBRARY).map(Module::isNativeAccessEnabled).orElse(false);
    if (!enabled) {
      return Finding.note(
          "native access",
          "not enabled, only the JDK's own ways of moving bytes are used",
          "start java with --enable-native-access=" + LIBRARY);
    }
    Optional<String> absent =
        NativeAccess.denied().or(() -> NativeAccess.deniedUnlessLinux().map(OF_LINUX::concat));
    return Finding.ok(
        "native access", "enabled for " + LIBRARY + absent.map(reason -> "; " + reason).orElse(""));
  }

  /// A probe of the profile that sets the defaults of array files.
  ///
  /// @param file where the profile of this user is kept
  static Finding profile(Path file) {
    if (!Files.exists(file)) {
      return Finding.ok("profile", "none, array files are moved by the library's own choice");
    }
    try {
      Profile profile = Profile.read(file);
      String value =
          String.format(
              Locale.ROOT,
              "%s: engine %s, threads %d for reads and %d for writes, chunks %s",
              file,
              profile.engine(),
              profile.readThreads(),
              profile.writeThreads(),
              profile.chunkBytes() == 0
                  ? "as the engine prefers"
                  : "of " + (profile.chunkBytes() >> 10) + " KiB");
      return Finding.note("profile", value, "to do without it: " + removal(file));
    } catch (IOException e) {
      return Finding.note(
          "profile", "cannot be used: " + e.getMessage(), "correct it, or: " + removal(file));
    }
  }

  /// The words for a shell that remove a file.
  private static String removal(Path file) {
    return "rm " + Shell.quoted(file.toString());
  }

  /// A probe of the codecs and of their native code.
  Finding codecs() {
    Optional<String> obstacle =
        Codecs.all().stream().map(Codec::obstacle).flatMap(Optional::stream).findFirst();
    return obstacle.isEmpty()
        ? Finding.ok("codecs", Codecs.names())
        : Finding.note(
            "codecs",
            Codecs.names() + "; " + obstacle.get(),
            "name a folder from which code may run by PENSTOCK_OPTS=-Djava.io.tmpdir=FOLDER");
  }

  /// A probe of the installed MPI libraries.
  Finding mpi() {
    Set<Path> found = new TreeSet<>();
    String ldconfig = Tool.find("ldconfig").map(Path::toString).orElse("/sbin/ldconfig");
    for (String line : Tool.output(ldconfig, "-p").orElse("").split("\n", -1)) {
      Matcher cached = CACHE_LINE.matcher(line);
      if (cached.matches()) {
        addMpi(Path.of(cached.group(1)), found);
      }
    }
    String more = Optional.ofNullable(System.getenv("LD_LIBRARY_PATH")).orElse("");
    Stream.concat(LIBRARY_FOLDERS.stream(), Stream.of(more.split(":")))
        .filter(folder -> !folder.isEmpty())
        .forEach(folder -> listMpi(Path.of(folder), found));
    listMpi(home.resolve(".penstock/mpich/lib"), found);
    return found.isEmpty()
        ? Finding.note(
            "MPI",
            "no library found",
            "./penstock setup mpi, or Debian: apt install libopenmpi-dev or libmpich-dev")
        : Finding.ok("MPI", String.join(", ", found.stream().map(Path::toString).toList()));
  }

  private static void listMpi(Path folder, Set<Path> found) {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "libmpi*")) {
        files.forEach(file -> addMpi(file, found));
      } catch (IOException _) {
        // A folder that may not be read offers nothing.
      }
    }
  }

  // Several names lead to one library.
  private static void addMpi(Path file, Set<Path> found) {
    if (MPI_LIBRARY.matcher(String.valueOf(file.getFileName())).matches()) {
      try {
        found.add(file.toRealPath());
      } catch (IOException _) {
        // A dangling link is no library.
      }
    }
  }

  /// A probe of the C compiler, which builds the evaluation's yardsticks.
  Finding compiler() {
    return Tool.output("cc", "--version")
        .flatMap(text -> text.lines().findFirst())
        .map(line -> Finding.ok("C compiler", line))
        .orElseGet(
            () ->
                Finding.note(
                    "C compiler",
                    "no cc, the evaluation runs without its C column",
                    "./penstock setup c, or Debian: apt install gcc libc6-dev; macOS: xcode-select --install"));
  }

  /// A probe of a Python with NumPy, for comparisons.
  Finding numpy() {
    return Stream.of(home.resolve(".penstock/venv/bin/python").toString(), "python3")
        .map(python -> Tool.output(python, "-c", NUMPY))
        .flatMap(Optional::stream)
        .findFirst()
        .map(found -> Finding.ok("Python", found))
        .orElseGet(
            () ->
                Finding.note(
                    "Python",
                    "none with NumPy, what compares with it is left out",
                    "./penstock setup numpy makes a private one"));
  }

  /// A probe of the Maven that builds Penstock.
  Finding maven() {
    Optional<Path> installed = Tool.find("mvn");
    if (installed.isPresent()) {
      return Finding.ok("Maven", installed.get().toString());
    }
    return Files.isExecutable(home.resolve("mvnw"))
        ? Finding.ok("Maven", "none installed, the wrapper fetches one")
        : Finding.note("Maven", "none, needed to build Penstock only", "Debian: apt install maven");
  }
}

package io.penstock.cli.doctor;

import io.penstock.cli.tool.Tool;
import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.file.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// All probes, in the order in which a reader wants their answers.
public final class Checkup {
  private Checkup() {}

  /// Examines this machine.
  ///
  /// @param home Penstock's own folder, which may hold a private Python
  /// @param folder an existing folder, as a real path, whose file system is examined
  public static List<Finding> of(Path home, Path folder) {
    return probes(home, folder).stream().map(Probe::examine).toList();
  }

  private static List<Probe> probes(Path home, Path folder) {
    SystemFiles files = new SystemFiles(Path.of("/"));
    return List.of(
        new JdkProbe(),
        new NativeAccessProbe(),
        new SystemProbe(),
        new MachineProbes.ProcessorProbe(files),
        new MachineProbes.MemoryProbe(files),
        new MachineProbes.LimitProbe(files, ResourceLimit.OPEN_FILES),
        new MachineProbes.LimitProbe(files, ResourceLimit.LOCKED_MEMORY),
        new FileProbes.FileSystemProbe(files, folder),
        new FileProbes.DirectIoProbe(folder),
        new FileProbes.UringProbe(files),
        new CachestatProbe(),
        new ProfileProbe(Profile.location()),
        new CodecProbe(),
        new MpiProbe(home),
        new CompilerProbe(),
        new NumpyProbe(home),
        new MavenProbe(home));
  }

  /// Can the kernel say which pages of a file are cached?
  private static final class CachestatProbe implements Probe {
    private static final String NAME = "cachestat";
    private static final KernelVersion FIRST = new KernelVersion(6, 5);

    @Override
    public Finding examine() {
      return KernelVersion.running().map(kernel -> kernel.isAtLeast(FIRST)).orElse(false)
          ? Finding.ok(NAME, "in this kernel")
          : Finding.note(
              NAME,
              "not in this kernel, the state of the page cache is asked page by page",
              "it needs Linux " + FIRST + " or later");
    }
  }

  /// A probe of the codecs and of their native code.
  private static final class CodecProbe implements Probe {
    @Override
    public Finding examine() {
      Optional<String> obstacle =
          Codecs.all().stream().map(Codec::obstacle).flatMap(Optional::stream).findFirst();
      return obstacle.isEmpty()
          ? Finding.ok("codecs", Codecs.names())
          : Finding.note(
              "codecs",
              Codecs.names() + "; " + obstacle.get(),
              "name a folder from which code may run by PENSTOCK_OPTS=-Djava.io.tmpdir=FOLDER");
    }
  }

  /// Is there a C compiler, for the yardsticks of the evaluation?
  private static final class CompilerProbe implements Probe {
    @Override
    public Finding examine() {
      Optional<String> version =
          Tool.output("cc", "--version").flatMap(text -> text.lines().findFirst());
      return version
          .map(line -> Finding.ok("C compiler", line))
          .orElseGet(
              () ->
                  Finding.note(
                      "C compiler",
                      "no cc, the evaluation runs without its C column",
                      "./penstock setup c, or Debian: apt install gcc libc6-dev; macOS: xcode-select --install"));
    }
  }

  /// A probe of the JDK that runs this process.
  private static final class JdkProbe implements Probe {
    private static final int NEEDED = 25;

    @Override
    public Finding examine() {
      Runtime.Version version = Runtime.version();
      String value =
          version
              + ", "
              + System.getProperty("java.vendor")
              + ", "
              + System.getProperty("java.home");
      return version.feature() >= NEEDED
          ? Finding.ok("JDK", value)
          : Finding.missing("JDK", value, "install JDK " + NEEDED + " or later");
    }
  }

  /// A probe of the Maven that builds Penstock.
  ///
  /// @param home whose `mvnw` stands in where no Maven is installed
  private record MavenProbe(Path home) implements Probe {
    @Override
    public Finding examine() {
      Optional<Path> installed = Tool.find("mvn");
      if (installed.isPresent()) {
        return Finding.ok("Maven", installed.get().toString());
      }
      return Files.isExecutable(home.resolve("mvnw"))
          ? Finding.ok("Maven", "none installed, the wrapper fetches one")
          : Finding.note(
              "Maven", "none, needed to build Penstock only", "Debian: apt install maven");
    }
  }

  /// May the library call the operating system?
  private static final class NativeAccessProbe implements Probe {
    private static final String LIBRARY = "io.penstock";

    @Override
    public Finding examine() {
      boolean enabled =
          ModuleLayer.boot().findModule(LIBRARY).map(Module::isNativeAccessEnabled).orElse(false);
      return enabled
          ? Finding.ok("native access", "enabled for " + LIBRARY)
          : Finding.note(
              "native access",
              "not enabled, only the JDK's own ways of moving bytes are used",
              "start java with --enable-native-access=" + LIBRARY);
    }
  }

  /// Is there a Python with NumPy, to compare with?
  ///
  /// @param home whose `.penstock/venv` may hold a private one
  private record NumpyProbe(Path home) implements Probe {
    private static final String QUESTION =
        "import sys, numpy; print('NumPy', numpy.__version__, 'in', sys.executable)";

    @Override
    public Finding examine() {
      String ours = home.resolve(".penstock/venv/bin/python").toString();
      return Stream.of(ours, "python3")
          .map(python -> Tool.output(python, "-c", QUESTION))
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
  }

  /// A probe of the operating system.
  private static final class SystemProbe implements Probe {
    @Override
    public Finding examine() {
      String name = System.getProperty("os.name");
      String value =
          name + " " + System.getProperty("os.version") + ", " + System.getProperty("os.arch");
      return name.equals("Linux")
          ? Finding.ok("system", value)
          : Finding.note("system", value, "the fastest ways of moving bytes need Linux");
    }
  }
}

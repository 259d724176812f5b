package io.penstock.evaluate.machine;

import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The facts about the machine that a reader of figures must know, and its programs.
public final class Machine {
  private static final String UNKNOWN = "unknown";
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");
  private static final Path MEMINFO = Path.of("/proc/meminfo");

  /// How often the output of a program is taken, which waits while the pipe is full.
  private static final long LOOK_MILLIS = 10;

  private Machine() {}

  /// The facts, name to value, in the order to show them in.
  ///
  /// @param directory whose file system is measured
  public static Map<String, String> facts(Path directory) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("processor", processor());
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", gibibytes(totalMemory()));
    facts.put("memory available", gibibytes(availableMemory()));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("java", System.getProperty("java.vendor.version", "") + " " + Runtime.version());
    facts.put("file system", fileSystem(directory));
    facts.put("free space", freeSpace(directory));
    facts.put("huge pages", chosen(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")));
    facts.put("C compiler", compiler());
    facts.put("NumPy", numpy());
    facts.put("MPI", mpi());
    facts.put("load at start", load());
    facts.replaceAll((_, value) -> value.isBlank() ? UNKNOWN : value.strip());
    return facts;
  }

  /// Where the root of a process is no mount point, the JDK does not find what a folder is on.
  private static String fileSystem(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return store.type() + " on " + store.name();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String freeSpace(Path directory) {
    OptionalLong free = freeBytes(directory);
    return free.isPresent() ? gibibytes(free.getAsLong()) : UNKNOWN;
  }

  /// The bytes that can still be written to a folder; empty where its file system does not tell.
  public static OptionalLong freeBytes(Path directory) {
    File folder = directory.toFile();
    return folder.getTotalSpace() > 0
        ? OptionalLong.of(folder.getUsableSpace())
        : OptionalLong.empty();
  }

  private static String compiler() {
    try {
      return CCompiler.ofThisUser().version();
    } catch (IOException e) {
      return "none: " + e.getMessage();
    }
  }

  private static String numpy() {
    try {
      return Python.find().numpyVersion();
    } catch (IOException e) {
      return "none: " + e.getMessage();
    }
  }

  private static String mpi() {
    List<MpiInstallation> found = MpiInstallation.find();
    return found.isEmpty()
        ? "none"
        : found.stream().map(MpiInstallation::name).collect(Collectors.joining(", "));
  }

  private static String load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? UNKNOWN : String.format(Locale.ROOT, "%.2f", load);
  }

  /// The choice that stands in brackets in a kernel's list of choices.
  private static String chosen(Path file) {
    try {
      return Files.readString(file).replaceAll("(?s).*\\[(.*)].*", "$1");
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }

  /// The bytes of all of the memory, or of what this container may use.
  private static long totalMemory() {
    return system().getTotalMemorySize();
  }

  /// The bytes that programs can still take without pushing others out.
  public static long availableMemory() {
    long free =
        field(MEMINFO, "MemAvailable:")
            .map(value -> Long.parseLong(value.replaceAll("\\D", "")) << 10)
            .orElseGet(() -> system().getFreeMemorySize());
    return Math.min(free, totalMemory());
  }

  private static OperatingSystemMXBean system() {
    return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }

  /// The model's name; the architecture where the system does not tell.
  private static String processor() {
    return field(CPUINFO, "model name").orElseGet(() -> System.getProperty("os.arch"));
  }

  /// All that a program compiled for this processor may rely on.
  static String processorFeatures() {
    return processor() + field(CPUINFO, "flags").or(() -> field(CPUINFO, "Features")).orElse("");
  }

  /// The value that a file of the kernel has in its first line of that name.
  private static Optional<String> field(Path file, String name) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // not Linux
    }
  }

  /// The program of the running JDK.
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// Where a program is that is on the path, or that is named by a path of its own.
  public static Optional<Path> onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder).resolve(program).toAbsolutePath())
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /// What a program of the system printed from its start to its end, errors included; what it has
  /// left behind may still hold its output open.
  ///
  /// @throws IOException if it cannot be started or fails; the message is its first line
  public static String output(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String output = untilEnd(process);
      if (process.exitValue() != 0) {
        String said = output.lines().findFirst().orElse("it said nothing");
        throw new IOException(command.getFirst() + " failed: " + said);
      }
      return output;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + command.getFirst() + " was running");
    } finally {
      process.destroyForcibly();
    }
  }

  private static String untilEnd(Process process) throws IOException, InterruptedException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    InputStream output = process.getInputStream();
    boolean ended = false;
    while (!ended) {
      ended = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      printed.write(output.readNBytes(output.available()));
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}

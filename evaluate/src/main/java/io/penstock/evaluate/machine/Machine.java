package io.penstock.evaluate.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Facts about the machine that a reader of figures must know.
public final class Machine {
  private static final String UNKNOWN = "unknown";

  private Machine() {}

  /// The facts, name to value, in the order to show them in.
  ///
  /// @param directory whose file system is measured
  /// @throws IOException if the directory cannot be asked about
  public static Map<String, String> facts(Path directory) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("processor", Processor.model());
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", gibibytes(Memory.totalBytes()));
    facts.put("memory available", gibibytes(Memory.availableBytes()));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("java", System.getProperty("java.vendor.version", "") + " " + Runtime.version());
    FileStore store = Files.getFileStore(directory);
    facts.put("file system", store.type() + " on " + store.name());
    facts.put("free space", gibibytes(store.getUsableSpace()));
    facts.put("huge pages", chosen(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")));
    facts.put("C compiler", compiler());
    facts.put("NumPy", numpy());
    facts.put("MPI", mpi());
    facts.put("load at start", load());
    facts.replaceAll((_, value) -> value.isBlank() ? UNKNOWN : value.strip());
    return facts;
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
}

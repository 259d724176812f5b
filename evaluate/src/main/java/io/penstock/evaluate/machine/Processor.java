package io.penstock.evaluate.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// The processor as the operating system describes it.
final class Processor {
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  private Processor() {}

  /// The model's name; the architecture where the system does not tell.
  static String model() {
    return field("model name").orElseGet(() -> System.getProperty("os.arch"));
  }

  /// All that a program compiled for this processor may rely on.
  static String features() {
    return model() + field("flags").or(() -> field("Features")).orElse("");
  }

  private static Optional<String> field(String name) {
    try (Stream<String> lines = Files.lines(CPUINFO)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // not Linux
    }
  }
}

package io.penstock.evaluate.machine;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The machine's memory.
public final class Memory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");

  private Memory() {}

  /// All of it, or what this container may use.
  public static long totalBytes() {
    return system().getTotalMemorySize();
  }

  /// What programs can still take without pushing others out.
  public static long availableBytes() {
    return Math.min(fromKernel().orElseGet(() -> system().getFreeMemorySize()), totalBytes());
  }

  private static OptionalLong fromKernel() {
    try (Stream<String> lines = Files.lines(MEMINFO)) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty(); // not Linux
    }
  }

  private static OperatingSystemMXBean system() {
    return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }
}

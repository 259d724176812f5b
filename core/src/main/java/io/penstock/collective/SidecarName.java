package io.penstock.collective;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of a sidecar file, which identifies the process that is to remove it, so that the
/// leftovers of a killed job can be told from files in use.
///
/// @param machine the system as it was started, and the processes that can be seen there; 0 where
///   it does not say
/// @param process its number there
/// @param suffix tells the sidecars of one process apart
record SidecarName(long machine, long process, int suffix) {
  /// What matches all names.
  static final String GLOB = ".penstock-*.pos";

  private static final Pattern TEXT =
      Pattern.compile("\\.penstock-([0-9a-f]{16})-([0-9]{1,18})-([0-9a-f]{8})\\.pos");

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final long HERE = here();

  /// A new one, which this process is to remove.
  static SidecarName ofThisProcess() {
    int suffix = ThreadLocalRandom.current().nextInt();
    return new SidecarName(HERE, ProcessHandle.current().pid(), suffix);
  }

  /// That of a file; empty if it has another one.
  static Optional<SidecarName> of(Path file) {
    Matcher parts = TEXT.matcher(file.getFileName().toString());
    return parts.matches()
        ? Optional.of(
            new SidecarName(
                HexFormat.fromHexDigitsToLong(parts.group(1)),
                Long.parseLong(parts.group(2)),
                HexFormat.fromHexDigits(parts.group(3))))
        : Optional.empty();
  }

  private static long here() {
    try {
      String text = Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(PROCESSES);
      return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).getMostSignificantBits();
    } catch (IOException | UnsupportedOperationException e) {
      return 0;
    }
  }

  String text() {
    HexFormat hex = HexFormat.of();
    return String.format(
        Locale.ROOT,
        ".penstock-%s-%d-%s.pos",
        hex.toHexDigits(machine),
        process,
        hex.toHexDigits(suffix));
  }

  /// Whether the process is known to have ended. Of processes elsewhere nothing is known.
  boolean isOrphaned() {
    return machine != 0
        && machine == HERE
        && !ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
  }
}

package io.penstock.mpi.message;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/// The processors that this process may use.
///
/// Launchers bind each rank to processors of its own, so that what one of them counts says nothing
/// about how many there are for all.
///
/// @param allowed a bit for each, as `Cpus_allowed` in `/proc/self/status` has it; none where the
///   system has no such file
/// @param usable how many the JVM counts, which a container may hold to fewer
record Processors(BitSet allowed, int usable) {
  /// More than Linux can have (`CONFIG_NR_CPUS`, 8192).
  private static final int MASK_BYTES = 8192 / Byte.SIZE;

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed:";

  static Processors ofThisProcess() {
    return new Processors(allowedByKernel(), Runtime.getRuntime().availableProcessors());
  }

  private static BitSet allowedByKernel() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .findFirst()
          .map(line -> read(line.substring(ALLOWED.length()).strip()))
          .orElse(new BitSet());
    } catch (IOException _) { // no Linux
      return new BitSet();
    }
  }

  /// @param hexadecimal the highest processor first, with commas
  static BitSet read(String hexadecimal) {
    byte[] high = new BigInteger(hexadecimal.replace(",", ""), 16).toByteArray();
    BitSet processors = new BitSet();
    for (int bit = 0; bit < high.length * Byte.SIZE; bit++) {
      processors.set(bit, (high[high.length - 1 - bit / Byte.SIZE] >> bit % Byte.SIZE & 1) != 0);
    }
    return processors;
  }

  /// The same length in every process.
  byte[] mask() {
    return Arrays.copyOf(allowed.toByteArray(), MASK_BYTES);
  }

  /// How many this process and others have between them.
  ///
  /// @param together the masks of all of them, joined
  int with(byte[] together) {
    return allowed.cardinality() > usable
        ? usable
        : Math.max(usable, BitSet.valueOf(together).cardinality());
  }
}

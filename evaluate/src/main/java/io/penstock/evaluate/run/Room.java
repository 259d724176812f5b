package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The memory and the disk space of an evaluation.
///
/// @param directory of its files
/// @param diskBytes free there
/// @param memoryBytes available
record Room(Path directory, long diskBytes, long memoryBytes) {

  /// What there is now.
  ///
  /// @throws IOException if the directory cannot be asked about
  static Room of(Path directory) throws IOException {
    return new Room(
        directory, Files.getFileStore(directory).getUsableSpace(), Memory.availableBytes());
  }

  /// Sees to it that there is room for each of these experiments.
  ///
  /// @throws UnsuitableException if there is not; the message says how much is needed and what to
  ///   do
  void check(List<Experiment> experiments) throws UnsuitableException {
    long disk = experiments.stream().mapToLong(Experiment::diskBytes).max().orElse(0);
    if (disk > diskBytes) {
      throw new UnsuitableException(
          String.format(
              Locale.ROOT,
              "%s: %s of disk space needed, %s free; ask for a smaller --size or another --dir",
              directory,
              mebibytes(disk),
              mebibytes(diskBytes)));
    }
    long memory = experiments.stream().mapToLong(Room::leastMemory).max().orElse(0);
    if (memory > memoryBytes) {
      throw new UnsuitableException(
          String.format(
              Locale.ROOT,
              "%s of memory needed, %s available; ask for a smaller --size",
              mebibytes(memory),
              mebibytes(memoryBytes)));
    }
  }

  /// What the largest entry needs beside its yardstick and the files.
  private static long leastMemory(Experiment experiment) {
    return experiment.diskBytes()
        + Batches.of(experiment, 0).stream()
            .mapToLong(batch -> batch.stream().mapToLong(Entry::memoryBytes).sum())
            .max()
            .orElse(0);
  }

  private static String mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20) + " MiB";
  }
}

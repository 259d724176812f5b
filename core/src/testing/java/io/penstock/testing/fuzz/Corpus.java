package io.penstock.testing.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The inputs that a module keeps for a target, under `src/test/resources/fuzz`: those that once
/// found a bug, each in a file below `found/`, and those by which a campaign that sees what code it
/// reaches has reached the more of it, in `kept/NAME.zip`.
final class Corpus {
  private static final Path FOLDER = Path.of("src", "test", "resources", "fuzz");

  private Corpus() {}

  /// Inputs that once found a bug.
  static List<byte[]> found(String name) throws IOException {
    Path folder = FOLDER.resolve("found").resolve(name);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<byte[]> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        inputs.add(Files.readAllBytes(file));
      }
    }
    return inputs;
  }

  /// All inputs from which others are made: seeds, found and kept ones.
  static List<byte[]> all(FuzzTarget target) throws Exception {
    List<byte[]> inputs = new ArrayList<>(target.seeds());
    inputs.addAll(found(target.name()));
    Path kept = FOLDER.resolve("kept").resolve(target.name() + ".zip");
    if (Files.exists(kept)) {
      try (ZipFile zip = new ZipFile(kept.toFile())) {
        for (ZipEntry entry : Collections.list(zip.entries())) {
          inputs.add(zip.getInputStream(entry).readAllBytes());
        }
      }
    }
    return inputs;
  }
}

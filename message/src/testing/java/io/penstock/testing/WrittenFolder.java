package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The folder in which a [SharedWriter] writes, with both of its files.
public final class WrittenFolder {
  private static final String THERE = "old.npy";
  private static final String COMING = "new.npy";

  private final Path folder;
  private final byte[] older;

  private WrittenFolder(Path folder) throws IOException {
    this.folder = folder;
    this.older = Files.readAllBytes(folder.resolve(COMING));
  }

  /// Makes both files, of zeros.
  public static WrittenFolder make(Path folder) throws IOException {
    for (String name : List.of(THERE, COMING)) {
      try (ArrayFile file =
          ArrayFile.create(folder.resolve(name), ElementType.INT, SharedWriter.SHAPE)) {
        file.complete();
      }
    }
    return new WrittenFolder(folder);
  }

  /// Checks what a writer that was broken off leaves: some round of the file that was there,
  /// nothing of the one that was to come.
  public void requireBrokenOff() throws IOException {
    assertThat(values(THERE)).doesNotContain(0);
    assertThat(folder.resolve(COMING)).hasBinaryContent(older);
    assertThat(leftovers()).allMatch(name -> name.startsWith("." + COMING + "."));
  }

  /// Checks what a writer leaves that has come to its end.
  public void requireWhole() throws IOException {
    assertThat(values(THERE)).containsOnly(SharedWriter.WHOLE);
    assertThat(values(COMING)).containsOnly(SharedWriter.WHOLE);
  }

  private int[] values(String name) throws IOException {
    int[] values = new int[Math.toIntExact(SharedWriter.SHAPE.size())];
    try (ArrayFile file = ArrayFile.open(folder.resolve(name))) {
      file.read(values);
    }
    return values;
  }

  /// What else is in the folder.
  public List<String> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".npy"))
          .toList();
    }
  }
}

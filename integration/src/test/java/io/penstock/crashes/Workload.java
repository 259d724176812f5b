package io.penstock.crashes;

import io.penstock.compress.ZipWriter;
import io.penstock.file.Access;
import io.penstock.file.FileEngines;
import io.penstock.file.Npy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Steps that are taken one after the other in a folder of their own.
///
/// What its first steps need is there before: an array, bytes, a text, a tree.
///
/// @param engine by which arrays and bytes are moved
record Workload(List<Step> steps, String engine) {
  static final String TEXT = "t.txt";
  static final String TREE = "tree";
  static final String ZIP = "z.zip";

  /// What a tree has that is copied.
  static final Thing.Filled.Contents COPIED =
      new Thing.Filled.Contents(
          Map.of(
              "big", Thing.bytes(11_000, 1),
              "d/one", Thing.bytes(3000, 2),
              "d/e/two", Thing.bytes(1, 3)),
          Set.of("d", "d/e", "void"),
          Map.of("link", "d/one"));

  /// What an archive has that is unpacked.
  static final Thing.Filled.Contents UNPACKED =
      new Thing.Filled.Contents(
          Map.of("f/1", Thing.bytes(9000, 4), "2", Thing.bytes(100, 5)), Set.of("f"), Map.of());

  private static final String BY = " by ";
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_700_000_000_000L);
  private static final int BYTES = 9000;

  Workload {
    steps = List.copyOf(steps);
  }

  /// As [#toString] prints it: `create, append by auto`.
  static Workload of(String text) {
    int by = text.lastIndexOf(BY);
    List<Step> steps =
        Arrays.stream(text.substring(0, by).split(", ", -1)).map(Step::named).toList();
    return new Workload(steps, text.substring(by + BY.length()));
  }

  /// All of up to so many steps.
  static List<Workload> all(int most, String engine) {
    List<Workload> all = new ArrayList<>();
    List<List<Step>> shorter = List.of(List.of());
    for (int length = 1; length <= most; length++) {
      List<List<Step>> longer = new ArrayList<>();
      for (List<Step> begin : shorter) {
        for (Step step : Step.ordinary()) {
          List<Step> steps = new ArrayList<>(begin);
          steps.add(step);
          longer.add(steps);
          all.add(new Workload(steps, engine));
        }
      }
      shorter = longer;
    }
    return all;
  }

  @Override
  public String toString() {
    return steps.stream().map(Step::toString).collect(Collectors.joining(", ")) + BY + engine;
  }

  Access access() {
    return Access.readWrite().withEngine(FileEngines.named(engine));
  }

  // ---- what is there before
  // ----------------------------------------------------------------------

  /// Whether it is there before and is not changed.
  static boolean isGiven(Path path) {
    return Set.of(TEXT, TREE, ZIP).contains(path.getFileName().toString());
  }

  private boolean needsArray() {
    for (Step step : steps) {
      if (step.needsArray()) {
        return true;
      }
      if (step == Step.CREATE) {
        return false;
      }
    }
    return false;
  }

  private boolean needsBytes() {
    return steps.contains(Step.RESIZE)
        && !steps.subList(0, steps.indexOf(Step.RESIZE)).contains(Step.RESERVE);
  }

  private boolean needsTree() {
    return steps.stream()
        .anyMatch(Set.of(Step.COPY_TREE, Step.COPY_TREE_UNSYNCED, Step.RESUME_COPY)::contains);
  }

  /// Makes it.
  ///
  /// @param folder that is missing
  void prepare(Path folder) throws IOException {
    Path _ = Files.createDirectory(folder);
    if (needsArray()) {
      Npy.write(
          folder.resolve(Promises.ARRAY),
          ArraySteps.SHAPE,
          ArraySteps.numbers(ArraySteps.COUNT, 0));
    }
    if (needsBytes()) {
      Path _ = Files.write(folder.resolve(Promises.BYTES), Thing.bytes(BYTES, 0));
    }
    if (steps.contains(Step.SAVE_INDEX) || steps.contains(Step.FINISH_ARCHIVE)) {
      Path _ = Files.write(folder.resolve(TEXT), Thing.text());
    }
    if (needsTree()) {
      COPIED.make(folder.resolve(TREE));
    }
    if (steps.contains(Step.UNPACK_ARCHIVE)) {
      zip(folder.resolve(ZIP));
    }
    age(folder);
  }

  private static void zip(Path archive) throws IOException {
    try (OutputStream out = Files.newOutputStream(archive);
        ZipWriter zip = new ZipWriter(out, 6)) {
      zip.folder("f", LONG_AGO);
      for (Map.Entry<String, byte[]> file : UNPACKED.files().entrySet()) {
        zip.file(file.getKey(), LONG_AGO, new ByteArrayInputStream(file.getValue()));
      }
    }
  }

  /// A text that was changed a moment ago is not trusted to be the same.
  static void age(Path folder) throws IOException {
    if (Files.exists(folder.resolve(TEXT))) {
      Path _ = Files.setLastModifiedTime(folder.resolve(TEXT), LONG_AGO);
    }
  }

  /// What may be found of it.
  Promises promises(Tree end) {
    Map<String, Thing> begin = new HashMap<>();
    if (needsArray()) {
      begin.put(Promises.ARRAY, new Thing.Numbers(ArraySteps.numbers(ArraySteps.COUNT, 0)));
    }
    if (needsBytes()) {
      begin.put(Promises.BYTES, new Thing.Bytes(Thing.bytes(BYTES, 0)));
    }
    return new Promises(begin, end);
  }
}

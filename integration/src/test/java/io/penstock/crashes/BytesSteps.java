package io.penstock.crashes;

import static io.penstock.crashes.Thing.require;

import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.crashes.Step.Scene;
import io.penstock.crashes.Thing.Bytes;
import io.penstock.file.ByteFile;
import io.penstock.text.IndexOptions;
import io.penstock.text.LineIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Steps on files of bytes, on the index of a text and on its archive.
final class BytesSteps {
  private static final int RESERVED = 20_000;

  private BytesSteps() {}

  // ---- bytes
  // -------------------------------------------------------------------------------------

  static void reserve(Scene scene) throws IOException {
    try (ByteFile file = ByteFile.openOrCreate(scene.file(Promises.BYTES), scene.access())) {
      file.reserve(RESERVED);
    }
  }

  static void reserved(Promises promises, int number, int version) {
    Bytes bytes = bytes(promises);
    int size = Math.max(RESERVED, bytes.latest().length);
    bytes.grow(Arrays.copyOf(bytes.latest(), size));
  }

  static void resize(Scene scene) throws IOException {
    try (ByteFile file = ByteFile.openOrCreate(scene.file(Promises.BYTES), scene.access())) {
      file.resize(size(scene.number()));
    }
  }

  static void resized(Promises promises, int number, int version) {
    Bytes bytes = bytes(promises);
    bytes.become(Arrays.copyOf(bytes.latest(), size(number)));
  }

  private static int size(int number) {
    return 7000 + 1500 * number;
  }

  /// The file of bytes, which is made where there is none.
  private static Bytes bytes(Promises promises) {
    Thing known = promises.latest().get(Promises.BYTES);
    Bytes bytes = known instanceof Bytes there ? there : new Bytes(new byte[0]);
    promises.name(Promises.BYTES, bytes);
    return bytes;
  }

  static void sync(Scene scene) throws IOException {
    for (String name : List.of(Promises.ARRAY, Promises.OTHER, Promises.BYTES)) {
      if (Files.exists(scene.file(name))) {
        try (ByteFile file = ByteFile.open(scene.file(name), scene.access())) {
          file.sync();
        }
      }
    }
  }

  // ---- indexes
  // -----------------------------------------------------------------------------------

  static void saveIndex(Scene scene) throws IOException {
    requireLines(scene.file(Workload.TEXT), scene.file(index(scene.number())));
  }

  private static String index(int number) {
    return "i" + number + ".lines";
  }

  private static void requireLines(Path text, Path saved) throws IOException {
    try (LineIndex index = LineIndex.open(text, IndexOptions.savedAs(saved))) {
      require(index.count() == Thing.LINES, index.count() + " lines");
      require(index.line(600).startsWith("599 is a line"), "another line is the 600th");
      if (index.unsaved().isPresent()) {
        throw index.unsaved().get();
      }
    }
  }

  static void indexSaved(Promises promises, int number, int version) {
    String name = index(number);
    promises.name(
        name, promises.whole(name, path -> requireLines(path.resolveSibling(Workload.TEXT), path)));
  }

  // ---- archives
  // ----------------------------------------------------------------------------------

  static void pack(Scene scene) throws IOException {
    Path archive = scene.file(archive(scene.number()));
    if (!scene.isRepeated() || !Files.exists(archive)) { // it replaces none
      Packing packing = Packing.of(Codecs.ofFile("t.gz").orElseThrow());
      Compression.compress(scene.file(Workload.TEXT), archive, packing);
    }
  }

  private static String archive(int number) {
    return "t" + number + ".gz";
  }

  static void packed(Promises promises, int number, int version) {
    String name = archive(number);
    promises.name(name, promises.whole(name, BytesSteps::requireText));
  }

  private static void requireText(Path archive) throws IOException {
    byte[] found = Compression.decompress(Files.readAllBytes(archive), Limits.defaults());
    require(Arrays.equals(found, Thing.text()), "holds other lines");
  }
}

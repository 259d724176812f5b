package io.penstock.faults;

import static io.penstock.faults.ArrayOperations.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.compress.Codecs;
import io.penstock.compress.CompressedArrays;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.ZipArchive;
import io.penstock.compress.ZipWriter;
import io.penstock.file.ArrayFile;
import io.penstock.file.Npy;
import io.penstock.file.Profile;
import io.penstock.file.Publication;
import io.penstock.object.JdkObjectCodec;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.WholeFile;
import io.penstock.text.IndexOptions;
import io.penstock.text.LineIndex;
import io.penstock.text.Lines;
import io.penstock.text.TextWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Operations on texts, archives, objects and streams.
final class ContentOperations {
  private static final int LINES = 20_000;
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_700_000_000_000L);
  private static final JdkObjectCodec CODEC = JdkObjectCodec.allowing();
  private static final Profile PROFILE = new Profile("channel", 3, 2, 4096);

  private ContentOperations() {}

  static Stream<Operation> all() {
    return Stream.of(texts(), archives(), objects()).flatMap(all -> all);
  }

  private static Stream<Operation> texts() {
    return Stream.of(
        Operation.of("text index save", ContentOperations::saveIndex)
            .on(ContentOperations::writeText),
        Operation.of("text index use", ContentOperations::useIndex)
            .on(
                folder -> {
                  writeText(folder);
                  saveIndex(folder);
                }),
        Operation.of("text count", folder -> requireCount(Lines.of(text(folder)).count()))
            .on(ContentOperations::writeText),
        Operation.of("text count in parallel", ContentOperations::countInParallel)
            .on(ContentOperations::writeText),
        Operation.of("text write", ContentOperations::writeByWriter)
            .leaving(folder -> hasText(text(folder))),
        Operation.of("file read whole", ContentOperations::readWhole)
            .on(ContentOperations::writeText),
        Operation.of("stream random access", ContentOperations::accessRandomly)
            .on(folder -> Files.write(folder.resolve("r"), new byte[50_000])));
  }

  private static Stream<Operation> archives() {
    List<Operation> all = new ArrayList<>();
    for (String suffix : List.of("gz", "zst", "lz4")) {
      all.add(
          Operation.of("archive pack " + suffix, folder -> pack(folder, suffix))
              .on(ContentOperations::writeText)
              .leaving(folder -> isArchive(folder, suffix))
              .orElse(
                  folder -> isNoneOr(archive(folder, suffix), () -> isArchive(folder, suffix))));
      all.add(
          Operation.of("archive unpack " + suffix, folder -> unpack(folder, suffix))
              .on(
                  folder -> {
                    writeText(folder);
                    pack(folder, suffix);
                  })
              .leaving(folder -> hasText(folder.resolve("unpacked")))
              .orElse(
                  folder -> {
                    Path unpacked = folder.resolve("unpacked");
                    isNoneOr(unpacked, () -> hasText(unpacked));
                  }));
      all.add(
          Operation.of("array save " + suffix, folder -> saveArray(folder, suffix))
              .on(folder -> Files.writeString(folder.resolve("a.npy." + suffix), "older"))
              .leaving(folder -> hasArray(folder, suffix)));
      all.add(
          Operation.of("array load " + suffix, folder -> hasArray(folder, suffix))
              .on(folder -> saveArray(folder, suffix)));
    }
    all.add(Operation.of("zip pack", ContentOperations::zip).leaving(ContentOperations::isZip));
    all.add(
        Operation.of("zip unpack", ContentOperations::unzip)
            .on(ContentOperations::zip)
            .leaving(folder -> hasText(folder.resolve("unzipped/d/1.txt"))));
    return all.stream();
  }

  private static Stream<Operation> objects() {
    return Stream.of(
        Operation.of("object save", ContentOperations::saveObjects)
            .on(folder -> Files.writeString(folder.resolve("o"), "older"))
            .leaving(ContentOperations::hasObjects)
            .orElse(
                folder -> {
                  byte[] found = Files.readAllBytes(folder.resolve("o"));
                  if (!Arrays.equals(found, "older".getBytes(UTF_8))) {
                    hasObjects(folder);
                  }
                }),
        Operation.of("profile save", folder -> PROFILE.save(folder.resolve("p")))
            .on(folder -> Files.writeString(folder.resolve("p"), "older"))
            .leaving(ContentOperations::isProfile)
            .orElse(
                folder -> {
                  if (!Files.readString(folder.resolve("p")).equals("older")) {
                    isProfile(folder);
                  }
                }),
        Operation.of("object load", ContentOperations::hasObjects)
            .on(ContentOperations::saveObjects));
  }

  // ---- texts ------------------------------------------------------------------------------------

  private static Path text(Path folder) {
    return folder.resolve("t.txt");
  }

  private static String line(long number) {
    return number + " is a line, " + number * number;
  }

  private static byte[] lines() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      all.append(line(i)).append('\n');
    }
    return all.toString().getBytes(UTF_8);
  }

  private static void writeText(Path folder) throws IOException {
    Files.write(text(folder), lines());
    Files.setLastModifiedTime(text(folder), LONG_AGO);
  }

  private static void hasText(Path file) throws IOException {
    require(Arrays.equals(Files.readAllBytes(file), lines()), file + " has other lines");
  }

  private static void saveIndex(Path folder) throws IOException {
    try (LineIndex index = LineIndex.open(text(folder), IndexOptions.saved())) {
      requireLines(index);
      if (index.unsaved().isPresent()) {
        throw index.unsaved().get();
      }
    }
  }

  private static void requireLines(LineIndex index) throws IOException {
    requireCount(index.count());
    for (long number : new long[] {1, 7777, LINES}) {
      require(index.line(number).equals(line(number - 1)), "line " + number + " is another one");
    }
  }

  private static void requireCount(long count) {
    require(count == LINES, count + " lines");
  }

  private static void useIndex(Path folder) throws IOException {
    try (LineIndex index = LineIndex.open(text(folder), IndexOptions.saved())) {
      requireLines(index);
    }
  }

  private static void countInParallel(Path folder) throws IOException {
    requireCount(Lines.of(text(folder)).parallel(3).count());
  }

  private static void writeByWriter(Path folder) throws IOException {
    try (TextWriter writer = TextWriter.create(text(folder))) {
      for (int i = 0; i < LINES; i++) {
        writer.text(line(i)).newline();
      }
    }
  }

  private static void readWhole(Path folder) throws IOException {
    byte[] found = WholeFile.read(text(folder), 10 << 20);
    require(Arrays.equals(found, lines()), "other bytes were read");
  }

  private static void accessRandomly(Path folder) throws IOException {
    int[] numbers = ArrayOperations.numbers(3);
    int[] found = new int[5000];
    try (ArrayRandomAccessFile file =
        new ArrayRandomAccessFile(folder.resolve("r").toString(), "rw")) {
      file.seek(123);
      file.writeArray(numbers, 0, 5000);
      file.writeInt(17);
      file.seek(123);
      file.readArray(found, 0, 5000);
      require(file.readInt() == 17, "another number was read");
    }
    require(Arrays.equals(found, Arrays.copyOf(numbers, 5000)), "other numbers were read");
  }

  // ---- archives ---------------------------------------------------------------------------------

  private static Path archive(Path folder, String suffix) {
    return folder.resolve("t.txt." + suffix);
  }

  private static Packing packing(String suffix) {
    return Packing.of(Codecs.ofFile("t." + suffix).orElseThrow()).withThreads(2);
  }

  private static void pack(Path folder, String suffix) throws IOException {
    Compression.compress(
        text(folder), archive(folder, suffix), packing(suffix).withFrameBytes(64 << 10));
  }

  private static void unpack(Path folder, String suffix) throws IOException {
    Compression.decompress(archive(folder, suffix), folder.resolve("unpacked"), Limits.defaults());
  }

  private static void isArchive(Path folder, String suffix) throws IOException {
    byte[] found =
        Compression.decompress(Files.readAllBytes(archive(folder, suffix)), Limits.defaults());
    require(Arrays.equals(found, lines()), "the archive holds other lines");
  }

  private interface Check {
    void make() throws IOException;
  }

  private static void isNoneOr(Path file, Check whole) throws IOException {
    if (Files.exists(file)) {
      whole.make();
    }
  }

  private static void saveArray(Path folder, String suffix) throws IOException {
    Shape shape = Shape.of(131, 257);
    CompressedArrays.write(
        folder.resolve("a.npy." + suffix),
        Npy.of(ElementType.INT, shape),
        Elements.of(ArrayOperations.numbers(5)).segment(),
        packing(suffix).withFrameBytes(64 << 10));
  }

  private static void hasArray(Path folder, String suffix) throws IOException {
    int[] found = new int[131 * 257];
    try (ArrayFile file = CompressedArrays.open(folder.resolve("a.npy." + suffix))) {
      file.read(found);
    }
    require(Arrays.equals(found, ArrayOperations.numbers(5)), "other numbers were read");
  }

  private static void zip(Path folder) throws IOException {
    List<String> _ =
        Publication.write(
            folder.resolve("z.zip"),
            out -> {
              try (ZipWriter zip = new ZipWriter(out, 6)) {
                zip.folder("d", LONG_AGO);
                zip.file("d/1.txt", LONG_AGO, new ByteArrayInputStream(lines()));
                zip.file("2.txt", LONG_AGO, new ByteArrayInputStream(new byte[100]));
              }
            });
  }

  private static void isZip(Path folder) throws IOException {
    try (ZipArchive zip = ZipArchive.open(folder.resolve("z.zip"), Limits.defaults())) {
      byte[] found = zip.content(zip.items().get(1)).readAllBytes();
      require(Arrays.equals(found, lines()), "the archive holds other lines");
    }
  }

  private static void unzip(Path folder) throws IOException {
    try (ZipArchive zip = ZipArchive.open(folder.resolve("z.zip"), Limits.defaults())) {
      zip.extract(folder.resolve("unzipped"));
    }
  }

  // ---- objects ----------------------------------------------------------------------------------

  private static List<Object> values() {
    List<Object> values = new ArrayList<>(List.of("text", 17L, new int[] {3, 4}));
    for (int i = 0; i < 3000; i++) {
      values.add("value " + i);
    }
    return values;
  }

  private static void saveObjects(Path folder) throws IOException {
    List<String> _ =
        Publication.write(
            folder.resolve("o"),
            out -> {
              BufferedOutputStream buffered = new BufferedOutputStream(out);
              CODEC.encode(values(), buffered);
              buffered.flush();
            });
  }

  private static void isProfile(Path folder) throws IOException {
    require(Profile.read(folder.resolve("p")).equals(PROFILE), "another profile was read");
  }

  private static void hasObjects(Path folder) throws IOException {
    byte[] bytes = WholeFile.read(folder.resolve("o"), 1 << 20);
    List<?> found = (List<?>) CODEC.decode(new ByteArrayInputStream(bytes));
    require(Arrays.deepEquals(found.toArray(), values().toArray()), "other objects were read");
  }
}

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.collective.Hints;
import io.penstock.collective.SharedArrayFile;
import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.Raw;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolOptions;
import io.penstock.message.Reduction;
import io.penstock.message.threads.RankThreads;
import io.penstock.object.JdkObjectCodec;
import io.penstock.stream.ArrayDataOutputStream;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.text.LineIndex;
import io.penstock.text.Lines;
import io.penstock.text.TextWriter;
import io.penstock.text.token.ByteSet;
import io.penstock.text.token.Words;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import io.penstock.tree.TreeTotal;
import io.penstock.tree.TreeWalk;
import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A check of every part of Penstock against plain JDK code, in the environment that it is started in.
///
/// With `-Dlarge.bytes=N` the array files include one of so many bytes, written and read in pieces.
/// It prints a line for each part: its name, a tab, and `ok`, `ok, without ...` where a way of doing
/// the job is not to be had here, or what failed. Exit status 1 if anything failed.
///
/// ```sh
/// java AllParts FOLDER [PART...]
/// ```
public final class AllParts {
  private static final int SEED = 20_260_101;

  /// One part: what it does in a folder of its own. It returns what was not to be had, or nothing.
  private interface Part {
    String check(Path folder) throws Exception;
  }

  private static final Map<String, Part> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("arrays", AllParts::arrays);
    PARTS.put("streams", AllParts::streams);
    PARTS.put("memory", AllParts::memory);
    PARTS.put("text", AllParts::text);
    PARTS.put("trees", AllParts::trees);
    PARTS.put("cache", AllParts::cache);
    PARTS.put("compression", AllParts::compression);
    PARTS.put("zip", AllParts::zip);
    PARTS.put("objects", AllParts::objects);
    PARTS.put("messages", AllParts::messages);
  }

  private AllParts() {}

  /// Checks the parts that are named, or all of them.
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory(Path.of(arguments[0]), "all-parts-");
    List<String> wanted = List.of(arguments).subList(1, arguments.length);
    boolean failed = false;
    for (String name : wanted.isEmpty() ? PARTS.keySet() : wanted) {
      String outcome = outcome(name, folder);
      failed |= !outcome.startsWith("ok");
      System.out.println(name + "\t" + outcome);
    }
    delete(folder);
    System.out.flush();
    System.exit(failed ? 1 : 0);
  }

  private static String outcome(String name, Path folder) {
    try {
      String without = PARTS.get(name).check(Files.createDirectory(folder.resolve(name)));
      return without.isEmpty() ? "ok" : "ok, without " + without;
    } catch (Throwable e) { // an Error is an answer here: it is what the part came to
      e.printStackTrace();
      return ("failed: " + e).replaceAll("\\s+", " ");
    }
  }

  // ---- array files -----------------------------------------------------------------------------

  private static String arrays(Path folder) throws IOException {
    List<String> without = new ArrayList<>();
    for (FileEngine engine : engines()) {
      if (engine.obstacle().isPresent()) {
        without.add(engine.name());
      } else {
        arrays(folder.resolve(engine.name()), engine);
        large(folder.resolve("large"), engine);
      }
    }
    return String.join(" ", without);
  }

  private static List<FileEngine> engines() {
    List<FileEngine> engines = new ArrayList<>(List.of(FileEngines.auto()));
    engines.addAll(FileEngines.all());
    return engines;
  }

  private static void arrays(Path file, FileEngine engine) throws IOException {
    Shape shape = Shape.of(200, 100);
    double[] field = new Random(SEED).doubles(shape.size()).toArray();
    Raw raw = Raw.of(ElementType.DOUBLE, ByteOrder.BIG_ENDIAN, shape);
    try (ArrayFile out = ArrayFile.create(file, raw, Creation.whenComplete().withEngine(engine))) {
      out.write(field);
    }
    same(bigEndian(field), Files.readAllBytes(file), "array file by " + engine.name());
    Access access = Access.readWrite().withEngine(engine);
    Selection tile = Hyperslab.at(20, 10).count(30, 40);
    double[] got = new double[30 * 40];
    try (ArrayFile in = ArrayFile.open(file, raw, access)) {
      in.read(tile, got);
      require(got[41] == field[21 * 100 + 11], "tile by " + engine.name());
      in.write(tile, new double[30 * 40]);
      in.sync();
    }
    for (int i = 0; i < 30 * 40; i++) {
      field[(20 + i / 40) * 100 + 10 + i % 40] = 0;
    }
    same(bigEndian(field), Files.readAllBytes(file), "tile written by " + engine.name());
  }

  /// A file that may be larger than the memory that there is, through an array of 1 MiB.
  private static void large(Path file, FileEngine engine) throws IOException {
    int[] piece = new int[1 << 18];
    int pieces = (int) (Long.getLong("large.bytes", 0) / (4L * piece.length));
    Raw raw = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(pieces, piece.length));
    if (pieces == 0) {
      return;
    }
    Files.deleteIfExists(file);
    try (ArrayFile out = ArrayFile.create(file, raw, Creation.whenComplete().withEngine(engine))) {
      for (int i = 0; i < pieces; i++) {
        Arrays.fill(piece, i);
        out.writeAt((long) i * piece.length, piece, 0, piece.length);
      }
    }
    try (ArrayFile in = ArrayFile.open(file, raw, Access.read().withEngine(engine))) {
      for (int i = pieces - 1; i >= 0; i--) {
        in.readAt((long) i * piece.length, piece, 0, piece.length);
        int wanted = i;
        require(Arrays.stream(piece).allMatch(got -> got == wanted), "piece of a large file");
      }
    }
  }

  private static byte[] bigEndian(double[] elements) {
    ByteBuffer bytes = ByteBuffer.allocate(elements.length * Double.BYTES);
    bytes.asDoubleBuffer().put(elements);
    return bytes.array();
  }

  // ---- streams ---------------------------------------------------------------------------------

  private static String streams(Path folder) throws IOException {
    Path file = folder.resolve("stream");
    int[] numbers = new Random(SEED).ints(100_000).toArray();
    try (ArrayDataOutputStream out = ArrayDataOutputStream.create(file)) {
      out.writeUTF("größe");
      out.writeIntArray(numbers);
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      require(in.readUTF().equals("größe"), "writeUTF");
      for (int number : numbers) {
        require(in.readInt() == number, "writeIntArray");
      }
      require(in.read() < 0, "the end of the stream");
    }
    try (ArrayRandomAccessFile random = new ArrayRandomAccessFile(file.toString(), "rw")) {
      random.seek(random.length() - 4);
      require(random.readInt() == numbers[numbers.length - 1], "the last int");
    }
    return "";
  }

  // ---- memory ----------------------------------------------------------------------------------

  private static String memory(Path folder) {
    PoolOptions small = PoolOptions.defaults().withRegionBytes(1 << 20).withCacheBytes(1 << 18);
    for (BufferPool pool :
        List.of(
            BufferPools.cached(small),
            BufferPools.buddy1(small),
            BufferPools.buddy2(small),
            BufferPools.plain(small),
            BufferPools.strict(BufferPools.cached(small)))) {
      fillAndCompare(pool);
      require(pool.statistics().liveBlocks() == 0, "everything was given back");
      pool.close();
    }
    return "";
  }

  private static void fillAndCompare(BufferPool pool) {
    List<Lease> leases = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      Lease lease = pool.lease(i * 300L);
      lease.segment().fill((byte) i);
      leases.add(lease);
    }
    for (int i = 1; i <= 100; i++) {
      MemorySegment memory = leases.get(i - 1).segment();
      for (long at = 0; at < memory.byteSize(); at++) {
        require(memory.get(ValueLayout.JAVA_BYTE, at) == (byte) i, "a lease is one's own");
      }
    }
    leases.forEach(Lease::close);
  }

  // ---- text ------------------------------------------------------------------------------------

  private static String text(Path folder) throws IOException {
    Path file = folder.resolve(nameHere("größe.log"));
    List<String> lines = new ArrayList<>();
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      lines.add("größe " + random.nextInt() + ' ' + random.nextGaussian() + " wörd" + i % 50);
    }
    Files.write(file, lines, UTF_8);
    try (Stream<String> plain = Files.lines(file)) {
      require(Lines.of(file).parallel(3).count() == plain.count(), "the number of lines");
    }
    double[] sum = {0};
    Lines.of(file)
        .forEach(
            line -> {
              int first = line.indexOf((byte) ' ');
              int second = line.indexOf((byte) ' ', first + 1);
              sum[0] += line.slice(first + 1, second).parseLong();
              int third = line.indexOf((byte) ' ', second + 1);
              sum[0] += line.slice(second + 1, third).parseDouble();
            });
    double plain = 0;
    for (String line : lines) {
      plain += Long.parseLong(line.split(" ")[1]);
      plain += Double.parseDouble(line.split(" ")[2]);
    }
    require(sum[0] == plain, "the sum of all numbers");
    try (LineIndex index = LineIndex.open(file)) {
      require(index.line(4_321).equals(lines.get(4_320)), "line 4321");
    }
    words(file, lines);
    writer(folder.resolve("numbers"));
    return "";
  }

  private static void words(Path file, List<String> lines) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    Words words = Words.of(ByteSet.of("a-z").withOthers());
    Lines.of(file)
        .forEach(
            line -> {
              for (words.of(line); words.next(); ) {
                counts.merge(words.word().toString(), 1, Integer::sum);
              }
            });
    Map<String, Integer> plain = new TreeMap<>();
    for (String line : lines) {
      for (String word : line.split("[^a-z\\x{80}-\\x{10ffff}]+")) {
        if (!word.isEmpty()) {
          plain.merge(word, 1, Integer::sum);
        }
      }
    }
    require(counts.equals(plain), "words " + counts + " and " + plain);
  }

  private static void writer(Path file) throws IOException {
    StringBuilder plain = new StringBuilder();
    Random random = new Random(SEED);
    try (TextWriter out = TextWriter.create(file)) {
      for (int i = 0; i < 1_000; i++) {
        long whole = random.nextLong();
        double real = random.nextGaussian();
        out.number(whole).text(" ").number(real).newline();
        plain.append(whole).append(' ').append(real).append('\n');
      }
    }
    require(Files.readString(file).contentEquals(plain), "written numbers");
  }

  // ---- trees -----------------------------------------------------------------------------------

  private static String trees(Path folder) throws IOException {
    Path source = Files.createDirectory(folder.resolve("source"));
    Random random = new Random(SEED);
    for (int i = 0; i < 40; i++) {
      Path inside = folders(source, "a" + i % 5, "b" + i % 7);
      byte[] content = new byte[random.nextInt(3_000)];
      random.nextBytes(content);
      Files.write(inside.resolve("file" + i), content);
    }
    Path target = folder.resolve("target");
    TreeCopyReport report = TreeCopy.of(source, target).run();
    require(report.errors() == 0, "errors of the copy");
    long bytes = 0;
    for (Path file : filesBelow(source)) {
      byte[] content = Files.readAllBytes(file);
      same(content, Files.readAllBytes(target.resolve(source.relativize(file))), "copy " + file);
      bytes += content.length;
    }
    TreeTotal total = TreeWalk.of(target).parallel().total();
    require(total.files() == filesBelow(source).size(), "files of the walk");
    require(total.bytes() >= bytes, "bytes of the walk");
    try (Stream<Path> plain = Files.walk(target)) {
      require(plain.count() == total.files() + total.folders(), "entries of the walk");
    }
    return "";
  }

  /// Not by `Files.createDirectories`, which needs to search every folder above.
  private static Path folders(Path above, String... names) throws IOException {
    Path folder = above;
    for (String name : names) {
      folder = folder.resolve(name);
      if (!Files.exists(folder)) {
        Files.createDirectory(folder);
      }
    }
    return folder;
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).toList();
    }
  }

  private static String cache(Path folder) throws IOException {
    byte[] content = content(50_000);
    Path file = Files.write(folder.resolve("hot"), content);
    try (FileCache cache = FileCache.of(1 << 20, Duration.ZERO)) {
      for (int i = 0; i < 5; i++) {
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        try (CachedFile open = cache.open(file)) {
          open.writeTo(Channels.newChannel(got), 0, open.size());
        }
        same(content, got.toByteArray(), "cached file");
      }
    }
    return "";
  }

  // ---- compression -----------------------------------------------------------------------------

  private static String compression(Path folder) throws IOException {
    List<String> without = new ArrayList<>();
    for (String name : List.of("gzip", "zstd", "lz4")) {
      if (Codecs.all().stream().anyMatch(codec -> codec.name().equals(name))) {
        compression(folder, Codecs.named(name));
      } else {
        without.add(name);
      }
    }
    byte[] content = content(300_000);
    byte[] gzip = Compression.compress(content, Packing.of(Codecs.gzip()).withThreads(2));
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      same(content, in.readAllBytes(), "gzip");
    }
    return String.join(" ", without);
  }

  private static void compression(Path folder, Codec codec) throws IOException {
    byte[] content = content(300_000);
    Packing packing = Packing.of(codec).withThreads(2).withFrameBytes(65_536);
    byte[] packed = Compression.compress(content, packing);
    same(content, Compression.decompress(packed, Limits.defaults()), codec.name());
    Path file = folder.resolve("seekable" + codec.suffix());
    try (OutputStream out = Compression.seekable(Files.newOutputStream(file), packing)) {
      out.write(content);
    }
    byte[] middle = new byte[10_000];
    try (SeekableFile in = SeekableFile.open(file, Limits.defaults())) {
      in.read(123_456, middle, 0, middle.length);
    }
    same(Arrays.copyOfRange(content, 123_456, 133_456), middle, "seekable " + codec.name());
  }

  private static String zip(Path folder) throws IOException {
    Path file = folder.resolve("archive.zip");
    byte[] content = content(100_000);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String name : List.of("a/" + nameHere("größe"), "a/b/c", "d")) {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
      }
    }
    Path target = Files.createDirectory(folder.resolve("out"));
    try (ZipArchive archive = ZipArchive.open(file, Limits.defaults())) {
      require(archive.items().size() == 3, "entries");
      archive.extract(target);
    }
    same(content, Files.readAllBytes(target.resolve("a/b/c")), "a/b/c");
    require(filesBelow(target).size() == 3, "files that were extracted");
    return "";
  }

  // ---- objects ---------------------------------------------------------------------------------

  private static String objects(Path folder) throws IOException, ClassNotFoundException {
    Object graph =
        new ArrayList<>(
            List.of("größe", 1L, LocalDate.of(2026, 1, 1), new ArrayList<>(List.of(1.5, 2.5))));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JdkObjectCodec codec = JdkObjectCodec.allowing();
    codec.encode(graph, out);
    require(
        codec.decode(new ByteArrayInputStream(out.toByteArray())).equals(graph), "a round trip");
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      require(in.readObject().equals(graph), "the JDK's own reading");
    }
    return "";
  }

  // ---- messages and shared files ---------------------------------------------------------------

  private static String messages(Path folder) throws IOException {
    Path file = folder.resolve("shared.raw");
    Shape shape = Shape.of(40, 30);
    double[] field = new Random(SEED).doubles(shape.size()).toArray();
    Raw raw = Raw.of(ElementType.DOUBLE, ByteOrder.BIG_ENDIAN, shape);
    RankThreads.run(
        4,
        world -> {
          long[] sum = new long[1];
          world.allReduce(new long[] {world.rank() + 1}, sum, Reduction.SUM);
          require(sum[0] == 10, "the sum of all ranks");
          Selection mine = Distribution.blocks(shape, world.size()).of(world.rank());
          double[] part = new double[(int) mine.size()];
          Path source = folder.resolve("source.raw");
          if (world.rank() == 0) {
            Files.write(source, bigEndian(field));
          }
          world.barrier();
          try (ArrayFile in = ArrayFile.open(source, raw)) {
            in.read(mine, part);
          }
          try (SharedArrayFile out =
              SharedArrayFile.create(
                  world,
                  file,
                  raw,
                  Creation.whenComplete(),
                  Hints.defaults())) {
            out.writeAll(mine, part);
          }
        });
    same(bigEndian(field), Files.readAllBytes(file), "shared file");
    return "";
  }

  // ---- the rest --------------------------------------------------------------------------------

  /// The name, or one of ASCII where the locale has no other characters in names of files.
  private static String nameHere(String name) {
    try {
      return Path.of(name).toString();
    } catch (InvalidPathException _) {
      return "groesse.log";
    }
  }

  /// Bytes that compress by half.
  private static byte[] content(int length) {
    byte[] content = new byte[length];
    new Random(SEED).nextBytes(content);
    for (int i = 0; i < length; i++) {
      content[i] &= 15;
    }
    return content;
  }

  private static void same(byte[] wanted, byte[] got, String what) {
    int at = Arrays.mismatch(wanted, got);
    require(at < 0, what + " differs at byte " + at);
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes facts)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path emptied, IOException failure)
              throws IOException {
            Files.delete(emptied);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}

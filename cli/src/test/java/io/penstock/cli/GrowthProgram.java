package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.ZipArchive;
import io.penstock.file.ArrayFile;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolOptions;
import io.penstock.message.Communicator;
import io.penstock.message.CompletionQueue;
import io.penstock.message.MessageBuffer;
import io.penstock.message.Request;
import io.penstock.message.threads.RankThreads;
import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectLimits;
import io.penstock.text.ByteSlice;
import io.penstock.text.LineIndex;
import io.penstock.text.Lines;
import io.penstock.text.token.TokenSyntax;
import io.penstock.text.token.TokenType;
import io.penstock.text.token.Tokenizer;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeWalk;
import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A program that counts what each operation costs on inputs of three sizes, each ten times the one
/// before. It runs under the agent `StepAgent`.
///
/// It prints a line for each operation and size: the name, the size, steps, and bytes allocated on
/// the heap, with tabs between. The first argument is a folder to work in, the second the smallest
/// size; further ones name the operations.
final class GrowthProgram {
  /// How steps and bytes may grow with the size.
  enum Growth {
    LINEAR,
    LINEARITHMIC
  }

  /// What is counted.
  interface Work {
    void run() throws Exception;
  }

  /// Makes an input of a size in an empty folder, which is not counted.
  interface Preparation {
    Work of(int size, Path folder) throws Exception;
  }

  /// @param share the smallest size is divided by it: some operations take as much as many others
  /// @param most the largest size is no larger
  record Operation(String name, Growth growth, int share, int most, Preparation preparation) {
    Operation atMost(int size) {
      return new Operation(name, growth, share, size, preparation);
    }

    int smallest(int of) {
      return Math.min(of / share, most / 100);
    }
  }

  /// The most files: to make a million takes a file system longer than all else here.
  private static final int FILES = 100_000;

  /// The most mappings, of which a process may have 65,530 and the JVM has some.
  private static final int MAPPINGS = 30_000;

  static final List<Operation> ALL =
      List.of(
          linear("lines, one after the other", 1, GrowthProgram::lines),
          linear("an index of lines, opened", 1, GrowthProgram::indexOfLines),
          linear("lines looked up in an index", 1, GrowthProgram::linesByNumber),
          linear("tokens", 1, GrowthProgram::tokens),
          sorted("penstock words: distinct words", 1, GrowthProgram::distinctWords),
          linear("penstock find -F in lines", 1, (n, folder) -> find(n, folder, "-F", "bab", "b")),
          linear("penstock find in one long line", 1, GrowthProgram::findInOneLine),
          linear("a zip archive, opened", 1, GrowthProgram::zipOpened),
          sorted("a zip archive, extracted", 3, GrowthProgram::zipExtracted).atMost(FILES),
          sorted("penstock list of a zip archive", 1, GrowthProgram::zipListed),
          linear("gzip members, read", 3, GrowthProgram::gzipMembers),
          linear("a walk through a flat folder", 1, GrowthProgram::flatWalk).atMost(FILES),
          sorted("a sorted walk", 1, GrowthProgram::sortedWalk).atMost(FILES),
          linear("a walk down a deep tree", 3, GrowthProgram::deepWalk).atMost(FILES),
          linear("a copy of a flat folder", 3, GrowthProgram::flatCopy).atMost(FILES),
          linear("a copy of a deep tree", 3, GrowthProgram::deepCopy).atMost(FILES),
          linear("blocks of the default pool", 1, (n, _) -> blocks(n, pool("cached"), 1_000)),
          linear("blocks of buddy1", 1, (n, _) -> blocks(n, pool("buddy1"), 1_000)),
          linear("blocks of buddy2", 1, (n, _) -> blocks(n, pool("buddy2"), 1_000)),
          linear("blocks that fill regions", 1, (n, _) -> blocks(n, pool("cached"), 60_000))
              .atMost(MAPPINGS),
          linear(
                  "blocks that fill regions of buddy1",
                  1,
                  (n, _) -> blocks(n, pool("buddy1"), 60_000))
              .atMost(MAPPINGS),
          linear("blocks of plain", 3, (n, _) -> blocks(n, pool("plain"), 5_000)).atMost(MAPPINGS),
          linear("posted receives, met in order", 1, (n, _) -> receives(n, false)),
          linear("posted receives, met backwards", 1, (n, _) -> receives(n, true)),
          linear("unexpected messages, received backwards", 1, (n, _) -> unexpected(n)),
          linear("receives, cancelled", 1, (n, _) -> cancelled(n)),
          linear("receives, taken from a queue as they are done", 1, (n, _) -> queued(n)),
          linear("sections of a message", 1, (n, _) -> sections(n)),
          linear("an object of many objects", 1, (n, _) -> objects(n)),
          linear("files in the cache", 3, GrowthProgram::cachedFiles).atMost(FILES),
          linear("rows of a hyperslab", 1, GrowthProgram::rows));

  private GrowthProgram() {}

  private static Operation linear(String name, int share, Preparation preparation) {
    return new Operation(name, Growth.LINEAR, share, Integer.MAX_VALUE, preparation);
  }

  private static Operation sorted(String name, int share, Preparation preparation) {
    return new Operation(name, Growth.LINEARITHMIC, share, Integer.MAX_VALUE, preparation);
  }

  static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    int smallest = Integer.parseInt(arguments[1]);
    List<String> wanted = List.of(arguments).subList(2, arguments.length);
    try {
      for (Operation operation : ALL) {
        if (wanted.isEmpty() || wanted.contains(operation.name())) {
          measureAll(operation, operation.smallest(smallest), folder);
        }
      }
    } finally {
      // All at the end: for minutes ext4 looks at each inode that was just deleted before it takes
      // a
      // new one, which makes the next tree slow.
      shell(folder, "rm -rf growth-*");
    }
    System.exit(0);
  }

  private static void measureAll(Operation operation, int smallest, Path folder) throws Exception {
    measured(operation, 10, folder); // whatever is done once
    for (int size : new int[] {smallest, 10 * smallest, 100 * smallest}) {
      System.out.println(operation.name() + '\t' + measured(operation, size, folder));
    }
  }

  private static String measured(Operation operation, int size, Path above) throws Exception {
    Path folder = Files.createTempDirectory(above, "growth-");
    Work work = operation.preparation().of(size, folder);
    long allocated = allocated();
    long steps = Steps.total();
    work.run();
    return "%d\t%d\t%d\t%d\t%d"
        .formatted(
            size,
            Steps.total() - steps,
            allocated() - allocated,
            entries("/proc/self/fd"),
            entries("/proc/self/maps"));
  }

  /// Files in a folder, or lines of a file; 0 where there is no such thing.
  private static long entries(String path) throws IOException {
    Path counted = Path.of(path);
    if (!Files.exists(counted)) {
      return 0;
    }
    try (Stream<?> entries =
        Files.isDirectory(counted) ? Files.list(counted) : Files.lines(counted)) {
      return entries.count();
    }
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
  }

  // ---- text ------------------------------------------------------------------------------------

  private static Path text(int lines, Path folder) throws IOException {
    List<String> content = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      content.add("line " + i);
    }
    return Files.write(folder.resolve("text"), content);
  }

  private static Work lines(int size, Path folder) throws IOException {
    Path file = text(size, folder);
    long[] bytes = {0};
    return () -> Lines.of(file).forEach(line -> bytes[0] += line.length());
  }

  private static Work indexOfLines(int size, Path folder) throws IOException {
    Path file = text(size, folder);
    return () -> LineIndex.open(file).close();
  }

  private static Work linesByNumber(int size, Path folder) throws IOException {
    String rest = " ".repeat(100); // so that the smallest text has several blocks of the index, too
    Path file = folder.resolve("text");
    Files.write(file, IntStream.range(0, size).mapToObj(i -> "line " + i + rest).toList());
    LineIndex index = LineIndex.open(file);
    return () -> {
      for (int i = size; i > 0; i -= 10) {
        require(index.line(i).equals("line " + (i - 1) + rest));
      }
      index.close();
    };
  }

  private static Work tokens(int size, Path folder) {
    ByteSlice text = ByteSlice.of("word 12.5 \"quoted\" ".repeat(size));
    return () -> {
      Tokenizer tokens = Tokenizer.of(text, TokenSyntax.usual());
      while (tokens.next() != TokenType.END) {
        require(tokens.offset() >= 0);
      }
    };
  }

  private static Work distinctWords(int size, Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size; i++) {
      text.append("w").append(i).append('\n');
    }
    Path file = Files.writeString(folder.resolve("words"), text);
    return () -> command("words", file.toString());
  }

  private static Work find(int size, Path folder, String option, String pattern, String line)
      throws IOException {
    Path file = Files.writeString(folder.resolve("text"), (line + "\n").repeat(size));
    return () -> command("find", option, pattern, file.toString());
  }

  private static Work findInOneLine(int size, Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "b".repeat(size) + "\n");
    return () -> command("find", "b[ab]*c", file.toString());
  }

  // ---- archives --------------------------------------------------------------------------------

  private static Path zip(int entries, Path folder) throws IOException {
    Path file = folder.resolve("archive.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < entries; i++) {
        out.putNextEntry(new ZipEntry("folder" + i % 10 + "/" + i));
        out.write('x');
        out.closeEntry();
      }
    }
    return file;
  }

  private static Work zipOpened(int size, Path folder) throws IOException {
    Path file = zip(size, folder);
    return () -> {
      try (ZipArchive archive = ZipArchive.open(file, Limits.defaults())) {
        require(archive.items().size() == size);
      }
    };
  }

  private static Work zipExtracted(int size, Path folder) throws IOException {
    Path file = zip(size, folder);
    Path target = Files.createDirectory(folder.resolve("out"));
    return () -> {
      try (ZipArchive archive = ZipArchive.open(file, Limits.defaults())) {
        archive.extract(target);
      }
    };
  }

  private static Work zipListed(int size, Path folder) throws IOException {
    Path file = zip(size, folder);
    return () -> command("list", file.toString());
  }

  private static Work gzipMembers(int size, Path folder) throws IOException {
    byte[] member = Compression.compress(new byte[10], Packing.of(Codecs.gzip()));
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < size; i++) {
      members.write(member);
    }
    byte[] archive = members.toByteArray();
    return () -> require(Compression.decompress(archive, Limits.defaults()).length == 10 * size);
  }

  // ---- trees -----------------------------------------------------------------------------------

  private static Path flat(int files, Path folder) throws IOException {
    Path tree = Files.createDirectory(folder.resolve("flat"));
    for (int i = 0; i < files; i++) {
      Files.createFile(tree.resolve("file" + i));
    }
    return tree;
  }

  private static Path deep(int folders, Path folder) throws IOException, InterruptedException {
    Path tree = Files.createDirectory(folder.resolve("deep"));
    String make = "for (1..%d) { mkdir 'd' or die; chdir 'd' or die }".formatted(folders);
    shell(tree, "perl -e \"" + make + "\"");
    return tree;
  }

  private static Work flatWalk(int size, Path folder) throws IOException {
    Path tree = flat(size, folder);
    return () -> require(TreeWalk.of(tree).total().files() == size);
  }

  private static Work sortedWalk(int size, Path folder) throws IOException {
    Path tree = flat(size, folder);
    return () -> TreeWalk.of(tree).sorted().forEach(entry -> require(entry.depth() >= 0));
  }

  private static Work deepWalk(int size, Path folder) throws Exception {
    Path tree = deep(size, folder);
    return () -> require(TreeWalk.of(tree).total().folders() == size + 1);
  }

  private static Work flatCopy(int size, Path folder) throws IOException {
    Path tree = flat(size, folder);
    return () ->
        require(TreeCopy.of(tree, folder.resolve("copy")).withThreads(1).run().errors() == 0);
  }

  private static Work deepCopy(int size, Path folder) throws Exception {
    Path tree = deep(size, folder);
    return () ->
        require(TreeCopy.of(tree, folder.resolve("copy")).withThreads(1).run().errors() == 0);
  }

  private static Work cachedFiles(int size, Path folder) throws IOException {
    Path tree = flat(size, folder);
    FileCache cache = FileCache.of(1 << 20, Duration.ofHours(1));
    return () -> {
      for (int i = 0; i < size; i++) {
        try (CachedFile file = cache.open(tree.resolve("file" + i))) {
          require(file.size() == 0);
        }
      }
      cache.close();
    };
  }

  // ---- memory ----------------------------------------------------------------------------------

  private static BufferPool pool(String name) {
    PoolOptions options = PoolOptions.defaults().withRegionBytes(64 << 10).withCacheBytes(64 << 10);
    return switch (name) {
      case "buddy1" -> BufferPools.buddy1(options);
      case "buddy2" -> BufferPools.buddy2(options);
      case "plain" -> BufferPools.plain(options);
      default -> BufferPools.cached(options);
    };
  }

  /// Leases that live together; every second one is given back, asked for again, and all are given
  /// back.
  private static Work blocks(int size, BufferPool pool, long bytes) {
    Lease[] leases = new Lease[size];
    return () -> {
      for (int i = 0; i < size; i++) {
        leases[i] = pool.lease(bytes);
      }
      for (int i = 0; i < size; i += 2) {
        leases[i].close();
      }
      for (int i = 0; i < size; i += 2) {
        leases[i] = pool.lease(bytes);
      }
      for (Lease lease : leases) {
        lease.close();
      }
      pool.trim();
      pool.close();
    };
  }

  // ---- messages --------------------------------------------------------------------------------

  /// What one rank does alone, with messages to itself.
  private interface Alone {
    void run(Communicator world) throws Exception;
  }

  private static Work alone(Alone body) {
    return () -> RankThreads.run(1, body::run);
  }

  private static Work receives(int size, boolean backwards) {
    return alone(
        world -> {
          int[] cell = new int[1];
          List<Request> receives = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            receives.add(world.ireceive(new int[1], 0, i));
          }
          for (int i = 0; i < size; i++) {
            world.send(cell, 0, backwards ? size - 1 - i : i);
          }
          Request.awaitAll(receives);
        });
  }

  private static Work unexpected(int size) {
    return alone(
        world -> {
          int[] cell = new int[1];
          List<Request> sends = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            sends.add(world.isend(cell, 0, i));
          }
          for (int i = size - 1; i >= 0; i--) {
            world.receive(cell, 0, i);
          }
          Request.awaitAll(sends);
        });
  }

  private static Work cancelled(int size) {
    return alone(
        world -> {
          List<Request> receives = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            receives.add(world.ireceive(new int[1], 0, i));
          }
          for (Request receive : receives.reversed()) {
            require(receive.cancel());
          }
        });
  }

  private static Work queued(int size) {
    return alone(
        world -> {
          CompletionQueue<Integer> queue = world.completionQueue();
          for (int i = 0; i < size; i++) {
            queue.add(world.ireceive(new int[1], 0, i), i);
          }
          for (int i = size - 1; i >= 0; i--) {
            world.send(new int[1], 0, i);
            require(queue.take().orElseThrow().attachment() == i);
          }
          require(queue.take().isEmpty());
        });
  }

  private static Work sections(int size) {
    int[] elements = {1, 2, 3};
    return () -> {
      try (MessageBuffer message = new MessageBuffer()) {
        for (int i = 0; i < size; i++) {
          message.write(elements);
        }
        message.commit();
        message.rewind();
        for (int i = 0; i < size; i++) {
          message.read(elements);
        }
      }
    };
  }

  private static Work objects(int size) {
    Map<String, List<Integer>> graph = new HashMap<>();
    for (int i = 0; i < size; i++) {
      graph.put("key" + i, new ArrayList<>(List.of(i)));
    }
    long many = 1L << 40;
    ObjectLimits limits =
        ObjectLimits.defaults()
            .references(many)
            .unfolded(many)
            .comparisons(many)
            .bytes(Integer.MAX_VALUE - 8);
    JdkObjectCodec codec = JdkObjectCodec.allowing().within(limits);
    return () -> {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      codec.encode(graph, out);
      require(codec.decode(new ByteArrayInputStream(out.toByteArray())).equals(graph));
    };
  }

  // ---- arrays ----------------------------------------------------------------------------------

  private static Work rows(int size, Path folder) throws IOException {
    Path path = folder.resolve("rows.npy");
    try (ArrayFile file = ArrayFile.create(path, ElementType.INT, Shape.of(size, 8))) {
      file.write(new int[size * 8]);
    }
    int[] middle = new int[size * 2];
    return () -> {
      try (ArrayFile file = ArrayFile.open(path)) {
        file.read(Hyperslab.at(0, 3).count(size, 2), middle);
      }
    };
  }

  // ---- the rest --------------------------------------------------------------------------------

  private static void command(String... words) throws IOException {
    try (OutputStream nowhere = OutputStream.nullOutputStream()) {
      StringWriter diagnostics = new StringWriter();
      Main.run(new Results(nowhere, UTF_8), new PrintWriter(diagnostics), words);
      require(diagnostics.toString().isEmpty());
    }
  }

  private static void shell(Path folder, String line) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", line).directory(folder.toFile()).inheritIO().start();
    require(process.waitFor() == 0);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("the operation gave a wrong answer");
    }
  }
}

package io.penstock.crashes;

import static io.penstock.crashes.Thing.require;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.ZipArchive;
import io.penstock.file.Access;
import io.penstock.file.ArrayAppender;
import io.penstock.file.ArrayFile;
import io.penstock.file.ByteFile;
import io.penstock.file.Creation;
import io.penstock.file.Durability;
import io.penstock.file.FormatException;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Publication;
import io.penstock.message.threads.RankThreads;
import io.penstock.text.IndexOptions;
import io.penstock.text.LineIndex;
import io.penstock.tree.Preserved;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A step of a workload: what it does, what may be found when it is ended half-way, and what it
/// promises once it has returned.
enum Step {
  CREATE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      Creation creation = Creation.whenComplete().withAccess(scene.access());
      try (ArrayFile file = ArrayFile.create(scene.file(Promises.ARRAY), FORMAT, creation)) {
        file.write(numbers(COUNT, scene.version()));
      }
    }

    @Override
    void change(Promises promises, int number, int version) {
      promises.name(Promises.ARRAY, new Thing.Numbers(numbers(COUNT, version)));
    }

    @Override
    void keep(Promises promises) {
      promises.settleNames();
    }
  },
  WRITE_RANGE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      try (ArrayFile file = ArrayFile.open(scene.array(), scene.access())) {
        file.writeAt(FIRST, numbers(COUNT, scene.version()), FIRST, LENGTH);
      }
    }

    @Override
    void change(Promises promises, int number, int version) {
      int[] next = promises.numbers().latest().clone();
      System.arraycopy(numbers(COUNT, version), FIRST, next, FIRST, LENGTH);
      promises.numbers().become(next);
    }
  },
  APPEND(true) {
    @Override
    void perform(Scene scene) throws IOException {
      try (ArrayAppender appender = appender(scene)) {
        appender.append(numbers(APPENDED, scene.version()));
      }
    }

    @Override
    void change(Promises promises, int number, int version) {
      int[] older = promises.numbers().latest();
      int[] next = Arrays.copyOf(older, older.length + APPENDED);
      System.arraycopy(numbers(APPENDED, version), 0, next, older.length, APPENDED);
      promises.numbers().become(next);
    }

    @Override
    void keep(Promises promises) {
      promises.numbers().settle();
    }
  },
  RESERVE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      try (ByteFile file = ByteFile.openOrCreate(scene.file(Promises.BYTES), scene.access())) {
        file.reserve(RESERVED);
      }
    }

    @Override
    void change(Promises promises, int number, int version) {
      Thing.Bytes bytes = bytes(promises);
      int size = Math.max(RESERVED, bytes.latest().length);
      bytes.grow(Arrays.copyOf(bytes.latest(), size));
    }
  },
  RESIZE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      try (ByteFile file = ByteFile.openOrCreate(scene.file(Promises.BYTES), scene.access())) {
        file.resize(size(scene.number()));
      }
    }

    private static int size(int number) {
      return 7000 + 1500 * number;
    }

    @Override
    void change(Promises promises, int number, int version) {
      Thing.Bytes bytes = bytes(promises);
      bytes.become(Arrays.copyOf(bytes.latest(), size(number)));
    }
  },
  SYNC(true) {
    @Override
    void perform(Scene scene) throws IOException {
      for (String name : List.of(Promises.ARRAY, Promises.OTHER, Promises.BYTES)) {
        if (Files.exists(scene.file(name))) {
          try (ByteFile file = ByteFile.open(scene.file(name), scene.access())) {
            file.sync();
          }
        }
      }
    }

    @Override
    void change(Promises promises, int number, int version) {}

    @Override
    void keep(Promises promises) {
      promises.settleContents();
    }
  },
  RENAME(true) {
    @Override
    void perform(Scene scene) throws IOException {
      Path _ =
          Files.move(
              scene.array(),
              scene.file(other(scene.arrayName())),
              StandardCopyOption.ATOMIC_MOVE,
              StandardCopyOption.REPLACE_EXISTING);
    }

    private static String other(String name) {
      return name.equals(Promises.ARRAY) ? Promises.OTHER : Promises.ARRAY;
    }

    @Override
    void change(Promises promises, int number, int version) {
      promises.rename(promises.array(), other(promises.array()));
    }
  },
  SYNC_FOLDER(true) {
    @Override
    void perform(Scene scene) throws IOException {
      Durability.syncFolder(scene.folder());
    }

    @Override
    void change(Promises promises, int number, int version) {}

    @Override
    void keep(Promises promises) {
      promises.settleNames();
    }
  },
  COLLECTIVE_WRITE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      RankThreads.run(
          RANKS,
          world -> {
            try (SharedArrayFile file =
                SharedArrayFile.open(world, scene.array(), OpenMode.READ_WRITE)) {
              Distribution columns =
                  new Distribution(
                      file.shape(), List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, RANKS));
              int[] all = numbers((int) file.shape().size(), scene.version());
              file.writeAll(columns.of(world.rank()), columns(all, world.rank()));
              file.sync();
            }
          });
    }

    @Override
    void change(Promises promises, int number, int version) {
      promises.numbers().become(numbers(promises.numbers().latest().length, version));
    }

    @Override
    void keep(Promises promises) {
      promises.numbers().settle();
    }
  },
  SAVE_INDEX(true) {
    @Override
    void perform(Scene scene) throws IOException {
      Path index = scene.file(name(scene.number()));
      requireLines(scene.file(Workload.TEXT), IndexOptions.savedAs(index));
    }

    private static String name(int number) {
      return "i" + number + ".lines";
    }

    private static void requireLines(Path text, IndexOptions options) throws IOException {
      try (LineIndex index = LineIndex.open(text, options)) {
        require(index.count() == 700, index.count() + " lines");
        require(index.line(600).startsWith("599 is a line"), "another line is the 600th");
        if (index.unsaved().isPresent()) {
          throw index.unsaved().get();
        }
      }
    }

    @Override
    void change(Promises promises, int number, int version) {
      String name = name(number);
      promises.name(
          name,
          promises.whole(
              name,
              path ->
                  requireLines(path.resolveSibling(Workload.TEXT), IndexOptions.savedAs(path))));
    }

    @Override
    void keep(Promises promises) {
      promises.settleNames();
    }
  },
  FINISH_ARCHIVE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      Path archive = scene.file(name(scene.number()));
      if (!Files.exists(archive)) { // repeated after it was finished
        Packing packing = Packing.of(Codecs.ofFile("t.gz").orElseThrow());
        Compression.compress(scene.file(Workload.TEXT), archive, packing);
      }
    }

    private static String name(int number) {
      return "t" + number + ".gz";
    }

    @Override
    void change(Promises promises, int number, int version) {
      String name = name(number);
      promises.name(
          name,
          promises.whole(
              name,
              path ->
                  require(
                      Arrays.equals(
                          Thing.text(),
                          Compression.decompress(Files.readAllBytes(path), Limits.defaults())),
                      "holds other lines")));
    }

    @Override
    void keep(Promises promises) {
      promises.settleNames();
    }
  },
  UNPACK_ARCHIVE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      Path folder = scene.file(name(scene.number()));
      if (scene.version() == Judge.REPEATED) { // it replaces no file
        Judge.delete(folder);
      }
      try (ZipArchive zip = ZipArchive.open(scene.file(Workload.ZIP), Limits.defaults())) {
        zip.extract(folder);
      }
    }

    private static String name(int number) {
      return "unpacked" + number;
    }

    @Override
    void change(Promises promises, int number, int version) {
      filled(promises, name(number), Workload.UNPACKED);
    }

    @Override
    void keep(Promises promises) {
      settleFolders(promises);
    }
  },
  COPY_TREE(true) {
    @Override
    void perform(Scene scene) throws IOException {
      copy(TreeCopy.of(scene.file(Workload.TREE), scene.file(Promises.COPY)).durable());
    }

    @Override
    void change(Promises promises, int number, int version) {
      filled(promises, Promises.COPY, Workload.COPIED);
    }

    @Override
    void keep(Promises promises) {
      settleFolders(promises);
    }
  },
  /// Of what another copy may have done.
  RESUME_COPY(false) {
    @Override
    void perform(Scene scene) throws IOException {
      TreeCopy copy = TreeCopy.of(scene.file(Workload.TREE), scene.file(Promises.COPY));
      copy(copy.preserving(Preserved.TIMES).resuming().durable());
    }

    @Override
    void change(Promises promises, int number, int version) {
      COPY_TREE.change(promises, number, version);
    }

    @Override
    void keep(Promises promises) {
      COPY_TREE.keep(promises);
    }
  },

  // ---- what promises less, and must be seen to
  // ---------------------------------------------------

  /// Under its own name at once.
  CREATE_IN_PLACE(false) {
    @Override
    void perform(Scene scene) throws IOException {
      Creation creation = Creation.inPlace().withAccess(scene.access());
      try (ArrayFile file = ArrayFile.create(scene.file(Promises.ARRAY), FORMAT, creation)) {
        file.write(numbers(COUNT, scene.version()));
      }
    }

    @Override
    void change(Promises promises, int number, int version) {
      CREATE.change(promises, number, version);
    }
  },
  /// Its contents are synced, its name is not.
  CREATE_IN_PLACE_AND_SYNC(false) {
    @Override
    void perform(Scene scene) throws IOException {
      Creation creation = Creation.inPlace().withAccess(scene.access());
      try (ArrayFile file = ArrayFile.create(scene.file(Promises.ARRAY), FORMAT, creation)) {
        file.write(numbers(COUNT, scene.version()));
        file.sync();
      }
    }

    @Override
    void change(Promises promises, int number, int version) {
      CREATE.change(promises, number, version);
    }
  },
  /// Neither its contents nor its name are synced.
  APPEAR_UNSYNCED(false) {
    @Override
    void perform(Scene scene) throws IOException {
      Publication made = Publication.of(scene.file(Promises.ARRAY));
      made.fillUnsynced(out -> out.write(bytes(scene.version())));
      made.replace();
    }

    @Override
    void change(Promises promises, int number, int version) {
      CREATE.change(promises, number, version);
    }
  },
  /// Its name is not synced.
  APPEAR(false) {
    @Override
    void perform(Scene scene) throws IOException {
      Publication made = Publication.of(scene.file(Promises.ARRAY));
      made.fillUnsynced(out -> out.write(bytes(scene.version())));
      made.sync();
      made.appear();
    }

    @Override
    void change(Promises promises, int number, int version) {
      CREATE.change(promises, number, version);
    }
  },
  COPY_TREE_UNSYNCED(false) {
    @Override
    void perform(Scene scene) throws IOException {
      TreeCopy copy = TreeCopy.of(scene.file(Workload.TREE), scene.file(Promises.COPY));
      copy(copy.preserving(Preserved.TIMES));
    }

    @Override
    void change(Promises promises, int number, int version) {
      promises.name(Promises.COPY, new Thing.Filled(Workload.COPIED, false));
    }
  };

  static final Shape SHAPE = Shape.of(20, Thing.Numbers.ROW);
  static final int COUNT = (int) SHAPE.size();
  private static final Npy FORMAT = Npy.of(ElementType.INT, SHAPE);
  private static final int FIRST = 300;
  private static final int LENGTH = 1700;
  private static final int APPENDED = 3 * Thing.Numbers.ROW;
  private static final int RESERVED = 20_000;
  private static final int RANKS = 2;

  private final boolean ordinary;

  Step(boolean ordinary) {
    this.ordinary = ordinary;
  }

  /// Where a step is taken.
  ///
  /// @param arrayName of the array that there is
  /// @param number of the step in its workload, from 1
  /// @param version of what it writes
  record Scene(Path folder, String arrayName, Access access, int number, int version) {
    Path file(String name) {
      return folder.resolve(name);
    }

    Path array() {
      return file(arrayName);
    }
  }

  /// Those of which workloads are made.
  static List<Step> ordinary() {
    return Arrays.stream(values()).filter(Step::isOrdinary).toList();
  }

  /// Does it.
  abstract void perform(Scene scene) throws IOException;

  /// What may be found from its beginning on.
  abstract void change(Promises promises, int number, int version);

  /// What will be found after its end, also after a loss of power: nothing more than before.
  void keep(Promises promises) {}

  boolean isOrdinary() {
    return ordinary;
  }

  boolean needsArray() {
    return this == WRITE_RANGE || this == APPEND || this == RENAME || this == COLLECTIVE_WRITE;
  }

  static Step named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace(' ', '_'));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  // ---- parts -----------------------------------------------------------------------------------

  static int[] numbers(int count, int version) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i * 31 + version * 1_000_003);
    return numbers;
  }

  private static byte[] bytes(int version) {
    return Workload.npy(numbers(COUNT, version));
  }

  private static int[] columns(int[] all, int rank) {
    int row = Thing.Numbers.ROW;
    int[] part = new int[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      if (i % row % RANKS == rank) {
        part[count++] = all[i];
      }
    }
    return Arrays.copyOf(part, count);
  }

  /// As the documentation says: what an append that was ended has left is cut off first.
  private static ArrayAppender appender(Scene scene) throws IOException {
    try {
      return ArrayAppender.open(scene.array(), scene.access());
    } catch (FormatException e) {
      if (scene.version() != Judge.REPEATED) {
        throw e;
      }
    }
    long end;
    try (ArrayFile file = ArrayFile.open(scene.array())) {
      end = file.format().dataOffset() + file.format().dataBytes();
    }
    try (ByteFile file = ByteFile.open(scene.array(), scene.access())) {
      file.resize(end);
    }
    return ArrayAppender.open(scene.array(), scene.access());
  }

  /// The file of bytes, which is made where there is none.
  private static Thing.Bytes bytes(Promises promises) {
    Thing known = promises.latest().get(Promises.BYTES);
    Thing.Bytes bytes = known instanceof Thing.Bytes there ? there : new Thing.Bytes(new byte[0]);
    promises.name(Promises.BYTES, bytes);
    return bytes;
  }

  private static void filled(Promises promises, String name, Thing.Filled.Contents contents) {
    if (!promises.latest().containsKey(name)) {
      promises.name(name, new Thing.Filled(contents, true));
    }
  }

  private static void settleFolders(Promises promises) {
    promises.settleNames();
    promises.latest().values().stream()
        .filter(Thing.Filled.class::isInstance)
        .forEach(Thing::settle);
  }

  private static void copy(TreeCopy copy) throws IOException {
    TreeCopyReport report = copy.withThreads(1).run();
    if (report.errors() > 0) {
      throw report.first().getFirst();
    }
  }
}

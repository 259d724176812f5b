package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.TransferCosts.Way;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A mapping of a file that is read: the places that it has met, and what becomes of those whose
/// pages cannot be had, as where a file system in memory is full and the file has holes.
class ReadMappingTest {
  private static final int ROWS = 1024;
  private static final int COLUMNS = 4096;

  @TempDir Path folder;

  /// Maps files of which no page can be had.
  private record Pageless(FileEngine mapped) implements FileEngine.Mapped {
    @Override
    public String name() {
      return mapped.name();
    }

    @Override
    public Optional<String> obstacle() {
      return mapped.obstacle();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      return pageless(file, mapped.open(file, mode));
    }

    @Override
    public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
      return pageless(file, mapped.reopen(file, opened, mode));
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      return pageless(file, mapped.create(file));
    }

    private EngineFile pageless(Path path, EngineFile file) {
      return (EngineFile)
          Proxy.newProxyInstance(
              EngineFile.class.getClassLoader(),
              new Class<?>[] {EngineFile.class},
              (_, method, arguments) -> {
                if (method.getName().startsWith("tryRead")) {
                  throw new TransferException(name(), "read", path, 0, 1, 0, "a page is gone");
                }
                try {
                  return method.invoke(file, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  private static FileEngine auto(String way) {
    List<FileEngine> engines = new ArrayList<>(FileEngines.all().stream().skip(1).toList());
    engines.replaceAll(
        engine -> engine instanceof FileEngine.Mapped ? new Pageless(engine) : engine);
    return new AutoEngine(new Binding()) {
      @Override
      List<FileEngine> engines() {
        return engines;
      }

      @Override
      String way() {
        return way;
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mapping", "mapping-once"})
  void callsReadWhatTheMappingCannot(String way) throws IOException {
    byte[] contents = new byte[ROWS * COLUMNS];
    new Random(1).nextBytes(contents);
    Path path = Files.write(folder.resolve("f"), contents);
    Raw format = Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(ROWS, COLUMNS));
    Access access = Access.read().withEngine(auto(way)).withThreads(1);
    try (ArrayFile file = ArrayFile.open(path, format, access)) {
      for (int length : new int[] {4096, 1 << 20, contents.length}) {
        byte[] read = new byte[length];
        for (int i = 0; i < 20; i++) {
          file.readAt(0, read, 0, length);
          assertThat(Arrays.mismatch(read, 0, length, contents, 0, length)).isEqualTo(-1);
        }
      }
      byte[] tile = new byte[2 * 600];
      for (int i = 0; i < 20; i++) {
        file.read(Hyperslab.at(0, 5).count(2, 600), tile);
        assertThat(Arrays.mismatch(tile, 600, 1200, contents, COLUMNS + 5, COLUMNS + 605))
            .isEqualTo(-1);
      }
    }
  }

  /// A mapped file that keeps which of its ranges were given back, met by a call, or closed.
  private static final class Kept extends ForwardingFile {
    private final List<String> asked;

    Kept(EngineFile file, List<String> asked) {
      super(file);
      this.asked = asked;
    }

    @Override
    public boolean tryReadList(ExtentList extents, Object array, long at) throws IOException {
      return calls.tryReadList(extents, array, at);
    }

    @Override
    public void release(long offset, long length) {
      asked.add("release " + offset + " " + length);
      calls.release(offset, length);
    }

    @Override
    public void populate(long offset, long length) {
      asked.add("populate " + offset + " " + length);
    }

    @Override
    public void advise(long offset, long length, Advice advice) {
      asked.add("advise " + offset + " " + length + " " + advice);
    }

    @Override
    public void close() throws IOException {
      asked.add("close");
      calls.close();
    }

    @Override
    public String explain() {
      return calls.explain();
    }
  }

  private final List<String> asked = new ArrayList<>();

  /// Maps files, or fails to.
  private FileEngine mapping(Optional<String> failure) {
    FileEngine mapped = FileEngines.of(FileEngine.Mapped.class);
    return (FileEngine)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {FileEngine.class},
            (_, _, arguments) -> {
              asked.add("map");
              if (failure.isPresent()) {
                throw new IOException(failure.get());
              }
              return new Kept(
                  mapped.reopen((Path) arguments[0], (Path) arguments[1], OpenMode.READ), asked);
            });
  }

  private static final int FIRST = Way.MAPPING_FIRST.bit();
  private static final int AGAIN = Way.MAPPING_AGAIN.bit();
  private static final int ONCE = Way.MAPPING_ONCE.bit();

  private static ExtentList list(long length, long... offsets) {
    ExtentList extents = new ExtentList();
    for (long offset : offsets) {
      boolean _ = extents.add(offset, length);
    }
    return extents;
  }

  @Test
  void placesAreMetByReadsAndByNoneWhosePagesAreGivenBack() throws IOException {
    byte[] contents = new byte[1 << 20];
    new Random(2).nextBytes(contents);
    Path path = Files.write(folder.resolve("f"), contents);
    try (EngineFile calls = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ);
        ReadMapping mapping =
            ReadMapping.of(path, calls, mapping(Optional.empty()), contents.length)) {
      byte[] array = new byte[1 << 20];
      assertThat(mapping.ways(0, false)).isZero();
      assertThat(mapping.ways(0, true)).isEqualTo(FIRST | ONCE);
      assertThat(mapping.ways(list(10, 0, 500), true)).isEqualTo(FIRST);
      assertThat(mapping.read(0, array, 0, 10)).isZero();
      assertThat(mapping.readOnce(0, array, 0, 10)).isZero();
      assertThat(mapping.readList(list(10, 0, 500), array, 0)).isFalse();
      mapping.populate(0, 10);
      mapping.advise(0, 10, Advice.RANDOM);
      assertThat(mapping.hasMet(0)).isFalse();
      assertThat(mapping.metBytes()).isZero();
      assertThat(asked).isEmpty();
      assertThat(mapping.map()).isTrue();
      assertThat(mapping.map()).isTrue();
      assertThat(mapping.ways(0, false)).isEqualTo(FIRST | ONCE);
      assertThat(mapping.readOnce(100, array, 5, 3000)).isEqualTo(3000);
      assertThat(Arrays.mismatch(array, 5, 3005, contents, 100, 3100)).isEqualTo(-1);
      assertThat(mapping.readAgain(100, array, 5, 3000)).isEqualTo(3000);
      assertThat(mapping.hasMet(100)).isFalse();
      assertThat(mapping.read(70_000, array, 7, 100_000)).isEqualTo(100_000);
      assertThat(Arrays.mismatch(array, 7, 100_007, contents, 70_000, 170_000)).isEqualTo(-1);
      assertThat(mapping.metBytes()).isEqualTo(2 * 65_536);
      assertThat(mapping.hasMet(65_536)).isTrue();
      assertThat(mapping.hasMet(196_607)).isTrue();
      assertThat(mapping.hasMet(65_535)).isFalse();
      assertThat(mapping.hasMet(196_608)).isFalse();
      assertThat(mapping.ways(70_000, false)).isEqualTo(AGAIN);
      assertThat(mapping.ways(list(10, 70_000, 140_000), false)).isEqualTo(AGAIN);
      assertThat(mapping.ways(list(10, 70_000, 240_000), false)).isEqualTo(FIRST);
      assertThat(mapping.readList(list(10, 300_000, 500_000), array, 3)).isTrue();
      assertThat(Arrays.mismatch(array, 13, 23, contents, 500_000, 500_010)).isEqualTo(-1);
      assertThat(mapping.hasMet(300_000)).isTrue();
      assertThat(mapping.hasMet(500_000)).isTrue();
      assertThat(mapping.hasMet(400_000)).isFalse();
      mapping.populate(1, 10);
      mapping.advise(2, 10, Advice.RANDOM);
      assertThat(mapping.explain()).isEmpty();
    }
    assertThat(asked)
        .containsExactly("map", "release 100 3000", "populate 1 10", "advise 2 10 RANDOM", "close");
  }

  @Test
  void whatCannotBeMappedIsTriedOnceAndSaid() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[1 << 20]);
    try (EngineFile calls = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ);
        ReadMapping mapping =
            ReadMapping.of(path, calls, mapping(Optional.of("no room")), 1 << 20)) {
      assertThat(mapping.explain()).isEmpty();
      assertThat(mapping.map()).isFalse();
      assertThat(mapping.map()).isFalse();
      assertThat(mapping.ways(0, true)).isZero();
      assertThat(mapping.explain()).isEqualTo("; not mapped: no room");
      assertThat(asked).containsExactly("map");
    }
    ReadMapping never = ReadMapping.never(path, nameless(), mapping(Optional.empty()));
    assertThat(never.map()).isFalse();
    assertThat(never.ways(0, true)).isZero();
    assertThat(never.explain()).isEmpty();
    assertThat(never.uses(0, 10, 3)).isEqualTo(4);
    never.close();
    try (ReadMapping byName =
        ReadMapping.of(path, nameless(), mapping(Optional.empty()), 1 << 20)) {
      assertThat(byName.map()).isFalse();
      assertThat(byName.explain())
          .isEqualTo("; not mapped: nothing but its name leads to the file");
    }
  }

  /// Nothing leads to it.
  private EngineFile nameless() {
    return (EngineFile)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {EngineFile.class},
            (_, _, _) -> Optional.empty());
  }

  /// Files of this process have been read so often by now as files before it were.
  @Test
  void newPagesAreExpectedToBeUsedAsOftenAsPlacesWere() throws IOException {
    Path path = folder.resolve("f");
    long size = 1 << 30;
    try (ReadMapping forgetful =
        ReadMapping.of(path, nameless(), mapping(Optional.empty()), size)) {
      assertThat(forgetful.uses(0, 64 << 10, 0)).isOne();
      assertThat(forgetful.uses(0, 64 << 10, 6)).isEqualTo(7);
    }
    long usual = readOften(path, size, 64, 9); // teaches that places are read nine times
    long later = readOften(path, size, 63, 9); // too few places to teach
    long last = readOften(path, size, 64, 9);
    assertThat(later).isEqualTo((usual + 9 + 1) / 2);
    assertThat(last).isEqualTo(later);
  }

  /// Reads places again and again, and returns how often a first read of one was expected.
  private long readOften(Path path, long size, int places, int times) throws IOException {
    try (ReadMapping mapping = ReadMapping.of(path, nameless(), mapping(Optional.empty()), size)) {
      long first = mapping.uses(100, 4096, 0);
      for (int time = 0; time < times; time++) {
        for (int place = time == 0 ? 1 : 0; place < places; place++) {
          long uses = mapping.uses(place * 100_000L + 100, 4096, 0);
          assertThat(uses).isBetween(Math.max(first, time), Math.max(first, time + 1));
        }
      }
      long next = mapping.uses((places - 1) * 100_000L + 4196, 4096, 2);
      assertThat(next).isEqualTo(16 * 3); // who goes on will use all that a fault has
      return first;
    }
  }
}

package io.penstock.benchmarks;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// A file of ints in the page cache, open by one engine and moved by one thread.
@State(Scope.Benchmark)
public abstract class CachedArrayFile {
  static final int ELEMENTS = 16 << 20;

  /// How bytes move.
  @Param({"auto", "posix", "mapped", "channel"})
  public String engine = "auto";

  /// The order of bytes in the file.
  @Param({"native", "foreign"})
  public String order = "native";

  private final OpenMode mode;
  private Path path = Path.of("");
  private int next;
  private Optional<ArrayFile> file = Optional.empty();
  final int[] array = new int[ELEMENTS];

  CachedArrayFile(OpenMode mode) {
    this.mode = mode;
  }

  /// Writes the file and opens it.
  @Setup(Level.Trial)
  public void open() throws IOException {
    path = Files.createTempFile(Path.of("").toAbsolutePath(), "benchmark", ".raw");
    Files.delete(path);
    Raw format = Raw.of(ElementType.INT, byteOrder(), Shape.of(ELEMENTS));
    try (ArrayFile created = ArrayFile.create(path, format, Creation.inPlace())) {
      created.write(array);
    }
    Access access =
        Access.read().withMode(mode).withEngine(FileEngines.named(engine)).withThreads(1);
    file = Optional.of(ArrayFile.open(path, format, access));
  }

  ArrayFile file() {
    return file.orElseThrow();
  }

  private ByteOrder byteOrder() {
    boolean big = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ^ order.equals("foreign");
    return big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /// The start of the next request of so many elements: all over the file, one after the other.
  int next(int count) {
    next = (next + 5 * count) & (ELEMENTS - 1) & -count;
    return next;
  }

  /// Closes and removes the file.
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    file().close();
    Files.delete(path);
  }

  /// Open for reading only, which lets `auto` map it.
  public static class ForReading extends CachedArrayFile {
    /// Made by JMH.
    public ForReading() {
      super(OpenMode.READ);
    }
  }

  /// Open for writing too.
  public static class ForWriting extends CachedArrayFile {
    /// Made by JMH.
    public ForWriting() {
      super(OpenMode.READ_WRITE);
    }
  }
}

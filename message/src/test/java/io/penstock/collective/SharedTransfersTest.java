package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.file.Creation;
import io.penstock.file.Npy;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.message.threads.RankThreads;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every call for every kind of memory, against the file's bytes.
@Timeout(60)
class SharedTransfersTest {
  private static final int LENGTH = 12;
  private static final int MOVED = 6;
  private static final int FIRST = 4;
  private static final Selection SELECTED = Hyperslab.at(FIRST).count(MOVED);

  @TempDir Path folder;

  /// What a program may move from and to.
  enum Memory {
    BYTES(ElementType.BYTE, byte[].class),
    SHORTS(ElementType.SHORT, short[].class),
    CHARS(ElementType.CHAR, char[].class),
    INTS(ElementType.INT, int[].class),
    LONGS(ElementType.LONG, long[].class),
    FLOATS(ElementType.FLOAT, float[].class),
    DOUBLES(ElementType.DOUBLE, double[].class),
    ELEMENTS(ElementType.INT, Elements.class),
    TILE(ElementType.INT, Tile.class),
    SEGMENT(ElementType.INT, MemorySegment.class),
    LEASE(ElementType.INT, Lease.class);

    private final ElementType type;
    private final Class<?> kind;

    Memory(ElementType type, Class<?> kind) {
      this.type = type;
      this.kind = kind;
    }

    /// Memory of six elements, which hold consecutive numbers.
    Object from(int number) {
      Object array = TypedArrays.of(type, MOVED);
      for (int i = 0; i < MOVED; i++) {
        TypedArrays.set(array, i, number + i);
      }
      return switch (this) {
        case ELEMENTS -> Elements.of(inside(array), 1, MOVED);
        case TILE -> new Tile(inside(array), Shape.of(MOVED + 2), Hyperslab.at(1).count(MOVED));
        case SEGMENT -> Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, (int[]) array);
        case LEASE -> {
          Lease lease = BufferPool.shared().leaseShared(MOVED * 4L);
          MemorySegment _ = lease.segment().copyFrom(MemorySegment.ofArray((int[]) array));
          yield lease;
        }
        default -> array;
      };
    }

    private static int[] inside(Object array) {
      int[] around = new int[MOVED + 2];
      System.arraycopy(array, 0, around, 1, MOVED);
      return around;
    }

    /// The bytes of the six elements.
    static byte[] bytes(Object memory) {
      Object moved =
          memory instanceof Tile tile ? Elements.of(tile.memory().memory(), 1, MOVED) : memory;
      return Elements.of(moved).segment().toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /// One rank's file, and a kind of memory.
  private record Calls(SharedArrayFile file, Memory memory) {
    void at(String name, Selection selection, Object data) {
      await(name, call(name, Selection.class, selection, data));
    }

    void at(String name, long first, Object data) {
      await(name, call(name, long.class, first, data));
    }

    private Object call(String name, Class<?> kind, Object place, Object data) {
      try {
        Object result =
            SharedArrayFile.class.getMethod(name, kind, memory.kind).invoke(file, place, data);
        return result == null ? "nothing" : result;
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(name, e);
      }
    }

    private static void await(String name, Object result) {
      if (name.startsWith("i")) {
        FirstFailure outcome = FirstFailure.of(((Pending) result)::await);
        assertThat(outcome.failure()).isNull();
      }
    }

    long atSharedPosition(String name, Object data) {
      try {
        return (long) SharedArrayFile.class.getMethod(name, memory.kind).invoke(file, data);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(name, e);
      }
    }
  }

  private interface Body {
    void run(Calls calls, Path path) throws IOException;
  }

  private void run(Memory memory, Shape shape, Body body) {
    Path path = folder.resolve("a.npy");
    Npy format = Npy.of(memory.type, shape);
    RankThreads.run(
        1,
        world -> {
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, format, Creation.inPlace(), Hints.defaults())) {
            body.run(new Calls(file, memory), path);
          }
        });
  }

  private static byte[] inFile(Path path, Memory memory) throws IOException {
    byte[] all = Files.readAllBytes(path);
    int width = memory.type.bytes();
    int begin = all.length - LENGTH * width + FIRST * width;
    return Arrays.copyOfRange(all, begin, begin + MOVED * width);
  }

  @ParameterizedTest
  @EnumSource
  void selectedElementsAreWrittenAndReadByEveryCall(Memory memory) {
    run(
        memory,
        Shape.of(LENGTH),
        (calls, path) -> {
          int number = 1;
          for (String name : List.of("write", "iwrite", "writeAll", "iwriteAll")) {
            Object source = memory.from(number++);
            calls.at(name, SELECTED, source);
            assertThat(inFile(path, memory)).as(name).isEqualTo(Memory.bytes(source));
          }
          for (String name : List.of("read", "iread", "readAll", "ireadAll")) {
            Object target = memory.from(100);
            calls.at(name, SELECTED, target);
            assertThat(Memory.bytes(target)).as(name).isEqualTo(inFile(path, memory));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void rangesAreWrittenAndReadByEveryCall(Memory memory) {
    run(
        memory,
        Shape.of(3, 4), // whose ranges are no selections
        (calls, path) -> {
          int number = 1;
          for (String name : List.of("writeAt", "writeAtAll")) {
            Object source = memory.from(number++);
            calls.at(name, FIRST, source);
            assertThat(inFile(path, memory)).as(name).isEqualTo(Memory.bytes(source));
          }
          for (String name : List.of("readAt", "readAtAll")) {
            Object target = memory.from(100);
            calls.at(name, FIRST, target);
            assertThat(Memory.bytes(target)).as(name).isEqualTo(inFile(path, memory));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void whatLiesAtTheSharedPositionIsWrittenAndReadByEveryCall(Memory memory) {
    run(
        memory,
        Shape.of(3, 4), // whose ranges are no selections
        (calls, path) -> {
          int number = 1;
          for (String name : List.of("writeShared", "writeOrdered")) {
            Object source = memory.from(number++);
            calls.file.seekShared(FIRST);
            assertThat(calls.atSharedPosition(name, source)).isEqualTo(FIRST);
            assertThat(calls.file.sharedPosition()).isEqualTo(FIRST + MOVED);
            assertThat(inFile(path, memory)).as(name).isEqualTo(Memory.bytes(source));
          }
          for (String name : List.of("readShared", "readOrdered")) {
            Object target = memory.from(100);
            calls.file.seekShared(FIRST);
            assertThat(calls.atSharedPosition(name, target)).isEqualTo(FIRST);
            assertThat(Memory.bytes(target)).as(name).isEqualTo(inFile(path, memory));
          }
        });
  }
}

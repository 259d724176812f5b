package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A mapping whose pages cannot be had: calls of the system may do without them, as where a file
/// system in memory is full and the file has holes.
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
}

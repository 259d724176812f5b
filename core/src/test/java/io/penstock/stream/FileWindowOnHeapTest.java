package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same for files that are opened before C functions are bound.
class FileWindowOnHeapTest extends FileWindowTest {
  private static final int COUNT = 1000;

  @Override
  ElementBlock block(int size) {
    return new HeapBlock(size, ByteOrder.BIG_ENDIAN);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 100})
  void whatAnEngineMovesInPartGoesOnThroughThePool(int turns) throws IOException {
    byte[] written = new byte[COUNT];
    new Random(turns).nextBytes(written);
    try (FileWindow window = new FileWindow(file, true, block(1 << 12))) {
      window.seek(50);
      window.write(written, 0, COUNT);
      file.turnsByArray = turns;
      window.flush();
      assertThat(Arrays.copyOfRange(file.content, 50, 50 + COUNT)).isEqualTo(written);
      window.seek(10_000);
      window.seek(50);
      file.turnsByArray = turns;
      byte[] read = new byte[COUNT];
      window.readFully(read, 0, COUNT);
      assertThat(read).isEqualTo(written);
    }
  }
}

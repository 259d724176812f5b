package io.penstock.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// What tests of the promises of every engine start from: a folder, random bytes, and memory for
/// them off the heap.
abstract class EngineContract {
  @TempDir Path folder;

  final SplittableRandom random = new SplittableRandom(20261126);
  final Arena arena = Arena.ofConfined();

  @AfterEach
  void free() {
    arena.close();
  }

  final byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  static byte[] content(MemorySegment memory) {
    return memory.toArray(ValueLayout.JAVA_BYTE);
  }
}

package io.penstock.file.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.NativeAccess;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CloseCopiesTest {
  private static final Path CLASSES = Path.of(System.getProperty("java.home"), "lib", "modules");

  @Test
  void aShortageOfMemoryDecidesNothingAboutTheProcessor() {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    CloseCopies.Processor processor = new CloseCopies.Processor(CLASSES);
    try (BufferPool small = BufferPools.cached(PoolOptions.defaults().withLimitBytes(4096))) {
      assertThat(processor.isSlow(small)).isFalse();
      assertThat(processor.isKnown()).isFalse();
    }
    processor.isSlow(BufferPool.shared());
    assertThat(processor.isKnown()).isTrue();
  }

  @Test
  void aJdkWithoutThatFileIsNotAskedAgain() {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    CloseCopies.Processor processor = new CloseCopies.Processor(Path.of("/nonexistent/modules"));
    assertThat(processor.isSlow(BufferPool.shared())).isFalse();
    assertThat(processor.isKnown()).isTrue();
  }
}

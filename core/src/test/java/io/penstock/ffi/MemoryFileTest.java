package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Files in memory whose memory is taken as they are made.
@EnabledOnOs(OS.LINUX)
class MemoryFileTest {
  private static final int BYTES = 1 << 16;

  private final FaultyCalls calls = new FaultyCalls();

  @Test
  void signalsDoNotKeepAFileFromTakingItsMemory() throws IOException {
    calls.answering("fallocate", -Errno.EINTR, -Errno.EINTR);
    try (MemoryFile file = MemoryFile.ofBytes(calls.libc(), "penstock-test", BYTES)) {
      MemorySegment memory = file.map(BYTES);
      assertThat(memory.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isZero();
    }
    calls.assertMet();
  }

  @Test
  void whereThereIsNoMemoryThatIsSaidAndTheFileIsClosed() {
    calls.answering("fallocate", -Errno.ENOSPC);
    assertThatIOException()
        .isThrownBy(() -> MemoryFile.ofBytes(calls.libc(), "penstock-test", BYTES))
        .withMessageStartingWith("fallocate: ENOSPC");
    assertThat(calls.calls("close")).isEqualTo(1);
  }
}

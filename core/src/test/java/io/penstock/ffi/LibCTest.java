package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The answers of C functions.
class LibCTest {
  private static final int EBADF = 9;
  private static final int NONE = 1 << 30; // which no process has open

  @Test
  void aCallThatSucceedsAfterOneThatFailedHasNotFailed(@TempDir Path folder) throws Exception {
    Optional<LibC> found = NativeAccess.libc();
    SpokenAssumption.that(found.isPresent(), "native access is needed");
    LibC libc = found.orElseThrow();
    int file = libc.open(Files.write(folder.resolve("bytes"), new byte[100]), 0, 0);
    byte[] array = new byte[64];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64);
      // A call that succeeds leaves errno as it is: what the one before has left.
      assertThat(libc.pread(NONE, memory, 0, 64, 0)).isEqualTo(-EBADF);
      assertThat(libc.pread(file, memory, 0, 64, 0)).isEqualTo(64);
      assertThat(libc.preadCritical(NONE, array, 0, 64, 0)).isEqualTo(-EBADF);
      assertThat(libc.preadCritical(file, array, 0, 64, 0)).isEqualTo(64);
      assertThat(libc.close(NONE)).isEqualTo(-EBADF);
      assertThat(libc.close(file)).isZero();
    }
  }
}

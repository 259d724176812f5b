package io.penstock.file.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.EmulatedMac;
import io.penstock.file.EngineFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Mappings by the calls of macOS, which are played by those of Linux.
@EnabledOnOs(value = OS.LINUX, disabledReason = "Linux plays macOS here")
class MacMappingTest {
  private static final int SIZE = 100_000;

  @TempDir Path folder;
  private final EmulatedMac mac = new EmulatedMac();

  @Test
  void whatWasStoredIsWrittenBeforeTheFileIsSynced() throws IOException {
    Path path = folder.resolve("f");
    try (MappingSource file = MappingSource.Descriptor.created(mac.libc(), path);
        Arena arena = Arena.ofConfined()) {
      file.extend(0, SIZE);
      MemorySegment mapped = file.map(SIZE, SIZE, arena);
      mapped.fill((byte) 7);
      file.sync(mapped);
      assertThat(file.path()).isEmpty();
    }
    assertThat(mac.controls())
        .satisfiesExactly(
            call -> assertThat(call).isEqualTo("F_PREALLOCATE " + SIZE),
            call -> assertThat(call).isEqualTo("ftruncate to " + SIZE),
            call -> assertThat(call).startsWith("msync of "), // from the begin of a page on
            call -> assertThat(call).isEqualTo("F_FULLFSYNC"));
    assertThat(Files.readAllBytes(path)).hasSize(SIZE).containsOnly(7);
  }

  /// Its mapping has no address that could be asked for.
  @Test
  void anEmptyFileIsSyncedWithoutItsMapping() throws IOException {
    Path path = folder.resolve("f");
    try (EngineFile file =
        MappedFile.over(path, MappingSource.Descriptor.created(mac.libc(), path))) {
      file.sync();
    }
    assertThat(mac.controls()).containsExactly("F_FULLFSYNC");
  }
}

package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The reader of a pipe has left: whatever language the system speaks, and nothing else is taken
/// for it, whatever it is called.
@EnabledOnOs(OS.LINUX)
class BrokenPipeTest {
  private static final int O_RDONLY = 0;
  private static final int O_WRONLY = 1;
  private static final int O_NONBLOCK = 04000;

  /// What Spanish systems say.
  private final IOException translated = new IOException("Tubería rota");

  private final IOException english = new IOException("Broken pipe");

  @TempDir private Path folder;
  private final LibC libc = NativeAccess.libc().orElseThrow();

  @Test
  void aPipeIsBrokenWhenItsReaderHasLeftAndNotBefore() throws Exception {
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    int reader = libc.open(fifo, O_RDONLY | O_NONBLOCK, 0);
    int writer = libc.open(fifo, O_WRONLY, 0);
    try {
      assertThat(BrokenPipe.caused(writer, english)).isFalse();
      assertThat(libc.close(reader)).isZero();
      assertThat(BrokenPipe.caused(writer, translated)).isTrue();
    } finally {
      assertThat(libc.close(writer)).isZero();
    }
  }

  @Test
  void aFullDiskAndAFileAreNoBrokenPipes() {
    for (Path path : new Path[] {Path.of("/dev/full"), Path.of("/dev/null")}) {
      int writer = libc.open(path, O_WRONLY, 0);
      assertThat(BrokenPipe.caused(writer, english)).isFalse();
      assertThat(libc.close(writer)).isZero();
    }
  }

  @Test
  void withoutNativeCodeTheTextOfAPipeThatIsBrokenOnPurposeIsTheOneOfTheSystem() throws Exception {
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    int reader = libc.open(fifo, O_RDONLY | O_NONBLOCK, 0);
    try (FileOutputStream writer = new FileOutputStream(fifo.toFile())) {
      assertThat(libc.close(reader)).isZero();
      assertThat(failure(writer)).isEqualTo(BrokenPipe.textOfBrokenPipe());
    }
    try (FileOutputStream full = new FileOutputStream("/dev/full")) {
      assertThat(failure(full)).isNotEqualTo(BrokenPipe.textOfBrokenPipe());
    }
  }

  private static String failure(FileOutputStream out) {
    try {
      out.write(1);
      return "nothing failed";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}

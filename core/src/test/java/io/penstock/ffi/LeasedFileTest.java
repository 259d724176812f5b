package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A file on which somebody has a lease, as servers of network file systems have: who opens it
/// waits until the lease is given back.
@EnabledOnOs(OS.LINUX)
class LeasedFileTest {
  private static final int READ_WRITE = 2; // O_RDWR

  /// F_SETSIG, F_SETLEASE, F_GETLEASE, F_WRLCK and F_UNLCK of linux/fcntl.h (v6.1).
  private static final int SET_SIGNAL = 10;

  private static final int SET_LEASE = 1024;
  private static final int GET_LEASE = 1025;
  private static final int WRITE_LEASE = 1;
  private static final int NO_LEASE = 2;

  /// SIGURG, which nobody heeds, in place of SIGIO, which ends a process.
  private static final int UNHEEDED = 23;

  private static final NativeAccess.Symbols SYMBOLS = NativeAccess.Symbols.ofProcess();

  @TempDir Path folder;

  private static int control(int descriptor, int command, int argument) {
    try (Arena arena = Arena.ofConfined()) {
      return LibC.number(
          SYMBOLS.function("fcntl"), LibC.errno(arena), descriptor, command, argument, 0);
    }
  }

  /// Gives the lease back as soon as somebody is held up by it.
  private static void giveBack(int descriptor) {
    while (control(descriptor, GET_LEASE, 0) == WRITE_LEASE) {
      Thread.onSpinWait();
    }
    assertThat(control(descriptor, SET_LEASE, NO_LEASE)).isZero();
  }

  @Test
  void theAttributesOfALeasedFileAreReadWhenTheLeaseIsGivenBack() throws Exception {
    Path path = Files.writeString(folder.resolve("f"), "leased");
    FolderCalls calls = FolderCalls.ofProcess().orElseThrow();
    LibC libc = NativeAccess.libc().orElseThrow();
    int holder = libc.open(path, READ_WRITE | LinuxHeaders.O_CLOEXEC, 0);
    try {
      assertThat(control(holder, SET_SIGNAL, UNHEEDED)).isZero();
      int leased = control(holder, SET_LEASE, WRITE_LEASE);
      SpokenAssumption.that(leased == 0, "no leases in the folder for temporary files");
      Thread giver = Thread.ofPlatform().start(() -> giveBack(holder));
      assertThat(InodeAttributes.of(calls, path)).isPresent();
      giver.join();
    } finally {
      int _ = libc.close(holder);
    }
  }
}

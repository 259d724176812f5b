package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Linker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The calls of macOS, played by those of Linux.
@EnabledOnOs(value = OS.LINUX, disabledReason = "Linux plays macOS here")
class MacLibCTest {
  private static final int NEW = 0x200 | 0x800 | 2; // O_CREAT | O_EXCL | O_RDWR
  private static final int EBADMACHO = 88;

  @TempDir Path folder;
  private final EmulatedMac mac = new EmulatedMac();
  private final LibC libc = mac.libc();
  private Path path;
  private int file;

  @BeforeEach
  void file() throws IOException {
    path = Files.write(folder.resolve("f"), new byte[1_000]);
    file = libc.open(path, 2 | libc.flags().closeOnExec(), 0);
    assertThat(file).isNotNegative();
  }

  @Test
  void variadicFunctionsAreAskedForAsSuch() {
    mac.asked.forEach(
        (name, signature) -> {
          boolean variadic = Set.of("open", "fcntl").contains(name);
          assertThat(signature.options().contains(Linker.Option.firstVariadicArg(2)))
              .as(name)
              .isEqualTo(variadic);
        });
    assertThat(mac.asked)
        .containsOnlyKeys(
            "close",
            "fcntl",
            "fstat",
            "fsync",
            "ftruncate",
            "getpagesize",
            "madvise",
            "mmap",
            "msync",
            "munmap",
            "open",
            "stat");
  }

  @Test
  void onX64TheFunctionsWithInodesOf64BitsAreAskedFor() {
    EmulatedMac other = new EmulatedMac();
    LibC _ = other.libc("x86_64");
    assertThat(other.asked)
        .containsKeys("stat$INODE64", "fstat$INODE64")
        .doesNotContainKeys("stat", "fstat");
  }

  @Test
  void aFileIsMadeOnce() {
    assertThat(libc.flags().createNew() | 2).isEqualTo(NEW);
    Path made = folder.resolve("new");
    assertThat(libc.close(libc.open(made, NEW, 0600))).isZero();
    assertThat(libc.open(made, NEW, 0600)).isEqualTo(-Errno.EEXIST);
  }

  @Test
  void regularFilesAreToldFromFolders() {
    assertThat(libc.close(libc.openRegular(path, libc.flags().noWait()))).isZero();
    assertThat(libc.openRegular(folder, 0)).isNegative();
    assertThat(libc.openRegular(folder.resolve("none"), 0)).isNegative();
  }

  @Test
  void errorsHaveTheNumbersOfLinux() {
    assertThat(libc.open(folder.resolve("x".repeat(300)), 0, 0)).isEqualTo(-Errno.ENAMETOOLONG);
    assertThat(libc.size(-1)).isEqualTo(-Errno.EBADF);
    mac.refusal = 45; // ENOTSUP
    assertThat(libc.bypassCache(file)).isEqualTo(-Errno.EOPNOTSUPP);
    mac.refusal = EBADMACHO;
    assertThat(libc.bypassCache(file)).isEqualTo(-Errno.FOREIGN - EBADMACHO);
  }

  @Test
  void sizeAndKeyAreWhereTheStructureHasThem() throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    assertThat(libc.size(file)).isEqualTo(1_000);
    assertThat(libc.fileKey(file)).contains(key.toString());
    assertThat(libc.fileKey(-1)).isEmpty();
  }

  @Test
  void theKeyOfLinuxIsTheJdksToo() throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    assertThat(NativeAccess.libc().orElseThrow().fileKey(file)).contains(key.toString());
  }

  @Test
  void onlyWhatTheFileLacksIsReserved() {
    assertThat(libc.reserve(file, 5_000)).isZero();
    assertThat(libc.size(file)).isEqualTo(5_000);
    assertThat(libc.reserve(file, 3_000)).isZero();
    assertThat(libc.size(file)).isEqualTo(5_000);
    assertThat(mac.controls).containsExactly("F_PREALLOCATE 4000", "ftruncate to 5000");
  }

  @Test
  void whatCannotBeReservedIsLeftToTheCaller() {
    mac.refusal = Errno.EINVAL;
    assertThat(libc.reserve(file, 5_000)).isEqualTo(-Errno.EOPNOTSUPP);
    mac.refusal = Errno.ENOSPC;
    assertThat(libc.reserve(file, 5_000)).isEqualTo(-Errno.ENOSPC);
    assertThat(libc.size(file)).isEqualTo(1_000);
  }

  @Test
  void aSyncReachesTheMedium() {
    assertThat(libc.sync(file)).isZero();
    assertThat(mac.controls).containsExactly("F_FULLFSYNC");
  }

  @Test
  void aFileSystemWithoutFullSyncIsSyncedAsFarAsItGoes() {
    mac.refusal = 45; // ENOTSUP
    assertThat(libc.sync(file)).isZero();
    assertThat(mac.controls).containsExactly("F_FULLFSYNC", "fsync");
    mac.refusal = Errno.EIO;
    assertThat(libc.sync(file)).isEqualTo(-Errno.EIO);
  }

  @Test
  void whatWillBeNeededIsAdvisedInPieces() {
    assertThat(libc.advise(file, 7, (2L << 30) + 5, 3)).isZero();
    assertThat(mac.controls)
        .containsExactly(
            "F_RDADVISE 7 1073741824",
            "F_RDADVISE 1073741831 1073741824",
            "F_RDADVISE 2147483655 5");
    assertThat(libc.advise(file, 0, 1, 4)).isEqualTo(-Errno.ENOSYS);
  }

  @Test
  void aMappingIsSyncedFromItsPageOn() {
    long address = libc.map(file, 0, 1_000, true);
    assertThat(libc.syncMapping(address + 100, 50)).isZero();
    assertThat(mac.controls).hasSize(1).allMatch(call -> call.startsWith("msync of "));
    assertThat(libc.unmap(address, 1_000)).isZero();
  }

  @Test
  void whatMacOsHasNotIsAbsent() {
    assertThat(libc.cachedPages(file, 0, 1)).isEqualTo(-Errno.ENOSYS);
    assertThat(libc.readNow(file, 0, 1)).isEqualTo(-Errno.ENOSYS);
    assertThat(libc.fileSystem(file)).isEqualTo(-Errno.ENOSYS);
    assertThat(libc.path(file)).isEmpty();
    assertThat(libc.flags().nameOnly()).isZero();
  }
}

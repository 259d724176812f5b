package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.testing.SmallFileSystem;
import io.penstock.testing.SpokenAssumption;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What the copy of one file promises, by C functions and by the JDK's.
class FileCopyTest {
  /// Says that it has a page.
  private static final String SYSFS = "/sys/kernel/mm/transparent_hugepage/enabled";

  @TempDir Path folder;
  private final Random random = new Random(7);

  private Path file(String name, int bytes) throws IOException {
    byte[] contents = new byte[bytes];
    random.nextBytes(contents);
    return Files.write(folder.resolve(name), contents);
  }

  private FileCopy copy(Path source, Path target, Folder.Access access) {
    return FileCopy.of(source, target).withAccess(access);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void filesOfEveryLengthAreCopied(Folder.Access access) throws IOException {
    for (int bytes : List.of(0, 1, 4096, 65_536, 262_143, 262_144, 262_145, 3_000_001)) {
      Path source = file("source", bytes);
      Path target = folder.resolve("target");
      assertThat(copy(source, target, access).run()).isEqualTo(bytes);
      assertThat(target).hasSameBinaryContentAs(source);
    }
    assertThat(names()).containsExactly("source", "target");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void holesStayHoles(Folder.Access access) throws IOException {
    Path source = folder.resolve("sparse");
    try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
      file.write(new byte[] {1, 2, 3});
      file.seek(20 << 20);
      file.write(new byte[] {4, 5, 6});
      file.setLength(64 << 20);
    }
    Path target = folder.resolve("target");
    assertThat(copy(source, target, access).verified().run()).isEqualTo(64 << 20);
    assertThat(target).hasSameBinaryContentAs(source);
    String blocks = Shell.run(folder, "stat -c %b target").strip();
    assertThat(Long.parseLong(blocks) * 512).isLessThan(1 << 20);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFileThatIsAllHoleIsCopied(Folder.Access access) throws IOException {
    Path source = folder.resolve("hole");
    try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
      file.setLength(1_234_567);
    }
    Path target = folder.resolve("target");
    assertThat(copy(source, target, access).run()).isEqualTo(1_234_567);
    assertThat(target).hasSameBinaryContentAs(source);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void whatIsAskedForIsPreserved(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rwxr-x-w-"));
    FileTime time = FileTime.from(Instant.ofEpochSecond(1_000_000_000, 123_456_789));
    Files.setLastModifiedTime(source, time);
    Path target = folder.resolve("target");
    copy(source, target, access).preserving(Preserved.MODE, Preserved.TIMES).run();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rwxr-x-w-");
    assertThat(Files.getLastModifiedTime(target)).isEqualTo(time);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aTimeBefore1970IsKept(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Shell.run(folder, "touch -d 1969-12-31T23:59:55.25Z source");
    Path target = folder.resolve("target");
    copy(source, target, access).preserving(Preserved.TIMES).run();
    assertThat(Files.getLastModifiedTime(target).toInstant().getEpochSecond()).isEqualTo(-5);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aTimeThatNoLongHasNanosecondsForIsKeptOrRefused(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Shell.run(folder, "touch -d 2300-01-01T00:00:00.5Z source");
    String kept = Shell.run(folder, "stat -c %Y source");
    SpokenAssumption.that(kept.equals("10413792000\n"), "no file has such a time here");
    Path target = folder.resolve("target");
    FileCopy copy = copy(source, target, access).preserving(Preserved.TIMES);
    if (Accesses.isNative(access)) {
      copy.run();
      assertThat(Shell.run(folder, "stat -c %Y target")).isEqualTo(kept);
    } else {
      assertThatIOException()
          .isThrownBy(copy::run)
          .withMessageContaining(
              "the time 2300-01-01T00:00:00.500Z cannot be set without native access");
      assertThat(target).doesNotExist();
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void anOwnerWhoseNumberIsNoPositiveIntIsKept(Folder.Access access) throws IOException {
    file("source", 10);
    String said = Shell.run(folder, "chown 4294967294:4294967293 source 2>&1 || echo no");
    SpokenAssumption.that(said.isEmpty(), "no owner can be set here");
    copy(folder.resolve("source"), folder.resolve("target"), access)
        .preserving(Preserved.OWNER)
        .run();
    assertThat(Shell.run(folder, "stat -c %u:%g target")).isEqualTo("4294967294:4294967293\n");
  }

  @Test
  void extendedAttributesAreTakenOver() throws IOException {
    Path source = file("source", 10);
    Files.setAttribute(source, "user:colour", ByteBuffer.wrap(new byte[] {1, 0, 2}));
    Path target = folder.resolve("target");
    Folder.Access access = Folder.Access.byNativeCode().orElseThrow();
    copy(source, target, access).preserving(Preserved.EXTENDED_ATTRIBUTES).run();
    assertThat((byte[]) Files.getAttribute(target, "user:colour")).containsExactly(1, 0, 2);
    assertThatIOException()
        .isThrownBy(
            () ->
                copy(source, target, Folder.Access.byJava())
                    .preserving(Preserved.EXTENDED_ATTRIBUTES)
                    .run())
        .withMessageContaining("extended attributes cannot be copied");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aNewFileHasThePermissionsOfItsSource(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    for (String permissions : List.of("rw-------", "rwx------")) { // no umask takes these
      Files.setPosixFilePermissions(source, PosixFilePermissions.fromString(permissions));
      Path target = folder.resolve(permissions);
      copy(source, target, access).preserving(Preserved.TIMES).run();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
          .isEqualTo(permissions);
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFileThatIsReplacedKeepsItsPermissions(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Path target = file("target", 20);
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw--w----"));
    copy(source, target, access).durable().run();
    assertThat(target).hasSameBinaryContentAs(source);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo(Accesses.isNative(access) ? "rw--w----" : "rw-------"); // it may have a list
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void linksAreFollowedOnBothSides(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Path target = file("target", 20);
    Path from = Files.createSymbolicLink(folder.resolve("from"), source);
    Path to = Files.createSymbolicLink(folder.resolve("to"), target);
    copy(from, to, access).run();
    assertThat(to).isSymbolicLink();
    assertThat(target).hasSameBinaryContentAs(source);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void whatCannotBeCopiedIsRefusedAndNothingIsLeftBehind(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Files.createLink(folder.resolve("same"), source);
    Shell.run(folder, "mkfifo pipe && mkdir folder");
    refused(access, "source", "same", "is the target itself");
    refused(access, "source", "source", "is the target itself");
    refused(access, "source", "folder", "is a folder; name a file in it");
    refused(access, "folder", "target", "is a folder");
    refused(access, "pipe", "target", "is a pipe or a device");
    refused(access, "missing", "target", "no such file");
    refused(access, "source", "missing/target", "no such folder; create it first");
    assertThat(names()).containsExactly("folder", "pipe", "same", "source");
  }

  private void refused(Folder.Access access, String source, String target, String reason) {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> copy(folder.resolve(source), folder.resolve(target), access).run())
        .withMessageContaining(reason)
        .withMessageContaining(folder.toString());
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void progressHearsOfAllAndMayEndIt(Folder.Access access) throws IOException {
    Path source = file("source", 20 << 20);
    Path target = file("target", 3);
    byte[] older = Files.readAllBytes(target);
    AtomicLong moved = new AtomicLong();
    assertThatExceptionOfType(CopyCancelledException.class)
        .isThrownBy(
            () ->
                copy(source, target, access)
                    .withProgress(bytes -> moved.addAndGet(bytes) < 1 << 20)
                    .run());
    assertThat(target).hasBinaryContent(older);
    assertThat(names()).containsExactly("source", "target");
    moved.set(0);
    copy(source, target, access).withProgress(bytes -> moved.addAndGet(bytes) > 0).run();
    assertThat(moved.get()).isEqualTo(20 << 20);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aLimitIsKeptInStepsThatProgressSees(Folder.Access access) throws IOException {
    Path source = file("source", 1 << 20);
    AtomicLong largest = new AtomicLong();
    copy(source, folder.resolve("target"), access)
        .withLimit(16 << 20)
        .withProgress(bytes -> largest.accumulateAndGet(bytes, Math::max) <= 1 << 20)
        .run();
    assertThat(largest.get()).isBetween(1L, 1L << 20);
    assertThatIllegalArgumentException().isThrownBy(() -> FileCopy.of(source, source).withLimit(0));
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aSourceThatChangesMeanwhileIsNotCopied(Folder.Access access) throws IOException {
    Path source = file("source", 20 << 20);
    Path target = folder.resolve("target");
    assertThatIOException()
        .isThrownBy(() -> copy(source, target, access).withProgress(_ -> shortened(source)).run())
        .withMessageContaining(source + ": cannot be copied to " + target)
        .withMessageContaining("was changed while it was copied; copy it again");
    assertThat(names()).containsExactly("source");
  }

  private static boolean shortened(Path source) {
    try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
      file.setLength(9 << 20);
      return true;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFullDiskKeepsTheOldFileAndLeavesNothing(Folder.Access access) throws IOException {
    Path source = file("source", 3 << 20);
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 1 << 20)) {
      Path target = Files.writeString(disk.folder().resolve("target"), "old");
      assertThatIOException()
          .isThrownBy(() -> copy(source, target, access).run())
          .withMessageStartingWith(source + ": cannot be copied to " + target + ": ")
          .withMessageMatching("(?s).*(ENOSPC: no space left|No space left on).*");
      assertThat(target).hasContent("old");
      try (Stream<Path> files = Files.list(disk.folder())) {
        assertThat(files).containsExactly(target);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void filesOfTheKernelsOwnAreReadToTheirEndWhateverTheirSizeSays(Folder.Access access)
      throws IOException {
    Path target = folder.resolve("target");
    for (String name : List.of("/proc/cpuinfo", "/proc/self/limits", SYSFS)) {
      Path source = Path.of(name);
      SpokenAssumption.that(Files.exists(source), name + " is missing here");
      byte[] contents;
      try (InputStream stream = Files.newInputStream(source)) {
        contents = stream.readAllBytes();
      }
      long copied = copy(source, target, access).verified().run();
      assertThat(copied).isEqualTo(Files.size(target));
      if (name.equals(SYSFS)) {
        assertThat(Files.size(source)).isGreaterThan(contents.length);
        assertThat(target).hasBinaryContent(contents);
      }
    }
    Path tree = folder.resolve("tree");
    TreeCopyReport report =
        TreeCopy.of(Path.of(SYSFS).resolveSibling("."), tree).withAccess(access).run();
    assertThat(report.errors()).isZero();
    assertThat(report.bytes()).isPositive();
    assertThat(tree.resolve("enabled")).hasBinaryContent(Files.readAllBytes(Path.of(SYSFS)));
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aDeviceIsWrittenIntoAndStaysWhatItIs(Folder.Access access) throws IOException {
    Path source = file("source", 300_000);
    Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-------"));
    Path device = folder.resolve("device");
    try {
      Shell.run(folder, "mknod device c 1 3 && chmod 666 device");
    } catch (AssertionError e) {
      SpokenAssumption.that(false, "no devices can be made here");
    }
    assertThat(copy(source, device, access).preserving(Preserved.values()).durable().run())
        .isEqualTo(300_000);
    assertThat(Shell.run(folder, "stat -c '%F %t %T %a' device").strip())
        .isEqualTo("character special file 1 3 666");
    assertThatIOException()
        .isThrownBy(() -> copy(source, device, access).verified().run())
        .withMessageContaining("is a pipe or a device");
    assertThat(names()).containsExactly("device", "source");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void whatIsCopiedToAPipeReachesItsReader(Folder.Access access) throws Exception {
    Path source = file("source", 300_000);
    Shell.run(folder, "mkfifo pipe");
    Path pipe = folder.resolve("pipe");
    FutureTask<byte[]> reader = new FutureTask<>(() -> Files.readAllBytes(pipe));
    Thread.ofPlatform().daemon().start(reader);
    assertThat(copy(source, pipe, access).run()).isEqualTo(300_000);
    assertThat(reader.get(60, TimeUnit.SECONDS)).isEqualTo(Files.readAllBytes(source));
    assertThat(Shell.run(folder, "stat -c %F pipe").strip()).isEqualTo("fifo");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFileThatIsReplacedKeepsItsOwnerGroupAndAttributes(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Path target = file("target", 20);
    requireSuperuser("chown 1234:5678 target && chmod 640 target");
    Files.setAttribute(target, "user:colour", ByteBuffer.wrap(new byte[] {1, 0, 2}));
    copy(source, target, access).run();
    assertThat(target).hasSameBinaryContentAs(source);
    String mode = Accesses.isNative(access) ? "640" : "600"; // it may have a list
    assertThat(Shell.run(folder, "stat -c '%u:%g %a' target").strip())
        .isEqualTo("1234:5678 " + mode);
    assertThat((byte[]) Files.getAttribute(target, "user:colour")).containsExactly(1, 0, 2);
  }

  private void requireSuperuser(String script) throws IOException {
    try {
      Shell.run(folder, script);
    } catch (AssertionError e) {
      SpokenAssumption.that(false, "this is for the superuser: " + script);
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void setUserIdAndItsKinAreAmongThePermissions(Folder.Access access) throws IOException {
    Path source = file("source", 10);
    Shell.run(folder, "chmod 7751 source");
    copy(source, folder.resolve("target"), access).preserving(Preserved.MODE).run();
    assertThat(Shell.run(folder, "stat -c %a target").strip()).isEqualTo("7751");
    copy(source, folder.resolve("target"), access)
        .preserving(Preserved.MODE, Preserved.OWNER, Preserved.TIMES)
        .run();
    assertThat(Shell.run(folder, "stat -c %a target").strip()).isEqualTo("7751");
  }

  /// A change of owner takes them away.
  @Test
  void capabilitiesAreKeptWithTheOwner() throws IOException {
    Path source = file("source", 10);
    requireSuperuser("chown 1234:5678 source && setcap cap_net_raw+ep source");
    Path target = file("target", 20);
    String shown = Shell.run(folder, "getcap source").replace("source", "");
    assertThat(shown).contains("cap_net_raw");
    Folder.Access access = Folder.Access.byNativeCode().orElseThrow();
    copy(source, target, access).preserving(Preserved.values()).run();
    assertThat(Shell.run(folder, "getcap target").replace("target", "")).isEqualTo(shown);
    assertThat(Shell.run(folder, "stat -c %u:%g target").strip()).isEqualTo("1234:5678");
    copy(source, target, access).preserving(Preserved.EXTENDED_ATTRIBUTES).run();
    assertThat(Shell.run(folder, "getcap target").replace("target", "")).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a link; ln -s elsewhere target",
        "a folder; mkdir target",
        "a pipe, a socket or a device; mkfifo target"
      })
  void whatTakesTheNameMeanwhileAndIsNoFileStays(String what, String script) throws IOException {
    Path target = file("target", 3);
    FileCopy copy =
        FileCopy.of(file("source", 9), target)
            .withProgress(
                _ -> {
                  try {
                    Files.delete(target);
                    String _ = Shell.run(folder, script);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                  return true;
                });
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(copy::run)
        .withMessageContaining(
            target + ": has become " + what + " while the new file was written, which no file");
    assertThat(Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(names()).containsExactly("source", "target");
  }
}

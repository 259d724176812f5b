package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.testing.FaultyAsynchronousChannel;
import io.penstock.testing.ForeignFileSystem;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Channels that no interrupt closes: the places of what they move, devices that take less or fail,
/// and files that others replace.
class ArrayChannelTest {
  private static final int LONG = ArrayChannel.READ_CHUNK + (1 << 20) + 8;

  @TempDir Path folder;

  private final FaultyAsynchronousChannel.Faults faults = new FaultyAsynchronousChannel.Faults();
  private ForeignFileSystem files;
  private Path foreign;
  private Path behind;

  @BeforeEach
  void foreignFile() throws IOException {
    files = ForeignFileSystem.in(folder.resolve("hidden"));
    files.openAsynchronousChannelsAs(faults::of);
    foreign = files.twin(Path.of("/g"));
    behind = files.behind(foreign);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(20261129).nextBytes(bytes);
    return bytes;
  }

  private static ArrayChannel open(Path path, OpenMode mode) throws IOException {
    return ArrayChannel.open(path, mode, "test", ArrayChannel.AtOnce.EXECUTOR);
  }

  private static ArrayChannel create(Path path) throws IOException {
    return ArrayChannel.create(path, "test", ArrayChannel.AtOnce.EXECUTOR);
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void longArraysOfEveryTypeAreMovedFromAndToTheirPlaces(ElementType type) throws IOException {
    byte[] content = bytes(LONG);
    Object source = TypedArrays.of(type, (LONG + 64) / type.bytes());
    Object target = TypedArrays.of(type, (LONG + 64) / type.bytes());
    MemorySegment.copy(
        MemorySegment.ofArray(content), 0, Elements.of(source).segment(), 16, content.length);
    try (ArrayChannel channel = create(folder.resolve("f"))) {
      channel.write(24, new ArrayChannel.Memory(source, type.bytes(), 16), LONG);
      channel.read(24, new ArrayChannel.Memory(target, type.bytes(), 40), LONG);
      assertThat(channel.size()).isEqualTo(24 + LONG);
    }
    byte[] expected = new byte[LONG + 64];
    System.arraycopy(content, 0, expected, 40, LONG);
    assertThat(Elements.of(target).segment().mismatch(MemorySegment.ofArray(expected)))
        .isEqualTo(-1);
    MemorySegment written = MemorySegment.ofArray(Files.readAllBytes(folder.resolve("f")));
    assertThat(written.asSlice(24).mismatch(MemorySegment.ofArray(content))).isEqualTo(-1);
  }

  @Test
  void longSegmentsOfOneThreadAreMovedFromAndToTheirPlaces() throws IOException {
    byte[] content = bytes(LONG);
    try (Arena arena = Arena.ofConfined();
        ArrayChannel channel = create(folder.resolve("f"))) {
      MemorySegment memory = arena.allocate(LONG + 64);
      MemorySegment.copy(MemorySegment.ofArray(content), 0, memory, 13, LONG);
      channel.write(7, new ArrayChannel.Memory(memory, 1, 13), LONG);
      MemorySegment target = arena.allocate(LONG + 64);
      channel.read(7, new ArrayChannel.Memory(target, 1, 29), LONG);
      byte[] expected = new byte[LONG + 64];
      System.arraycopy(content, 0, expected, 29, LONG);
      assertThat(target.mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
    }
  }

  @Test
  void whatADeviceDoesNotMoveAtOnceIsMovedBehindIt() throws IOException {
    byte[] content = bytes(10_000);
    try (ArrayChannel channel = create(foreign)) {
      faults.moving(100, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3000);
      channel.write(5, new ArrayChannel.Memory(content, 1, 0), content.length);
      assertThat(faults.areMet()).isTrue();
      byte[] found = new byte[content.length];
      faults.moving(100, 7, 1, 3000);
      channel.read(5, new ArrayChannel.Memory(found, 1, 0), found.length);
      assertThat(faults.areMet()).isTrue();
      assertThat(found).isEqualTo(content);
    }
  }

  @Test
  void aDeviceThatTakesNothingIsNotAskedForEver() throws IOException {
    try (ArrayChannel channel = create(foreign)) {
      faults.moving(3, 0, 0, 0, 0, 0, 0, 0, 0);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> channel.write(5, new ArrayChannel.Memory(new byte[10], 1, 0), 10))
          .withMessageContainingAll(
              foreign + ": cannot write 10 bytes at offset 5",
              "engine test",
              "the device takes no more bytes and gives no reason")
          .satisfies(e -> assertThat(e.done()).isEqualTo(3));
      assertThat(faults.areMet()).isTrue();
    }
  }

  @Test
  void whatFailsIsSaidWithTheFileAndTheEngine() throws IOException {
    ArrayChannel channel = create(foreign);
    ArrayChannel.Memory memory = new ArrayChannel.Memory(new byte[10], 1, 0);
    channel.write(0, memory, 10);
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> channel.read(5, memory, 10))
        .withMessageContainingAll(foreign + ": cannot read 10 bytes at offset 5", "ends at 10")
        .satisfies(e -> assertThat(e.done()).isEqualTo(5));
    faults.fail();
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> channel.read(0, memory, 10))
        .withMessageContainingAll(foreign + ": cannot read", "the device failed");
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> channel.write(0, memory, 10))
        .withMessageContainingAll(foreign + ": cannot write", "the device failed");
    assertThatIOException()
        .isThrownBy(channel::size)
        .withMessage(
            foreign + ": cannot find the size of the file (engine test): the device failed");
    assertThatIOException()
        .isThrownBy(() -> channel.resize(5))
        .withMessage(
            foreign
                + ": cannot set a size of 5 bytes for the file (engine test): the device failed");
    assertThatIOException()
        .isThrownBy(channel::sync)
        .withMessage(foreign + ": cannot sync the file (engine test): the device failed");
    assertThatIOException()
        .isThrownBy(channel::close)
        .withMessage(foreign + ": cannot close the file (engine test): the device failed");
  }

  @Test
  void aFileIsCutAndExtendedByZeros() throws IOException {
    byte[] content = bytes(10);
    Path path = Files.write(folder.resolve("f"), content);
    try (ArrayChannel channel = open(path, OpenMode.READ_WRITE)) {
      assertThat(channel.sizeAtOpening()).isEqualTo(10);
      channel.resize(10);
      assertThat(Files.readAllBytes(path)).isEqualTo(content);
      channel.resize(4);
      assertThat(Files.size(path)).isEqualTo(4);
      channel.resize(8);
      assertThat(Files.readAllBytes(path))
          .containsExactly(content[0], content[1], content[2], content[3], 0, 0, 0, 0);
    }
  }

  private void replace(Path file) throws IOException {
    Path other = Files.write(folder.resolve("other"), new byte[7]);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatIsReplacedWhileItIsOpenedIsTheNewOneAndTheOldOneIsClosed() throws IOException {
    Files.write(behind, new byte[3]);
    Path old = Files.createLink(folder.resolve("old"), behind);
    AtomicInteger looks = new AtomicInteger();
    files.beforeLooks(
        () -> {
          if (looks.incrementAndGet() == 2) {
            replace(behind);
          }
        });
    try (ArrayChannel channel = open(foreign, OpenMode.READ)) {
      assertThat(channel.size()).isEqualTo(7);
      assertThat(channel.sizeAtOpening()).isEqualTo(7);
      assertThat(channel.isAt(foreign)).isTrue();
      assertThat(channel.path()).isEqualTo(foreign);
      assertThat(BootstrapFileTest.descriptors(behind)).isOne();
      assertThat(BootstrapFileTest.descriptors(old)).isZero();
    }
    assertThat(BootstrapFileTest.descriptors(behind)).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileWhoseNameCannotBeLookedUpAgainIsLeftClosed() throws IOException {
    AtomicInteger looks = new AtomicInteger();
    files.beforeLooks(
        () -> {
          if (looks.incrementAndGet() % 2 == 0) {
            throw new IOException("the server is gone");
          }
        });
    Files.write(behind, new byte[3]);
    assertThatIOException()
        .isThrownBy(() -> open(foreign, OpenMode.READ))
        .withMessage("the server is gone");
    assertThat(BootstrapFileTest.descriptors(behind)).isZero();
    looks.set(1);
    Path made = files.twin(Path.of("/made"));
    assertThatIOException().isThrownBy(() -> create(made)).withMessage("the server is gone");
    assertThat(BootstrapFileTest.descriptors(files.behind(made))).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whereFilesCannotBeToldApartNothingIsTakenForTheFile() throws IOException {
    Files.write(behind, new byte[3]);
    files.changeKeysAtEachLook();
    try (ArrayChannel channel = open(foreign, OpenMode.READ_WRITE)) {
      assertThat(channel.isAt(foreign)).isFalse();
      assertThat(channel.size()).isEqualTo(3);
      assertThat(channel.sizeAtOpening()).isZero();
      assertThat(BootstrapFileTest.descriptors(behind)).isOne();
      assertThatIOException()
          .isThrownBy(channel::path)
          .withMessage(foreign + " leads to another file by now, or to none");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDescriptorLeadsToAFileWhoseNameHasGone() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[3]);
    ArrayChannel channel = open(path, OpenMode.READ);
    assertThat(channel.path()).isEqualTo(path);
    assertThat(channel.hasKey(Files.getAttribute(path, "fileKey").toString())).isTrue();
    Files.delete(path);
    assertThat(channel.path().toString()).startsWith("/proc/self/fd/");
    assertThat(channel.isAt(channel.path())).isTrue();
    Files.write(path, new byte[4]);
    assertThat(channel.isAt(path)).isFalse();
    assertThat(channel.hasKey(Files.getAttribute(path, "fileKey").toString())).isFalse();
    channel.close();
    assertThatIOException()
        .isThrownBy(channel::path)
        .withMessage(path + " leads to another file by now, or to none");
  }
}

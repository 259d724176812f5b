package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Views of byte files whose size is not what they tell, and of those at the limits.
class ByteFileViewTest {
  @TempDir Path folder;

  @AfterEach
  void tellNobody() {
    TransferListener.uninstall();
  }

  private static Access access(String engine) {
    return Access.read().withEngine(Engines.named(engine));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "unbound", "bound-after-1", "posix", "channel"})
  void filesOfTheKernelAreReadToTheirEnd(String engine) throws IOException {
    for (String name :
        List.of("/sys/devices/system/cpu/online", "/proc/version", "/proc/sys/kernel/ostype")) {
      Path path = Path.of(name);
      SpokenAssumption.that(Files.exists(path), "no " + name);
      byte[] expected = Files.readAllBytes(path);
      try (ByteFile file = ByteFile.open(path, access(engine));
          SeekableByteChannel view = file.channel();
          InputStream stream = file.inputStream(3)) {
        ByteBuffer found = ByteBuffer.allocate(8192);
        assertThat(view.read(found)).as(name).isEqualTo(expected.length);
        assertThat(found.flip()).isEqualTo(ByteBuffer.wrap(expected));
        assertThat(view.position()).isEqualTo(expected.length);
        assertThat(view.read(found.clear())).isEqualTo(-1);
        assertThat(view.position(1).read(found.limit(2))).isEqualTo(2);
        assertThat(view.read(found)).isZero();
        byte[] rest = new String(expected, UTF_8).substring(3).getBytes(UTF_8);
        assertThat(stream.readAllBytes()).isEqualTo(rest);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void anEmptyFileEndsAtOnceAndNobodyIsToldOfAFailure(FileEngine engine) throws IOException {
    List<IOException> failures = new ArrayList<>();
    TransferListener.install(
        new TransferListener() {
          @Override
          public void completed(Transfer transfer) {}

          @Override
          public void failed(Transfer transfer, IOException failure) {
            failures.add(failure);
          }
        });
    Path path = Files.createFile(folder.resolve("f"));
    try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine));
        SeekableByteChannel view = file.channel()) {
      for (long position : new long[] {0, 5, Long.MAX_VALUE}) {
        assertThat(view.position(position).read(ByteBuffer.allocate(10))).isEqualTo(-1);
      }
    }
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aWriteBehindTheLastPlaceOfAllFailsAsThatOfAChannel(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[5]);
    try (ByteFile file = ByteFile.open(path, Access.readWrite().withEngine(engine));
        SeekableByteChannel view = file.channel().position(Long.MAX_VALUE - 1)) {
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> view.write(ByteBuffer.allocate(2)))
          .withMessageContaining("f: cannot write 2 bytes at offset 9223372036854775806");
      assertThat(view.position()).isEqualTo(Long.MAX_VALUE - 1);
      assertThat(file.size()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "channel"})
  void aFileIsCreatedInAnArchiveThatShowsItWhenItIsClosed(String engine) throws IOException {
    Access access = Access.readWrite().withEngine(FileEngines.named(engine));
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path created = archive.getPath("/created");
      try (ByteFile file = ByteFile.create(created, access)) {
        file.writeAt(0, "bytes".getBytes(UTF_8));
        byte[] found = new byte[2];
        file.readAt(3, found);
        assertThat(found).isEqualTo("es".getBytes(UTF_8));
      }
      assertThat(Files.readString(created)).isEqualTo("bytes");
      Path opened = archive.getPath("/opened");
      try (ByteFile file = ByteFile.openOrCreate(opened, access)) {
        assertThat(file.size()).isZero();
      }
      assertThat(Files.exists(opened)).isTrue();
    }
  }
}

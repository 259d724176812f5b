package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a file of bytes asks of its engine, and what others do to the file between two calls.
class ByteFileEngineTest {
  private static final String CONTENT = "the bytes of a file, of which some are read";

  @TempDir Path folder;

  private final List<String> asked = new ArrayList<>();
  private Event afterSize = () -> {};
  private Event beforeCreation = () -> {};
  private Path path;

  /// What somebody else does.
  private interface Event {
    void happen() throws IOException;
  }

  @BeforeEach
  void write() throws IOException {
    path = Files.writeString(folder.resolve("f"), CONTENT);
  }

  /// An engine of which is known what it is asked for.
  private final class Asked implements FileEngine {
    private final FileEngine channels = FileEngines.of(FileEngine.Channel.class);

    @Override
    public String name() {
      return "asked";
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      return watched(channels.open(file, mode));
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      beforeCreation.happen();
      return watched(channels.create(file));
    }

    private EngineFile watched(EngineFile file) {
      return new ForwardedFile(file) {
        @Override
        public void advise(long offset, long length, Advice advice) {
          asked.add("advise " + offset + " " + length + " " + advice);
        }

        @Override
        public void sync() throws IOException {
          asked.add("sync");
          throw new IOException("the device failed");
        }

        @Override
        public long size() throws IOException {
          long told = file.size();
          afterSize.happen();
          return told;
        }
      };
    }
  }

  private Access access() {
    return Access.readWrite().withEngine(new Asked());
  }

  @Test
  void adviceAndSyncsReachTheEngine() throws IOException {
    ByteFile file = ByteFile.open(path, access());
    file.advise(5, 10, Advice.RANDOM);
    assertThatIOException().isThrownBy(file::sync).withMessageContaining("the device failed");
    assertThat(asked).containsExactly("advise 5 10 RANDOM", "sync");
    assertThatIOException().isThrownBy(file::size);
    assertThatIOException().isThrownBy(file::close);
  }

  @Test
  void aFileThatSomebodyElseCreatesMeanwhileIsOpened() throws IOException {
    Path missing = folder.resolve("missing");
    beforeCreation = () -> Files.writeString(missing, "another's");
    try (ByteFile file = ByteFile.openOrCreate(missing, access())) {
      byte[] found = new byte[9];
      file.readAt(0, found);
      assertThat(found).isEqualTo("another's".getBytes(UTF_8));
    }
  }

  /// Once.
  private void cutAfterSize(ByteFile file, long size) {
    afterSize =
        () -> {
          afterSize = () -> {};
          file.resize(size);
        };
  }

  @Test
  void aViewOfAFileThatIsCutMeanwhileReadsWhatIsLeft() throws IOException {
    try (ByteFile file = ByteFile.open(path, access());
        SeekableByteChannel view = file.channel().position(4)) {
      ByteBuffer found = ByteBuffer.allocate(30);
      cutAfterSize(file, 20);
      assertThat(view.read(found)).isEqualTo(16);
      assertThat(found.flip()).isEqualTo(ByteBuffer.wrap(CONTENT.substring(4, 20).getBytes(UTF_8)));
      assertThat(view.position()).isEqualTo(20);
      cutAfterSize(file, 10);
      view.position(10);
      assertThat(view.read(ByteBuffer.allocate(5))).isEqualTo(-1);
      cutAfterSize(file, 3);
      view.position(5);
      assertThat(view.read(ByteBuffer.allocate(5))).isEqualTo(-1);
      assertThat(view.position()).isEqualTo(5);
    }
  }

  @Test
  void aViewCutsAFileToNothingAndGoesBackToItsEnd() throws IOException {
    try (ByteFile file = ByteFile.open(path, access());
        SeekableByteChannel view = file.channel().position(7)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> view.truncate(-1))
          .withMessage("size -1 must not be negative");
      assertThat(file.size()).isEqualTo(CONTENT.length());
      assertThat(view.truncate(0).position()).isZero();
      assertThat(file.size()).isZero();
    }
  }

  /// Closes a file once its size has been told, in another thread: to close waits for who asks.
  private void closeAfterSize(ByteFile file) {
    afterSize =
        () -> {
          afterSize = () -> {};
          Thread closing = Thread.startVirtualThread(() -> close(file));
          while (!file.isClosed()) {
            Thread.onSpinWait();
          }
          assertThat(closing.isAlive()).isTrue();
        };
  }

  private static void close(ByteFile file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aViewWhoseFileIsClosedInTheMiddleOfACallSaysSoAsAChannelDoes() throws IOException {
    for (String content : List.of(CONTENT, "")) {
      Files.writeString(path, content);
      ByteFile file = ByteFile.open(path, access());
      SeekableByteChannel view = file.channel();
      closeAfterSize(file);
      assertThatExceptionOfType(AsynchronousCloseException.class)
          .isThrownBy(() -> view.read(ByteBuffer.allocate(5)))
          .withCauseInstanceOf(IllegalStateException.class);
    }
    Files.writeString(path, CONTENT);
    ByteFile file = ByteFile.open(path, access());
    SeekableByteChannel view = file.channel();
    closeAfterSize(file);
    assertThatExceptionOfType(AsynchronousCloseException.class).isThrownBy(() -> view.truncate(5));
    assertThat(Files.size(path)).isEqualTo(CONTENT.length());
  }
}

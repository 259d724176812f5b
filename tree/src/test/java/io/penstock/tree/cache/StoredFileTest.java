package io.penstock.tree.cache;

import static io.penstock.tree.cache.CachedFiles.LONG;
import static io.penstock.tree.cache.CachedFiles.TEN_FILES;
import static io.penstock.tree.cache.CachedFiles.bytes;
import static io.penstock.tree.cache.CachedFiles.file;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.SpokenAssumption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that the cache does not keep, and what sockets take of files.
class StoredFileTest {
  @TempDir Path folder;

  @Test
  void largeFilesAreServedFromDisk() throws IOException {
    Path path = file(folder, "large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      assertThat(file.inMemory()).isFalse();
      assertThat(bytes(file)).hasSize(90_000).containsOnly(1);
      assertThat(cache.statistics().passed()).isEqualTo(1);
    }
  }

  @Test
  void aLargeFileThatChangesInPlaceIsNotSentToItsEnd() throws IOException {
    Path path = file(folder, "large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      Files.write(path, new byte[90_000]);
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      assertThatIOException()
          .isThrownBy(() -> file.writeTo(Channels.newChannel(sent), 0, 90_000))
          .withMessage(path + ": was changed while it was sent; ask for it again");
      assertThat(sent.size()).isLessThan(90_000);
    }
  }

  @Test
  void aLargeFileThatChangesInPlaceAndGetsItsTimeBackIsNotSentToItsEnd() throws IOException {
    Path path = file(folder, "large", 90_000, 1);
    FileTime time = Files.getLastModifiedTime(path);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      Files.write(path, new byte[90_000]);
      Path _ = Files.setLastModifiedTime(path, time);
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      assertThatIOException()
          .isThrownBy(() -> file.writeTo(Channels.newChannel(sent), 0, 90_000))
          .withMessage(path + ": was changed while it was sent; ask for it again");
      assertThat(sent.size()).isLessThan(90_000);
    }
  }

  @Test
  void aLargeFileThatIsClosedWhileItIsSentIsAnErrorThatSaysSo() throws IOException {
    Path path = file(folder, "large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      CachedFile file = cache.open(path);
      OutputStream closing =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              file.close();
            }
          };
      assertThatIOException()
          .isThrownBy(() -> file.writeTo(Channels.newChannel(closing), 0, 90_000))
          .withMessageStartingWith(path + ": cannot read ")
          .withMessageEndingWith("it was closed");
    }
  }

  @Test
  void aLargeFileThatIsReplacedIsSentAsItWas() throws IOException {
    Path path = file(folder, "large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      Path other = file(folder, "other", 90_000, 2);
      Path _ = Files.move(other, path, StandardCopyOption.ATOMIC_MOVE);
      assertThat(bytes(file)).hasSize(90_000).containsOnly(1);
    }
  }

  @Test
  void aLargeFileThatIsRemovedIsSentAsItWas() throws IOException {
    Path path = file(folder, "large", 90_000, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        CachedFile file = cache.open(path)) {
      Files.delete(path);
      assertThat(bytes(file)).hasSize(90_000).containsOnly(1);
    }
  }

  @Test
  void aHeadGoesBeforeThePart() throws IOException {
    Path kept = file(folder, "kept", 1000, 1);
    Path large = file(folder, "large", 90_000, 2);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : List.of(kept, large)) {
        ByteBuffer head = ByteBuffer.wrap("a head".getBytes(US_ASCII)).position(2);
        Path target = folder.resolve("target");
        try (CachedFile file = cache.open(path);
            FileChannel out = FileChannel.open(target, CREATE, WRITE, TRUNCATE_EXISTING)) {
          assertThat(file.inMemory()).isEqualTo(path.equals(kept));
          assertThat(file.writeTo(out, head, 10, 800)).isEqualTo(800);
          assertThat(head.hasRemaining()).isFalse();
          assertThatExceptionOfType(IndexOutOfBoundsException.class)
              .isThrownBy(() -> file.writeTo(out, head.rewind(), 1, file.size()));
        }
        byte[] written = Files.readAllBytes(target);
        assertThat(written).hasSize(804);
        assertThat(new String(written, 0, 4, US_ASCII)).isEqualTo("head");
        assertThat(Arrays.copyOfRange(written, 4, 804)).containsOnly(Files.readAllBytes(path)[0]);
      }
    }
  }

  @Test
  void aFullSocketIsWaitedForByVirtualThreadsToo() throws Exception {
    int size = 24 << 20;
    Path path = file(folder, "large", size, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      FutureTask<Long> sent =
          new FutureTask<>(
              () -> {
                try (SocketChannel out = SocketChannel.open(listener.getLocalAddress());
                    CachedFile file = cache.open(path)) {
                  return file.writeTo(out, ByteBuffer.allocate(3), 0, size);
                }
              });
      Thread.startVirtualThread(sent);
      try (SocketChannel in = listener.accept();
          InputStream bytes = in.socket().getInputStream()) {
        assertThat(bytes.readAllBytes()).hasSize(size + 3);
      }
      assertThat(sent.get()).isEqualTo(size);
    }
  }

  @Test
  void aFullSocketThatDoesNotBlockTakesAPart() throws Exception {
    int size = 24 << 20;
    Path path = file(folder, "large", size, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel out = SocketChannel.open(listener.getLocalAddress());
          SocketChannel _ = listener.accept();
          CachedFile file = cache.open(path)) {
        out.configureBlocking(false);
        assertThat(file.writeTo(out, 0, size)).isBetween(1L, size - 1L);
        assertThat(file.writeTo(out, ByteBuffer.allocate(1), 0, size)).isLessThan(size);
      }
    }
  }

  @Test
  void whatASocketHasTakenStaysAsItWasThoughTheFileIsOverwrittenOrCut() throws Exception {
    int size = 90_000;
    try (FileCache cache = FileCache.of(TEN_FILES, LONG);
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (boolean cut : new boolean[] {false, true}) {
        Path path = file(folder, "large", size, 1);
        try (SocketChannel out = SocketChannel.open(listener.getLocalAddress());
            SocketChannel in = listener.accept();
            InputStream bytes = in.socket().getInputStream();
            CachedFile file = cache.open(path)) {
          out.configureBlocking(false);
          int taken = (int) file.writeTo(out, 0, size);
          try (FileChannel change = FileChannel.open(path, WRITE)) {
            int _ = change.write(ByteBuffer.allocate(size));
            FileChannel _ = change.truncate(cut ? 1 : size);
          }
          SocketChannel _ = out.shutdownOutput();
          assertThat(bytes.readAllBytes()).hasSize(taken).containsOnly(1);
        }
      }
    }
  }

  @Test
  void aFileThatHoldsMoreThanItSaysIsNotServedFromDiskEither() throws IOException {
    Path made = Path.of("/proc/version");
    SpokenAssumption.that(Files.exists(made), "no " + made);
    assertThatIOException()
        .isThrownBy(() -> StoredFile.open(made).close())
        .withMessageStartingWith(made + ": ");
  }
}

package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Leases that the threads of the JDK's asynchronous file channels read into and write from.
class AsynchronousChannelLeaseTest {
  private static final int BYTES = 100_000;
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path folder;

  private final byte[] content = new byte[BYTES];
  private Path path;

  @BeforeEach
  void write() throws IOException {
    new SplittableRandom(20261127).nextBytes(content);
    path = Files.write(folder.resolve("f"), content);
  }

  private static <T> T answer(Future<T> future) throws Exception {
    return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aSharedLeaseIsFilledByTheThreadsOfTheChannel() throws Exception {
    try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(path);
        Lease lease = BufferPool.shared().leaseShared(BYTES)) {
      assertThat(answer(channel.read(lease.segment().asByteBuffer(), 0))).isEqualTo(BYTES);
      assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(content);
    }
  }

  @Test
  void aSharedLeaseIsWrittenByTheThreadsOfTheChannel() throws Exception {
    Path copy = folder.resolve("copy");
    try (AsynchronousFileChannel channel =
            AsynchronousFileChannel.open(
                copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Lease lease = BufferPool.shared().leaseShared(BYTES)) {
      lease.segment().copyFrom(MemorySegment.ofArray(content));
      assertThat(answer(channel.write(lease.segment().asByteBuffer(), 0))).isEqualTo(BYTES);
    }
    assertThat(Files.readAllBytes(copy)).isEqualTo(content);
  }

  @Test
  void theHandlerOfATransferClosesTheLease() throws Exception {
    CompletableFuture<byte[]> found = new CompletableFuture<>();
    try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(path)) {
      Lease lease = BufferPool.shared().leaseShared(BYTES);
      channel.read(lease.segment().asByteBuffer(), 0, lease, new Closing(found));
      assertThat(answer(found)).isEqualTo(content);
      assertThatIllegalStateException().isThrownBy(lease::close);
    }
  }

  /// Closes the lease that a transfer has filled.
  private record Closing(CompletableFuture<byte[]> found)
      implements CompletionHandler<Integer, Lease> {
    @Override
    public void completed(Integer bytes, Lease lease) {
      byte[] read = lease.segment().toArray(ValueLayout.JAVA_BYTE);
      lease.close();
      found.complete(read);
    }

    @Override
    public void failed(Throwable failure, Lease lease) {
      lease.close();
      found.completeExceptionally(failure);
    }
  }

  @Test
  void thePinnedMemoryOfAConfinedLeaseIsFilledToo() throws Exception {
    try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(path);
        Lease lease = BufferPool.shared().lease(BYTES)) {
      ByteBuffer pinned = lease.pin().asByteBuffer();
      assertThat(answer(channel.read(pinned, 0))).isEqualTo(BYTES);
      lease.unpin();
      assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(content);
    }
  }

  @Test
  void aBufferOfAConfinedLeaseIsRefusedInTheThreadsOfAChannel() throws Exception {
    try (Lease lease = BufferPool.shared().lease(BYTES)) {
      ByteBuffer confined = lease.segment().asByteBuffer();
      OtherThread.run(
          () ->
              assertThatExceptionOfType(WrongThreadException.class)
                  .isThrownBy(() -> confined.put(0, (byte) 1)));
    }
  }

  @Test
  void aLeaseThatAChannelIsReadingIntoStaysOpen() throws Exception {
    for (int round = 0; round < 200; round++) {
      Lease lease = BufferPool.shared().leaseShared(BYTES);
      ByteBuffer buffer = lease.segment().asByteBuffer();
      Thread reader = Thread.ofPlatform().daemon().start(() -> readAgainAndAgain(path, buffer));
      while (!closes(lease)) {
        Thread.onSpinWait();
      }
      reader.join();
      assertThatIllegalStateException().isThrownBy(() -> buffer.get(0));
    }
  }

  private static void readAgainAndAgain(Path path, ByteBuffer buffer) {
    try (FileChannel channel = FileChannel.open(path)) {
      while (channel.read(buffer.clear(), 0) == BYTES) {
        Thread.onSpinWait();
      }
    } catch (IllegalStateException | IOException e) {
      return; // the lease has ended
    }
  }

  private static boolean closes(Lease lease) {
    try {
      lease.close();
      return true;
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageNotContaining("was closed");
      return false;
    }
  }
}

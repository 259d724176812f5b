package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LifelineReaderTest {
  @Test
  void bytesAreHeardOneByOneUntilTheOtherSideCloses() throws IOException {
    List<Integer> heard = new ArrayList<>();
    try (SocketPair pair = SocketPair.open()) {
      pair.host().write(ByteBuffer.wrap(new byte[] {2, (byte) 255, 15}));
      pair.host().close();
      LifelineReader.read(pair.caller(), heard::add);
    }
    assertThat(heard).containsExactly(2, 255, 15);
  }

  private static boolean readToEnd(SocketChannel channel) throws IOException {
    LifelineReader.read(channel, _ -> {});
    return true;
  }

  @Test
  void anInterruptIsForgottenBecauseAThreadThatBearsOneDoesNotWait() throws Exception {
    try (SocketPair pair = SocketPair.open()) {
      FutureTask<Boolean> reading = new FutureTask<>(() -> readToEnd(pair.caller()));
      Thread reader = Thread.ofPlatform().unstarted(reading);
      reader.start();
      reader.interrupt();
      while (reader.isInterrupted() && !Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
      assertThat(reader.isAlive()).isTrue();
      pair.host().close();
      assertThat(reading.get()).isTrue();
    }
  }
}

package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
}

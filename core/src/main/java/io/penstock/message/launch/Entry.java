package io.penstock.message.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/// The registration of a rank, as 25 bytes.
///
/// @param listener where it listens; the wildcard address stands for the one it calls from
/// @param patience how long it waits for the others
record Entry(InetSocketAddress listener, Duration patience) {
  static final int ADDRESS_BYTES = 21;
  static final int BYTES = ADDRESS_BYTES + Integer.BYTES;

  private static final int LONGEST = 16;

  byte[] encode() {
    ByteBuffer frame = ByteBuffer.allocate(BYTES);
    put(frame, listener);
    return frame.putInt(Math.toIntExact(patience.toMillis())).array();
  }

  static Entry decode(byte[] bytes) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    InetSocketAddress listener = address(frame);
    int millis = frame.getInt();
    if (millis < 1) {
      throw new RefusedException("said that it waits for " + millis + " ms");
    }
    return new Entry(listener, Duration.ofMillis(millis));
  }

  /// The same as others reach it who see it at `caller`.
  Entry seenAt(InetAddress caller) {
    return listener.getAddress().isAnyLocalAddress()
        ? new Entry(new InetSocketAddress(caller, listener.getPort()), patience)
        : this;
  }

  static void put(ByteBuffer frame, InetSocketAddress address) {
    byte[] bytes = address.getAddress().getAddress();
    frame.put((byte) bytes.length).put(Arrays.copyOf(bytes, LONGEST)).putInt(address.getPort());
  }

  /// @throws RefusedException if there is no such address
  static InetSocketAddress address(ByteBuffer frame) throws IOException {
    int length = frame.get();
    byte[] bytes = new byte[LONGEST];
    frame.get(bytes);
    int port = frame.getInt();
    if ((length != 4 && length != LONGEST) || port < 1 || port > 65_535) {
      throw new RefusedException(
          "names an address of " + length + " bytes with port " + port + ", which is none");
    }
    return new InetSocketAddress(InetAddress.getByAddress(Arrays.copyOf(bytes, length)), port);
  }
}

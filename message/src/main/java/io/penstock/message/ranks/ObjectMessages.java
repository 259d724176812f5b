package io.penstock.message.ranks;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.MatchedMessage;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.Status;
import io.penstock.message.match.Payload;
import io.penstock.message.match.RoomPayload;
import io.penstock.object.ObjectCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/// Objects as messages, by a codec.
final class ObjectMessages {
  /// As long as an array of bytes can be.
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private final ObjectCodec codec;

  ObjectMessages(ObjectCodec codec) {
    this.codec = codec;
  }

  byte[] encode(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      codec.encode(value, bytes);
    } catch (IOException e) {
      throw new MessageException("the object cannot be sent: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  Object decode(MemorySegment bytes, int source) {
    try {
      return codec.decode(new SegmentInput(bytes));
    } catch (IOException e) {
      throw new MessageException(
          String.format(
              Locale.ROOT, "the object from rank %d cannot be read: %s", source, e.getMessage()),
          e);
    }
  }

  void send(PointToPointCalls pointToPoint, Object value, int destination, int tag) {
    MemorySegment bytes = MemorySegment.ofArray(encode(value));
    pointToPoint.send(new StoredPayload(MessageKind.OBJECT, bytes), destination, tag, false);
  }

  Object receive(PointToPointCalls pointToPoint, int source, int tag) {
    requireRank(source);
    return receive(pointToPoint, room -> pointToPoint.receive(room, source, tag));
  }

  Object receive(PointToPointCalls pointToPoint, MatchedMessage message) {
    requireRank(message.status().source());
    return receive(pointToPoint, room -> pointToPoint.receive(room, message));
  }

  private static void requireRank(int source) {
    if (source == Communicator.NO_RANK) {
      throw new IllegalArgumentException(
          "there is no object to receive from NO_RANK: receive from a rank, or call nothing");
    }
  }

  private Object receive(PointToPointCalls pointToPoint, Function<Payload, Status> receive) {
    BufferPool pool = pointToPoint.endpoint().pool();
    RoomPayload room = new RoomPayload(pool, MessageKind.OBJECT, LONGEST);
    try {
      int from = receive.apply(room).source();
      return decode(room.received(), from);
    } finally {
      room.release();
    }
  }

  /// A segment's bytes as a stream.
  private static final class SegmentInput extends InputStream {
    private final MemorySegment bytes;
    private long at;

    SegmentInput(MemorySegment bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return at < bytes.byteSize() ? bytes.get(ValueLayout.JAVA_BYTE, at++) & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int count) {
      Objects.checkFromIndexSize(from, count, target.length);
      int n = (int) Math.min(count, bytes.byteSize() - at);
      if (n == 0) {
        return count == 0 ? 0 : -1;
      }
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, target, from, n);
      at += n;
      return n;
    }

    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, bytes.byteSize() - at);
    }
  }
}

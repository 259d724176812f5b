package io.penstock.message.ranks;

import io.penstock.array.kernel.Kernel;
import io.penstock.memory.PageFaults;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Payload;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Room for what a window answers: as many elements as were asked for, or why there are none.
final class ReplyPayload implements Payload {
  /// Of a message that says why there is nothing.
  static final MessageKind REFUSAL = MessageKind.OBJECT;

  /// The most bytes of such a message.
  static final int MOST_REFUSAL = 16 << 10;

  private final Region room;
  private Kernel kernel;
  private byte[] refusal = {};
  private boolean refused;
  private long bytes;

  /// @param room that any thread may touch
  ReplyPayload(Region room) {
    this.room = room;
    this.kernel = kernel(ByteOrder.nativeOrder());
  }

  private Kernel kernel(ByteOrder order) {
    return Kernel.forSegments(room.kind().element(), order);
  }

  @Override
  public MessageKind kind() {
    return room.kind();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void copyTo(long at, MemorySegment target, long targetAt, long count) {
    throw new AssertionError("this is received into, not sent");
  }

  @Override
  public void admit(MessageKind sent, ByteOrder order, long arriving) {
    bytes = arriving;
    refused = sent == REFUSAL;
    if (refused && arriving > MOST_REFUSAL) {
      throw new MessageException(
          String.format(Locale.ROOT, "a window says in %d bytes why it refuses", arriving));
    }
    if (refused) {
      refusal = new byte[(int) arriving];
    } else if (arriving != room.bytes()) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "a window answers with %d bytes where %d were asked for",
              arriving,
              room.bytes()));
    } else {
      kernel = kernel(order);
    }
  }

  @Override
  public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {
    if (refused) {
      MemorySegment.copy(source, sourceAt, MemorySegment.ofArray(refusal), at, count);
      return;
    }
    if (kernel.verbatim()) {
      MemorySegment.copy(source, sourceAt, room.memory(), at, count);
    } else {
      int width = room.width();
      kernel.unpack(source, sourceAt, width, room.memory(), at / width, 1, count / width);
    }
    PageFaults.await(room.memory(), count);
  }

  @Override
  public void arrived() {
    if (refused) {
      throw new MessageException(new String(refusal, StandardCharsets.UTF_8));
    }
  }

  @Override
  public boolean offHeap(long at) {
    return false;
  }

  @Override
  public ByteBuffer buffer(long at, int limit) {
    throw new AssertionError("this may be on the heap");
  }
}

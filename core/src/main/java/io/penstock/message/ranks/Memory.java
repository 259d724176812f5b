package io.penstock.message.ranks;

import io.penstock.array.ElementType;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.message.Elements;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/// Checks what a caller named as data, before anything is done with it.
final class Memory {
  private Memory() {}

  /// Throws if data cannot be sent by the calling thread.
  static void requireReadable(Object data) {
    switch (data) {
      case Elements elements -> requireUsable(elements.memory());
      case MemorySegment segment -> requireUsable(segment);
      default -> requireKnown(data);
    }
  }

  /// Throws if the calling thread cannot receive into data.
  static void requireWritable(Object data) {
    requireReadable(data);
    Object memory = data instanceof Elements elements ? elements.memory() : data;
    if (memory instanceof MemorySegment segment && segment.isReadOnly()) {
      throw new IllegalArgumentException("the segment to receive into is read-only");
    }
  }

  private static void requireUsable(Object memory) {
    if (memory instanceof MemorySegment segment) {
      if (!segment.scope().isAlive()) {
        throw new IllegalStateException("the segment's memory has been freed: its arena is closed");
      }
      if (!segment.isAccessibleBy(Thread.currentThread())) {
        throw new WrongThreadException(
            "the segment is confined to another thread: send and receive there, or use a shared arena");
      }
    }
  }

  private static void requireKnown(Object data) {
    switch (data) {
      case byte[] _,
          short[] _,
          char[] _,
          int[] _,
          long[] _,
          float[] _,
          double[] _,
          Lease _,
          MessageBuffer _ -> {}
      case boolean[] _ ->
          throw new IllegalArgumentException(
              "boolean[] is no data: write it into a MessageBuffer, or use a byte[] of 0 and 1");
      case Object[] _ ->
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "%s is no data: send primitive arrays one by one, or the whole with sendObject",
                  data.getClass().getTypeName()));
      default ->
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "%s is no data: use a primitive array, Elements, a MemorySegment or a MessageBuffer, or sendObject",
                  data.getClass().getTypeName()));
    }
  }

  /// Whether a transfer needs a [Loan] of the data.
  ///
  /// @param waiting whether the caller waits until the transfer is done
  static boolean mustBeLent(Object data, boolean waiting) {
    Object memory = data instanceof Elements elements ? elements.memory() : data;
    return memory instanceof Lease
        || memory instanceof MessageBuffer
        || (memory instanceof MemorySegment segment
            && Confinement.confines(segment)
            && !(waiting && Confinement.canLift()));
  }

  /// Throws if what is sent and where something is received have bytes in common.
  static void requireApart(Object sent, Object received) {
    if (range(sent).asOverlappingSlice(range(received)).isPresent()) {
      throw new IllegalArgumentException(
          "what is sent and where something is received overlap: use memory apart");
    }
  }

  /// The bytes of data.
  static MemorySegment range(Object data) {
    return switch (data) {
      case Elements elements -> {
        long width = elements.kind().elementBytes();
        yield range(elements.memory()).asSlice(elements.first() * width, elements.count() * width);
      }
      case MemorySegment segment -> segment;
      case Lease lease -> lease.segment();
      case MessageBuffer _ ->
          throw new IllegalArgumentException(
              "a MessageBuffer is one message: send, receive or broadcast it; others take elements");
      default -> ElementType.segment(data);
    };
  }

  /// What a message of data is.
  static MessageKind kind(Object data) {
    return switch (data) {
      case Elements elements -> elements.kind();
      case MemorySegment _, Lease _ -> MessageKind.BYTES;
      case MessageBuffer _ -> MessageKind.BUFFER;
      default -> MessageKind.of(ElementType.of(data));
    };
  }
}

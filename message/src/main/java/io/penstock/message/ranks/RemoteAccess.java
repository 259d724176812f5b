package io.penstock.message.ranks;

import io.penstock.array.kernel.Kernel;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.Reduction;
import io.penstock.message.Window;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A request to the owner of a window, as it travels: a head, and data behind it.
///
/// @param kind of the elements
/// @param order of the data's elements
/// @param reduction by [#code]; 0 where there is none
/// @param replyTag of the reply; 0 if none is wanted
/// @param offset of the first byte in the window
/// @param bytes how many, in the window
record RemoteAccess(
    Operation operation,
    MessageKind kind,
    ByteOrder order,
    int reduction,
    int replyTag,
    long offset,
    long bytes) {
  /// How long the head is.
  static final long HEAD = 24;

  /// The most data that one request moves; longer ones are made of several.
  static final long MOST = (256 << 10) - HEAD;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final List<Reduction> CODED =
      Stream.concat(CallSignature.CODED.stream(), Stream.of(Window.REPLACE, Window.NO_OP)).toList();

  /// What is wanted.
  enum Operation {
    PUT,
    GET,
    ACCUMULATE,
    GET_ACCUMULATE,
    COMPARE_AND_SWAP,
    LOCK,
    LOCK_SHARED,
    UNLOCK,
    FLUSH;

    private static final List<Operation> ALL = List.of(values());
  }

  /// A request about no memory.
  static RemoteAccess of(Operation operation, int replyTag) {
    return new RemoteAccess(
        operation, MessageKind.BYTES, ByteOrder.nativeOrder(), 0, replyTag, 0, 0);
  }

  /// A request about memory, by data of this process.
  static RemoteAccess of(
      Operation operation, Region data, int reduction, int replyTag, long offset, long bytes) {
    return new RemoteAccess(
        operation, data.kind(), ByteOrder.nativeOrder(), reduction, replyTag, offset, bytes);
  }

  /// What stands for a reduction.
  ///
  /// @throws IllegalArgumentException if it is one of the program's own
  static int code(Reduction reduction) {
    int index = CODED.indexOf(reduction);
    if (index < 0) {
      throw new IllegalArgumentException(
          reduction
              + " is the program's own, which another process does not know: windows take the constants of Reduction and Window");
    }
    return index + 1;
  }

  /// The reduction that [#reduction] stands for.
  Reduction operator() {
    return CODED.get(reduction - 1);
  }

  void write(MemorySegment head) {
    head.set(ValueLayout.JAVA_BYTE, 0, (byte) Operation.ALL.indexOf(operation));
    head.set(ValueLayout.JAVA_BYTE, 1, (byte) kind.code());
    head.set(ValueLayout.JAVA_BYTE, 2, (byte) reduction);
    head.set(ValueLayout.JAVA_BYTE, 3, (byte) (order == ByteOrder.BIG_ENDIAN ? 1 : 0));
    head.set(INT, 4, replyTag);
    head.set(LONG, 8, offset);
    head.set(LONG, 16, bytes);
  }

  /// @throws MessageException if it is none
  static RemoteAccess read(MemorySegment head) {
    if (head.byteSize() < HEAD) {
      throw new MessageException("a request to a window of " + head.byteSize() + " bytes");
    }
    int operation = head.get(ValueLayout.JAVA_BYTE, 0);
    int kind = head.get(ValueLayout.JAVA_BYTE, 1);
    int reduction = head.get(ValueLayout.JAVA_BYTE, 2);
    int replyTag = head.get(INT, 4);
    if (operation < 0
        || operation >= Operation.ALL.size()
        || MessageKind.coded(kind).isEmpty()
        || reduction < 0
        || reduction > CODED.size()
        || replyTag < 0) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "a request to a window for operation %d on elements of kind %d by %d, with reply %d",
              operation,
              kind,
              reduction,
              replyTag));
    }
    return new RemoteAccess(
        Operation.ALL.get(operation),
        MessageKind.coded(kind).orElseThrow(),
        head.get(ValueLayout.JAVA_BYTE, 3) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN,
        reduction,
        replyTag,
        head.get(LONG, 8),
        head.get(LONG, 16));
  }

  /// The tag of the reply to what may be no request; 0 if it names none.
  static int replyTag(MemorySegment head) {
    return head.byteSize() < HEAD ? 0 : Math.max(0, head.get(INT, 4));
  }

  /// The data, in place, in this process's byte order.
  MemorySegment toNative(MemorySegment data) {
    if (order != ByteOrder.nativeOrder()) {
      int width = kind.elementBytes();
      Kernel.forSegments(kind.element(), order)
          .unpack(data, 0, width, data, 0, 1, data.byteSize() / width);
    }
    return data;
  }
}

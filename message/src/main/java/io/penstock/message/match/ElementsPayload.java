package io.penstock.message.match;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.kernel.Kernel;
import io.penstock.memory.Confinement;
import io.penstock.memory.PageFaults;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Elements of an array or a segment, named anew for each transfer.
final class ElementsPayload implements Payload {
  private static final Object NOTHING = new byte[0];

  /// A rank that sends from one segment and receives into another uses two.
  private static final int REMEMBERED = 4;

  /// Byte buffers end at 2 GiB; windows that start at a multiple of this reach further.
  private static final long WINDOW = 1L << 30;

  /// The longest byte buffer that the JDK makes.
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private final View[] views = new View[REMEMBERED];
  private int oldestView;
  private Object memory = NOTHING;
  private Object named = NOTHING;
  private MessageKind kind = MessageKind.BYTES;
  private Kernel kernel = kernel(NOTHING, MessageKind.BYTES, ByteOrder.nativeOrder());
  private long first;
  private long capacity;
  private long bytes;

  ElementsPayload() {
    Arrays.setAll(views, _ -> new View(MemorySegment.NULL));
  }

  /// Takes up a primitive array, a segment or [Elements].
  ///
  /// @throws IllegalArgumentException if it is none of them
  void name(Object data) {
    switch (data) {
      case Elements e -> name(e.memory(), MessageKind.of(e), e.first(), e.count());
      case MemorySegment s -> name(s, MessageKind.BYTES, 0, s.byteSize());
      case boolean[] b -> name(b, MessageKind.BOOLEAN, 0, b.length);
      default ->
          name(data, MessageKind.of(ElementType.of(data.getClass())), 0, Array.getLength(data));
    }
  }

  /// Takes up a segment that holds elements of a kind.
  void name(MemorySegment segment, MessageKind ofKind) {
    name(segment, ofKind, 0, segment.byteSize() / ofKind.elementBytes());
  }

  private void name(Object data, MessageKind dataKind, long from, long count) {
    named = data;
    memory =
        data instanceof MemorySegment segment && Confinement.confines(segment)
            ? view(segment).reachable(segment)
            : data;
    kind = dataKind;
    first = from;
    bytes = count * dataKind.elementBytes();
    capacity = bytes;
    speak(ByteOrder.nativeOrder());
  }

  /// Lets go of the memory.
  void release() {
    memory = NOTHING;
    named = NOTHING;
  }

  @Override
  public MessageKind kind() {
    return kind;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void copyTo(long at, MemorySegment target, long targetAt, long count) {
    if (memory instanceof MemorySegment segment && kernel.verbatim()) {
      MemorySegment.copy(segment, firstByte() + at, target, targetAt, count);
    } else {
      pack(at, target, targetAt, count);
    }
    PageFaults.await(memory, count);
  }

  private void pack(long at, MemorySegment target, long targetAt, long count) {
    int width = kind.elementBytes();
    kernel.pack(memory, first + at / width, 1, target, targetAt, width, count / width);
  }

  @Override
  public void admit(MessageKind sent, ByteOrder senderOrder, long arriving) {
    requireFit(kind, capacity, sent, arriving);
    bytes = arriving;
    speak(sent == MessageKind.BYTES ? ByteOrder.nativeOrder() : senderOrder);
  }

  /// Throws if memory has no room for a message.
  ///
  /// @param kind of the elements of the memory
  /// @param capacity of the memory, in bytes
  static void requireFit(MessageKind kind, long capacity, MessageKind sent, long arriving) {
    if (!kind.accepts(sent)) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the message carries %s, the receiver expects %s: send and receive the same type",
              sent,
              kind));
    }
    if (arriving > capacity) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the message has %d bytes, the receiver has room for %d: receive with at least as many elements as were sent",
              arriving,
              capacity));
    }
    if (arriving % kind.elementBytes() != 0) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the message has %d bytes, no whole number of elements of %s",
              arriving,
              kind));
    }
  }

  @Override
  public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {
    if (memory instanceof MemorySegment segment && kernel.verbatim()) {
      MemorySegment.copy(source, sourceAt, segment, firstByte() + at, count);
    } else {
      unpack(source, sourceAt, at, count);
    }
    PageFaults.await(memory, count);
  }

  private void unpack(MemorySegment source, long sourceAt, long at, long count) {
    int width = kind.elementBytes();
    kernel.unpack(source, sourceAt, width, memory, first + at / width, 1, count / width);
  }

  @Override
  public void arrived() {}

  @Override
  public boolean offHeap(long at) {
    return kernel.verbatim() && memory instanceof MemorySegment segment && segment.isNative();
  }

  @Override
  public ByteBuffer buffer(long at, int limit) {
    MemorySegment segment = (MemorySegment) named;
    return view(segment).buffer(segment, firstByte() + at, Math.min(limit, bytes - at));
  }

  /// Copies elements between two payloads that both name arrays or segments, once.
  void copyStraightTo(ElementsPayload target) {
    long count = bytes / kind.elementBytes();
    if (memory instanceof MemorySegment segment) {
      target.copyFrom(segment, firstByte(), 0, bytes);
    } else if (target.memory instanceof MemorySegment segment) {
      copyTo(0, segment, target.firstByte(), bytes);
    } else if (memory.getClass() == target.memory.getClass()) {
      System.arraycopy(
          memory,
          Math.toIntExact(first),
          target.memory,
          Math.toIntExact(target.first),
          Math.toIntExact(count));
    } else {
      throw new IllegalStateException(
          String.format(Locale.ROOT, "%s to %s was admitted", kind, target.kind));
    }
    PageFaults.await(memory, bytes);
    PageFaults.await(target.memory, bytes);
  }

  private long firstByte() {
    return first * kind.elementBytes();
  }

  private void speak(ByteOrder spoken) {
    kernel = kernel(memory, kind, spoken);
  }

  private static Kernel kernel(Object memory, MessageKind kind, ByteOrder order) {
    if (memory instanceof boolean[]) {
      return Kernel.forBooleans();
    }
    ElementType type = kind.element();
    return memory instanceof MemorySegment
        ? Kernel.forSegments(type, order)
        : Kernel.forArrays(type, order);
  }

  // ---- views of segments -----------------------------------------------------------------------

  private View view(MemorySegment segment) {
    for (View view : views) {
      if (view.isOf(segment)) {
        return view;
      }
    }
    View view = new View(segment);
    views[oldestView] = view;
    oldestView = (oldestView + 1) % REMEMBERED;
    return view;
  }

  /// A view of a segment that was named lately, so that a program that sends from the same memory
  /// again and again makes no garbage. It holds the segment weakly: it keeps no memory alive that
  /// its owner let go.
  private static final class View {
    private final WeakReference<MemorySegment> segment;

    /// Only of a confined segment: it has no lifetime that it could prolong.
    private final MemorySegment lifted;

    private WeakReference<ByteBuffer> window = new WeakReference<>(ByteBuffer.allocate(0));
    private long windowAt = -1;

    View(MemorySegment segment) {
      this.segment = new WeakReference<>(segment);
      boolean lift = Confinement.confines(segment) && Confinement.canLift();
      this.lifted = lift ? Confinement.lift(segment) : MemorySegment.NULL;
    }

    boolean isOf(MemorySegment other) {
      return segment.refersTo(other);
    }

    MemorySegment reachable(MemorySegment own) {
      return lifted.equals(MemorySegment.NULL) ? own : lifted;
    }

    ByteBuffer buffer(MemorySegment own, long at, long count) {
      ByteBuffer bytes = window(reachable(own), at & -WINDOW);
      int from = (int) (at & (WINDOW - 1));
      int n = (int) Math.min(count, bytes.capacity() - from);
      return bytes.limit(from + n).position(from);
    }

    private ByteBuffer window(MemorySegment memory, long start) {
      @Nullable ByteBuffer kept = window.get();
      if (kept != null && start == windowAt) {
        return kept;
      }
      long length = Math.min(LONGEST, memory.byteSize() - start);
      ByteBuffer made = memory.asSlice(start, length).asByteBuffer();
      window = new WeakReference<>(made);
      windowAt = start;
      return made;
    }
  }
}

package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.pack.Walk;
import io.penstock.object.ObjectCodec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the sections of a message, whose headers are sound, in their order.
///
/// What fails leaves the reader where it was, but an object that fails counts as read.
final class SectionReader {
  private final Lent lent;
  private final Walk walk = new Walk();
  private MemorySegment memory = MemorySegment.NULL;
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
  private long base;
  private long sections;

  // Where the next section begins: in memory, and in the message, which lent bytes are part of.
  private long next;
  private long nextPosition;
  private int nextLent;
  private MemorySegment objects = MemorySegment.NULL;
  private long nextObject;

  private long number;
  private long position;
  private @Nullable SectionType type;
  private MemorySegment data = MemorySegment.NULL;
  private long at;
  private long count;
  private long left;

  SectionReader(Lent lent) {
    this.lent = lent;
  }

  /// Goes to the first section of a message.
  ///
  /// @param first where in `from` the message begins
  /// @param objectMemory where the objects lie, if there are any
  void start(MemorySegment from, long first, MemorySegment objectMemory, long firstObject) {
    memory = from;
    base = first;
    order = MessageFormat.order(from, first);
    sections = MessageFormat.sections(from, first);
    next = first + MessageFormat.DESCRIPTOR;
    nextPosition = MessageFormat.DESCRIPTOR;
    nextLent = 0;
    objects = objectMemory;
    nextObject = firstObject;
    number = 0;
    type = null;
    left = 0;
  }

  void clear() {
    memory = MemorySegment.NULL;
    objects = MemorySegment.NULL;
    data = MemorySegment.NULL;
    sections = 0;
    number = 0;
    type = null;
    left = 0;
  }

  ByteOrder order() {
    return order;
  }

  long sectionsLeft() {
    return sections - number;
  }

  /// The type of the section that comes next.
  SectionType nextType() {
    requireAnother();
    return SectionType.ofCode(MessageFormat.typeCode(memory, next));
  }

  private void requireAnother() {
    if (number == sections) {
      throw new SectionException(
          String.format(
              Locale.ROOT, "section %d: the message has %d sections", number + 1, sections));
    }
  }

  /// Goes to the next section and returns its count.
  long open(SectionType expected) {
    requireNext(expected);
    enter(expected);
    return count;
  }

  /// Goes to the next section, which must have so many elements.
  void open(SectionType expected, long wanted) {
    requireNext(expected);
    long found = MessageFormat.count(memory, next);
    if (found != wanted) {
      throw new SectionException(
          String.format(
              Locale.ROOT,
              "section %d at byte %d holds %d of %s, not %d",
              number + 1,
              nextPosition,
              found,
              expected,
              wanted));
    }
    enter(expected);
  }

  private void requireNext(SectionType expected) {
    requireRead();
    SectionType found = nextType();
    if (found != expected) {
      throw new SectionException(
          String.format(
              Locale.ROOT,
              "section %d at byte %d holds %d of %s, not of %s",
              number + 1,
              nextPosition,
              MessageFormat.count(memory, next),
              found,
              expected));
    }
  }

  private void requireRead() {
    if (left > 0) {
      throw new SectionException(
          String.format(
              Locale.ROOT,
              "%s: %d of %d %s were not read; read or skip() them first",
              name(),
              left,
              count,
              type));
    }
  }

  private void enter(SectionType found) {
    long body = next + MessageFormat.SECTION_HEADER;
    count = MessageFormat.count(memory, next);
    left = count;
    type = found;
    number++;
    position = nextPosition;
    long bytes = count * found.bytes();
    long padded = bytes + MessageFormat.padding(bytes);
    nextPosition += MessageFormat.SECTION_HEADER + padded;
    if (lent.standsAt(nextLent, body - base)) {
      data = lent.segment(nextLent++);
      at = 0;
      next = body + padded - bytes;
    } else {
      data = memory;
      at = body;
      next = body + padded;
    }
  }

  /// The section as an error names it.
  private String name() {
    return String.format(Locale.ROOT, "section %d at byte %d", number, position);
  }

  private SectionType current() {
    if (type == null) {
      throw new IllegalStateException("no section was opened: open(SectionType) comes first");
    }
    return type;
  }

  /// How many elements or objects of the section were not read.
  long left() {
    return left;
  }

  /// Checks that `elements` of the current section can go to this memory.
  private SectionType accept(Object target) {
    SectionType open = current();
    if (open == SectionType.OBJECT || !open.fits(target)) {
      throw misfit(open, "a " + target.getClass().getSimpleName());
    }
    if (target instanceof MemorySegment segment && segment.isReadOnly()) {
      throw new IllegalArgumentException("a read-only segment cannot be read into");
    }
    return open;
  }

  private SectionException misfit(SectionType open, String target) {
    return new SectionException(
        String.format(Locale.ROOT, "%s holds %s: %s cannot take them", name(), open, target));
  }

  /// Checks that the current section holds elements of this type.
  void requireType(ElementType elements) {
    SectionType open = current();
    if (open != SectionType.of(elements)) {
      throw misfit(open, SectionType.of(elements) + " elements");
    }
  }

  private ElementMover elements(SectionType open, Object target, long wanted) {
    if (wanted > left) {
      throw new SectionException(
          String.format(
              Locale.ROOT,
              "%s holds %d of %s, %d of them unread: %d cannot be read",
              name(),
              count,
              open,
              left,
              wanted));
    }
    return ElementMover.of(open, target, order);
  }

  private void read(SectionType open, long elements) {
    at += elements * open.bytes();
    left -= elements;
  }

  /// Goes to the next section and reads all of it, if there is room for it.
  void take(SectionType expected, Object target, long from, long wanted) {
    Objects.checkFromIndexSize(from, wanted, expected.elementsIn(target));
    open(expected, wanted);
    get(target, from, wanted);
  }

  void take(SectionType expected, Object target, Shape shape, Selection selection) {
    expected.requireWithin(target, shape, selection);
    open(expected, selection.size());
    get(target, shape, selection);
  }

  void get(Object target) {
    get(target, 0, accept(target).elementsIn(target));
  }

  void get(Object target, long from, long wanted) {
    SectionType open = accept(target);
    Objects.checkFromIndexSize(from, wanted, open.elementsIn(target));
    elements(open, target, wanted).unpack(data, at, target, from, wanted);
    read(open, wanted);
  }

  void get(Object target, Shape shape, Selection selection) {
    SectionType open = accept(target);
    open.requireWithin(target, shape, selection);
    long wanted = selection.size();
    ElementMover mover = elements(open, target, wanted);
    walk.over(shape, selection, StorageOrder.ROW_MAJOR, false);
    mover.unpack(data, at, target, walk);
    read(open, wanted);
  }

  void scatter(Object target, int[] indexes, int from, int wanted) {
    SectionType open = accept(target);
    Objects.checkFromIndexSize(from, wanted, indexes.length);
    elements(open, target, wanted).scatter(data, at, target, indexes, from, wanted);
    read(open, wanted);
  }

  void scatter(Object target, long[] indexes, int from, int wanted) {
    SectionType open = accept(target);
    Objects.checkFromIndexSize(from, wanted, indexes.length);
    elements(open, target, wanted).scatter(data, at, target, indexes, from, wanted);
    read(open, wanted);
  }

  Object readObject(ObjectCodec codec) {
    if (current() != SectionType.OBJECT) {
      throw new SectionException(
          String.format(Locale.ROOT, "%s holds %s, no objects", name(), current()));
    }
    if (left == 0) {
      throw new SectionException(
          String.format(Locale.ROOT, "%s: its %d objects were read", name(), count));
    }
    long bytes = MessageFormat.objectBytes(objects, nextObject);
    long from = nextObject + MessageFormat.OBJECT_HEADER;
    String object = String.format(Locale.ROOT, "%s, object %d", name(), count - left + 1);
    passObject();
    SegmentInput stream = new SegmentInput(objects, from, bytes);
    try {
      Object value = codec.decode(stream);
      if (stream.left() > 0) {
        throw new SectionException(
            String.format(Locale.ROOT, "%s: %d bytes behind the object", object, stream.left()));
      }
      return value;
    } catch (IOException e) {
      throw new SectionException(String.format(Locale.ROOT, "%s: %s", object, e.getMessage()), e);
    }
  }

  private void passObject() {
    nextObject += MessageFormat.OBJECT_HEADER + MessageFormat.objectBytes(objects, nextObject);
    left--;
  }

  /// Leaves the rest of the section unread.
  void skip() {
    if (current() == SectionType.OBJECT) {
      while (left > 0) {
        passObject();
      }
    }
    left = 0;
  }

  /// Bytes of a segment as a stream.
  private static final class SegmentInput extends InputStream {
    private final MemorySegment memory;
    private final long end;
    private long at;

    SegmentInput(MemorySegment memory, long from, long bytes) {
      this.memory = memory;
      this.at = from;
      this.end = from + bytes;
    }

    long left() {
      return end - at;
    }

    @Override
    public int read() {
      return at == end ? -1 : memory.get(ValueLayout.JAVA_BYTE, at++) & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int count) {
      Objects.checkFromIndexSize(from, count, target.length);
      int some = (int) Math.min(count, left());
      if (some == 0 && count > 0) {
        return -1;
      }
      MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, target, from, some);
      at += some;
      return some;
    }

    @Override
    public long skip(long count) {
      long some = Math.clamp(count, 0, left());
      at += some;
      return some;
    }

    @Override
    public int available() {
      return (int) Math.min(left(), Integer.MAX_VALUE);
    }
  }
}

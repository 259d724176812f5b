package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.pack.Walk;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes the static section of a message: headers, elements and padding.
///
/// What fails leaves the section as it was.
final class SectionWriter {
  private final Store store;
  private final Lent lent;
  private final ByteOrder order;
  private final Walk walk = new Walk();
  private long sections;
  private @Nullable SectionType type;
  private long header;
  private long position;
  private long count;

  SectionWriter(Store store, Lent lent, ByteOrder order) {
    this.store = store;
    this.lent = lent;
    this.order = order;
  }

  long sections() {
    return sections;
  }

  /// How many bytes all sections have.
  long staticBytes() {
    return store.used() + lent.bytes() - MessageFormat.DESCRIPTOR;
  }

  boolean isEmpty() {
    return store.isEmpty();
  }

  /// Ends the current section, if there is one, and begins another.
  ///
  /// @param elements for which there must be room
  void begin(SectionType next, long elements) {
    long rest = type == null ? 0 : MessageFormat.padding(store.used() + lent.bytes());
    long before = rest + (store.isEmpty() ? MessageFormat.DESCRIPTOR : 0);
    long ahead = before + MessageFormat.SECTION_HEADER;
    reserve(sections + 1, store.used() + lent.bytes() + before, ahead, next, elements);
    end();
    store.zeros(before - rest);
    header = store.used();
    position = header + lent.bytes();
    MessageFormat.putSection(store.memory(), store.at(header), next, 0);
    store.advance(MessageFormat.SECTION_HEADER);
    type = next;
    count = 0;
    sections++;
  }

  private void reserve(long number, long at, long ahead, SectionType of, long elements) {
    boolean overflows = of.bytes() > 0 && elements > store.limit() / of.bytes();
    long bytes = overflows ? 0 : ahead + elements * of.bytes();
    long padded = bytes + MessageFormat.padding(store.used() + lent.bytes() + bytes);
    if (overflows || !store.allows(padded)) {
      throw full(number, at, elements, of);
    }
    store.reserve(padded);
  }

  private SectionException full(long number, long at, long elements, SectionType of) {
    return new SectionException(
        String.format(
            Locale.ROOT,
            "section %d at byte %d: %d of %s do not fit; the message may have %d bytes, %d are written",
            number,
            at,
            elements,
            of,
            store.limit(),
            store.used()));
  }

  /// Ends the current section, if there is one: what is put next needs another.
  void end() {
    if (type != null) {
      MessageFormat.putSection(store.memory(), store.at(header), type, count);
      store.zeros(MessageFormat.padding(store.used() + lent.bytes()));
      type = null;
    }
  }

  /// Takes the current section back, as if it had not begun.
  void abandon() {
    if (type != null) {
      store.backTo(header == MessageFormat.DESCRIPTOR ? 0 : header);
      type = null;
      sections--;
    }
  }

  private SectionType current() {
    if (type == null) {
      throw new IllegalStateException("no section was begun: begin(SectionType) comes first");
    }
    return type;
  }

  /// The type of the current section, which takes elements from this memory.
  private SectionType accept(Object memory) {
    SectionType open = current();
    if (open == SectionType.OBJECT || !open.fits(memory)) {
      throw misfit(open, "a " + memory.getClass().getSimpleName());
    }
    return open;
  }

  private IllegalArgumentException misfit(SectionType open, String memory) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "section %d at byte %d is of %s: %s cannot be written to it",
            sections,
            position,
            open,
            memory));
  }

  /// Checks that the current section takes elements of this type.
  void requireType(ElementType elements) {
    SectionType open = current();
    if (open != SectionType.of(elements)) {
      throw misfit(open, SectionType.of(elements) + " elements");
    }
  }

  private ElementMover reserve(SectionType open, Object memory, long elements) {
    reserve(sections, position, 0, open, elements);
    return ElementMover.of(open, memory, order);
  }

  private void wrote(SectionType open, long elements) {
    store.advance(elements * open.bytes());
    count += elements;
  }

  void put(Object memory) {
    put(memory, 0, accept(memory).elementsIn(memory));
  }

  void put(Object memory, long from, long elements) {
    SectionType open = accept(memory);
    Objects.checkFromIndexSize(from, elements, open.elementsIn(memory));
    ElementMover mover = reserve(open, memory, elements);
    mover.pack(memory, from, elements, store.memory(), store.end());
    wrote(open, elements);
  }

  void put(Object memory, Shape shape, Selection selection) {
    SectionType open = accept(memory);
    open.requireWithin(memory, shape, selection);
    long elements = selection.size();
    ElementMover mover = reserve(open, memory, elements);
    walk.over(shape, selection, StorageOrder.ROW_MAJOR, false);
    mover.pack(memory, walk, store.memory(), store.end());
    wrote(open, elements);
  }

  void gather(Object memory, int[] indexes, int from, int elements) {
    SectionType open = accept(memory);
    Objects.checkFromIndexSize(from, elements, indexes.length);
    ElementMover mover = reserve(open, memory, elements);
    mover.gather(memory, indexes, from, elements, store.memory(), store.end());
    wrote(open, elements);
  }

  void gather(Object memory, long[] indexes, int from, int elements) {
    SectionType open = accept(memory);
    Objects.checkFromIndexSize(from, elements, indexes.length);
    ElementMover mover = reserve(open, memory, elements);
    mover.gather(memory, indexes, from, elements, store.memory(), store.end());
    wrote(open, elements);
  }

  /// Makes memory a section of its own, which is read when the message is sent.
  void lend(MemorySegment segment, SectionType of) {
    long elements = of.elementsIn(segment);
    begin(of, 0);
    long padding = MessageFormat.padding(segment.byteSize());
    if (!store.allows(padding)) {
      abandon();
      throw full(sections + 1, position, elements, of);
    }
    store.reserve(padding);
    lent.add(segment, store.used());
    count = elements;
    end();
  }

  /// Counts an object that was written to a section of objects.
  void wroteObject() {
    count++;
  }

  void requireObjects() {
    if (current() != SectionType.OBJECT) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "section %d at byte %d is of %s: an object cannot be written to it",
              sections,
              position,
              current()));
    }
  }

  /// The section as an error names it.
  String name() {
    return String.format(Locale.ROOT, "section %d at byte %d", sections, position);
  }

  /// Ends the message.
  void finish(long dynamicBytes) {
    end();
    if (store.isEmpty()) {
      store.reserve(MessageFormat.DESCRIPTOR);
      store.zeros(MessageFormat.DESCRIPTOR);
    }
    MessageFormat.putDescriptor(
        store.memory(), store.at(0), order, sections, staticBytes(), dynamicBytes);
  }

  void clear() {
    type = null;
    sections = 0;
  }
}

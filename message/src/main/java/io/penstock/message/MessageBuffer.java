package io.penstock.message;

import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.object.ObjectCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Locale;

/// A message as a sequence of typed sections, written in order, sent, and read in the same order.
///
/// A section holds any number of elements of one primitive type, or objects. The reader names the
/// type that it expects of each; another type, another length or one section more than there are is
/// a [SectionException], which names the section. The byte order of the elements is declared in the
/// message and does not matter to the reader.
///
/// ```java
/// try (MessageBuffer message = new MessageBuffer()) {
///   message.write(new int[] {rows, columns}).write(field, 0, rows * columns).commit();
///   world.send(message, 1, TAG);
/// }
///
/// world.receive(message, 0, TAG);
/// message.read(size).read(field, 0, size[0] * size[1]);
/// ```
///
/// Wherever memory is taken it is a Java array of the section's type, or a [MemorySegment] that
/// holds such elements in native byte order, at any alignment. Positions in it are counted in
/// elements. In steady state, when a buffer is cleared and used again, nothing is allocated on the
/// heap but for objects.
///
/// | state | what can be done | leads to |
/// |---|---|---|
/// | [BufferState#WRITING], at first | begin, put, gather, write, lend; commit | committed |
/// | [BufferState#COMMITTED] | send; rewind | being read |
/// | [BufferState#ARRIVING] | nothing but wait for the transport | being read |
/// | [BufferState#READING] | open, get, scatter, read, skip; rewind; send again | being read |
/// | [BufferState#FREE], after close | nothing | |
///
/// [#clear] leads from any state but the last to the first; [#close] from any to the last. Both
/// give all memory back to the pool. Everything else is an [IllegalStateException] that names the
/// state.
///
/// Not thread-safe: one thread at a time.
///
/// Source: Baker, Carpenter and Shafi, *An Approach to Buffer Management in Java HPC Messaging*.
public final class MessageBuffer extends Sections implements AutoCloseable {
  /// Room for objects that is taken when the first one is written, within the limit.
  private static final long FIRST_OBJECTS = 1000;

  private final MessageSettings settings;
  private final Store staticStore;
  private final Store dynamicStore;
  private final Lent lent = new Lent();
  private final MessageCheck arrivalCheck = new MessageCheck();
  private final SectionWriter writer;
  private final SectionReader reader;
  private final ObjectWriter objectWriter;
  private final Wire wire;
  private BufferState state = BufferState.WRITING;
  private boolean arrived;

  /// A buffer that grows, with memory of the shared pool, and takes no objects.
  public MessageBuffer() {
    this(MessageSettings.growing());
  }

  /// A buffer to be written. It takes memory when the first section begins.
  public MessageBuffer(MessageSettings settings) {
    this.settings = settings;
    this.staticStore =
        new Store(settings.pool(), Wire.HEADER_ROOM, settings.initial(), settings.limit());
    this.dynamicStore = new Store(settings.pool(), 0, FIRST_OBJECTS, settings.limit());
    this.writer = new SectionWriter(staticStore, lent, settings.order());
    this.reader = new SectionReader(lent);
    this.objectWriter = new ObjectWriter(dynamicStore);
    this.wire = new Wire(this, staticStore);
  }

  /// What the buffer is at.
  public BufferState state() {
    return state;
  }

  /// The byte order of the elements: as the settings say while the message is written, as the
  /// message says after it has arrived.
  public ByteOrder order() {
    return arrived ? reader.order() : settings.order();
  }

  /// The transports' side of the buffer.
  public Wire wire() {
    return wire;
  }

  private void require(BufferState wanted, String purpose) {
    if (state != wanted) {
      throw new IllegalStateException(
          String.format(Locale.ROOT, "cannot %s: the message buffer is %s", purpose, state));
    }
  }

  // Writing.

  /// Begins a section; what is put next belongs to it.
  ///
  /// @throws SectionException if there is no room for it, or it is to hold objects and the settings
  ///   have no codec
  public MessageBuffer begin(SectionType type) {
    require(BufferState.WRITING, "begin a section");
    if (type == SectionType.OBJECT) {
      ObjectCodec _ = settings.requireObjects();
    }
    writer.begin(type, 0);
    return this;
  }

  @Override
  Object memoryOf(Elements elements) {
    if (elements.isTyped() && state == BufferState.WRITING) {
      writer.requireType(elements.type());
    } else if (elements.isTyped() && state == BufferState.READING) {
      reader.requireType(elements.type());
    }
    return elements.whole();
  }

  @Override
  MessageBuffer putAll(Object memory) {
    require(BufferState.WRITING, "put elements");
    writer.put(memory);
    return this;
  }

  @Override
  MessageBuffer putSome(Object memory, long from, long count) {
    require(BufferState.WRITING, "put elements");
    writer.put(memory, from, count);
    return this;
  }

  @Override
  MessageBuffer putSelected(Object memory, Shape shape, Selection selection) {
    require(BufferState.WRITING, "put elements");
    writer.put(memory, shape, selection);
    return this;
  }

  @Override
  MessageBuffer gatherFrom(Object memory, int[] indexes, int from, int count) {
    require(BufferState.WRITING, "gather elements");
    writer.gather(memory, indexes, from, count);
    return this;
  }

  @Override
  MessageBuffer gatherFrom(Object memory, long[] indexes, int from, int count) {
    require(BufferState.WRITING, "gather elements");
    writer.gather(memory, indexes, from, count);
    return this;
  }

  /// Adds an object to the current section, which is one of objects.
  ///
  /// @throws IllegalArgumentException if the section is of elements
  /// @throws SectionException if the codec cannot write the object, or there is no room for it;
  ///   then nothing is added
  public MessageBuffer putObject(Object value) {
    require(BufferState.WRITING, "put an object");
    writer.requireObjects();
    try {
      objectWriter.write(value, settings.requireObjects());
    } catch (IOException e) {
      throw new SectionException(
          String.format(Locale.ROOT, "%s: %s", writer.name(), e.getMessage()), e);
    }
    writer.wroteObject();
    return this;
  }

  @Override
  MessageBuffer writeAll(SectionType type, Object array) {
    begin(type);
    try {
      return putAll(array);
    } catch (RuntimeException e) {
      writer.abandon();
      throw e;
    }
  }

  @Override
  MessageBuffer writeSome(SectionType type, Object array, long from, long count) {
    begin(type);
    try {
      return putSome(array, from, count);
    } catch (RuntimeException e) {
      writer.abandon();
      throw e;
    }
  }

  @Override
  MessageBuffer writeSelected(SectionType type, Object array, Shape shape, Selection selection) {
    begin(type);
    try {
      return putSelected(array, shape, selection);
    } catch (RuntimeException e) {
      writer.abandon();
      throw e;
    }
  }

  /// Makes an object a section of its own.
  ///
  /// @throws SectionException if the codec cannot write it, or there is no room for it; then there
  ///   is no section
  public MessageBuffer writeObject(Object value) {
    begin(SectionType.OBJECT);
    try {
      return putObject(value);
    } catch (RuntimeException e) {
      writer.abandon();
      throw e;
    }
  }

  /// Makes memory off the heap a section of its own without copying it: it is read when the message
  /// is sent. It must not change, and its arena must not be closed, until then. Where the message's
  /// byte order is not the machine's it is copied after all.
  ///
  /// @throws IllegalArgumentException if it lies on the heap, holds no whole number of elements, or
  ///   `type` is that of objects
  /// @throws SectionException if there is no room for the section's header
  public MessageBuffer lend(MemorySegment memory, SectionType type) {
    require(BufferState.WRITING, "lend memory");
    if (type == SectionType.OBJECT || !memory.isNative()) {
      throw new IllegalArgumentException(
          "elements off the heap can be lent; write takes those of an array");
    }
    if (settings.order() != ByteOrder.nativeOrder() && type.bytes() > 1) {
      return copyOf(memory, type);
    }
    writer.lend(memory, type);
    return this;
  }

  private MessageBuffer copyOf(MemorySegment memory, SectionType type) {
    begin(type);
    try {
      writer.put(memory);
    } catch (RuntimeException e) {
      writer.abandon();
      throw e;
    }
    writer.end();
    return this;
  }

  /// Ends the message. It can be sent, any number of times, and read.
  public MessageBuffer commit() {
    require(BufferState.WRITING, "commit");
    writer.finish(dynamicStore.used());
    long from = 0;
    for (int i = 0; i < lent.count(); i++) {
      wire.add(staticStore.memory(), staticStore.at(from), lent.position(i) - from);
      wire.add(lent.segment(i), 0, lent.segment(i).byteSize());
      from = lent.position(i);
    }
    if (staticStore.used() > from) {
      wire.add(staticStore.memory(), staticStore.at(from), staticStore.used() - from);
    }
    if (!dynamicStore.isEmpty()) {
      wire.add(dynamicStore.memory(), dynamicStore.at(0), dynamicStore.used());
    }
    state = BufferState.COMMITTED;
    return this;
  }

  // Reading.

  /// Goes to the first section of a message that is complete, to read it.
  public MessageBuffer rewind() {
    if (state != BufferState.COMMITTED) {
      require(BufferState.READING, "rewind");
    }
    if (arrived) {
      long objects =
          Wire.HEADER_ROOM
              + MessageFormat.DESCRIPTOR
              + MessageFormat.staticBytes(staticStore.memory(), Wire.HEADER_ROOM);
      reader.start(staticStore.memory(), Wire.HEADER_ROOM, staticStore.memory(), objects);
    } else {
      reader.start(staticStore.memory(), Wire.HEADER_ROOM, dynamicStore.memory(), 0);
    }
    state = BufferState.READING;
    return this;
  }

  /// How many sections follow the current one.
  public long sectionsLeft() {
    require(BufferState.READING, "count sections");
    return reader.sectionsLeft();
  }

  /// The type of the section that follows the current one.
  ///
  /// @throws SectionException if there is none
  public SectionType nextType() {
    require(BufferState.READING, "look at a section");
    return reader.nextType();
  }

  /// How many elements or objects of the current section were not read; 0 where none is open.
  public long left() {
    require(BufferState.READING, "count elements");
    return reader.left();
  }

  /// Goes to the next section.
  ///
  /// @return how many elements or objects it holds
  /// @throws SectionException if there is none, it is of another type, or the current one was not
  ///   read to its end; then the current one stays open
  public long open(SectionType type) {
    require(BufferState.READING, "open a section");
    return reader.open(type);
  }

  @Override
  MessageBuffer getAll(Object memory) {
    require(BufferState.READING, "get elements");
    reader.get(memory);
    return this;
  }

  @Override
  MessageBuffer getSome(Object memory, long from, long count) {
    require(BufferState.READING, "get elements");
    reader.get(memory, from, count);
    return this;
  }

  @Override
  MessageBuffer getSelected(Object memory, Shape shape, Selection selection) {
    require(BufferState.READING, "get elements");
    reader.get(memory, shape, selection);
    return this;
  }

  @Override
  MessageBuffer scatterTo(Object memory, int[] indexes, int from, int count) {
    require(BufferState.READING, "scatter elements");
    reader.scatter(memory, indexes, from, count);
    return this;
  }

  @Override
  MessageBuffer scatterTo(Object memory, long[] indexes, int from, int count) {
    require(BufferState.READING, "scatter elements");
    reader.scatter(memory, indexes, from, count);
    return this;
  }

  /// Gets the next object of the current section.
  ///
  /// @throws SectionException if the section holds none, or no more, or the codec refuses what is
  ///   there; an object that was refused counts as read
  public Object getObject() {
    require(BufferState.READING, "get an object");
    return reader.readObject(settings.requireObjects());
  }

  @Override
  MessageBuffer readAll(SectionType type, Object array) {
    return readSome(type, array, 0, type.elementsIn(array));
  }

  @Override
  MessageBuffer readSome(SectionType type, Object array, long from, long count) {
    require(BufferState.READING, "read a section");
    reader.take(type, array, from, count);
    return this;
  }

  @Override
  MessageBuffer readSelected(SectionType type, Object array, Shape shape, Selection selection) {
    require(BufferState.READING, "read a section");
    reader.take(type, array, shape, selection);
    return this;
  }

  /// Goes to the next section and gets its only object.
  ///
  /// @throws SectionException as [#open] and [#getObject], or if the section does not hold one
  ///   object
  public Object readObject() {
    require(BufferState.READING, "read an object");
    ObjectCodec codec = settings.requireObjects();
    reader.open(SectionType.OBJECT, 1);
    return reader.readObject(codec);
  }

  /// Leaves what was not read of the current section.
  public MessageBuffer skip() {
    require(BufferState.READING, "skip a section");
    reader.skip();
    return this;
  }

  // The end.

  /// Empties the buffer, gives its memory back to the pool, and begins to write again.
  ///
  /// @throws IllegalStateException if the buffer is free, or a transport is sending or filling it
  public MessageBuffer clear() {
    if (state == BufferState.FREE) {
      require(BufferState.WRITING, "clear");
    }
    wire.requireLoose("clear");
    empty();
    return this;
  }

  private void empty() {
    state = BufferState.WRITING;
    arrived = false;
    writer.clear();
    reader.clear();
    lent.clear();
    wire.clear();
    try {
      staticStore.release();
    } finally {
      dynamicStore.release();
    }
  }

  /// Gives the memory back to the pool. Further calls do nothing.
  ///
  /// @throws IllegalStateException if a transport is sending or filling the buffer; then it is not
  ///   closed
  @Override
  public void close() {
    if (state != BufferState.FREE) {
      wire.requireLoose("close");
      try {
        empty();
      } finally {
        wire.forget();
        state = BufferState.FREE;
      }
    }
  }

  // The transports' side.

  void arriving(long bytes) {
    require(BufferState.WRITING, "receive into it");
    if (!staticStore.isEmpty()) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "cannot receive: %d sections were written; clear() the message buffer first",
              writer.sections()));
    }
    if (bytes < 0 || bytes > settings.limit()) {
      throw new MalformedMessageException(
          String.format(
              Locale.ROOT,
              "a message of %d bytes: this buffer takes up to %d; raise MessageSettings.limit",
              bytes,
              settings.limit()));
    }
    staticStore.reserve(bytes);
    staticStore.advance(bytes);
    wire.add(staticStore.memory(), Wire.HEADER_ROOM, bytes);
    state = BufferState.ARRIVING;
  }

  void arrived() {
    require(BufferState.ARRIVING, "take a message that is not arriving");
    boolean sound = false;
    try {
      arrivalCheck.check(staticStore.memory(), Wire.HEADER_ROOM, staticStore.used());
      sound = true;
    } finally {
      if (!sound) {
        empty();
      }
    }
    arrived = true;
    state = BufferState.COMMITTED;
    rewind();
  }
}

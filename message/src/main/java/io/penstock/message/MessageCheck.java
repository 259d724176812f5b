package io.penstock.message;

import static io.penstock.message.MessageFormat.DESCRIPTOR;
import static io.penstock.message.MessageFormat.OBJECT_HEADER;
import static io.penstock.message.MessageFormat.SECTION_HEADER;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

/// Goes through what arrived before anyone reads it: afterwards every header can be trusted.
///
/// Made once for a buffer and used for each of its messages. Not thread-safe.
final class MessageCheck {
  private MemorySegment memory = MemorySegment.NULL;
  private long base;
  private long bytes;
  private long objects;

  /// Checks the message in a piece of memory.
  ///
  /// @throws MalformedMessageException if it is none
  void check(MemorySegment where, long from, long length) {
    memory = where;
    base = from;
    bytes = length;
    objects = 0;
    try {
      run();
    } finally {
      memory = MemorySegment.NULL;
    }
  }

  private void run() {
    require(bytes >= DESCRIPTOR, bytes, "a message has at least 32 bytes", bytes);
    require(MessageFormat.hasMagic(memory, base), 0, "no message, or of another version", 0);
    int order = MessageFormat.orderCode(memory, base);
    require(order == 0 || order == 1, 4, "unknown byte order", order);
    long staticBytes = MessageFormat.staticBytes(memory, base);
    long rest = bytes - DESCRIPTOR;
    require(staticBytes >= 0 && staticBytes <= rest, 16, "static section too long", staticBytes);
    require(MessageFormat.padding(staticBytes) == 0, 16, "not a multiple of 8", staticBytes);
    long dynamicBytes = MessageFormat.dynamicBytes(memory, base);
    require(dynamicBytes == rest - staticBytes, 24, "wrong length of the objects", dynamicBytes);
    sections(DESCRIPTOR + staticBytes);
    objects(DESCRIPTOR + staticBytes);
  }

  private void sections(long end) {
    long sections = MessageFormat.sections(memory, base);
    long at = DESCRIPTOR;
    require(sections >= 0 && sections <= (end - at) / SECTION_HEADER, 8, "sections", sections);
    for (long i = 0; i < sections; i++) {
      require(end - at >= SECTION_HEADER, at, "no room for a header of 16 bytes", end - at);
      at += section(at, end);
    }
    require(at == end, at, "bytes behind the last section", end - at);
  }

  /// Checks one section and returns its length.
  private long section(long at, long end) {
    long code = MessageFormat.typeCode(memory, base + at);
    require(SectionType.isCode(code), at, "unknown section type", code);
    SectionType type = SectionType.ofCode(code);
    long count = MessageFormat.count(memory, base + at);
    if (type == SectionType.OBJECT) {
      long most = (bytes - end) / OBJECT_HEADER - objects;
      require(count >= 0 && count <= most, at + 8, "more objects than there are bytes for", count);
      objects += count;
      return SECTION_HEADER;
    }
    long room = end - at - SECTION_HEADER;
    require(count >= 0 && count <= room / type.bytes(), at + 8, "too many elements", count);
    long length = count * type.bytes();
    zeros(at + SECTION_HEADER + length, MessageFormat.padding(length));
    return SECTION_HEADER + length + MessageFormat.padding(length);
  }

  private void zeros(long at, long count) {
    for (long i = 0; i < count; i++) {
      byte found = memory.get(ValueLayout.JAVA_BYTE, base + at + i);
      require(found == 0, at + i, "padding must be 0", found);
    }
  }

  private void objects(long from) {
    long at = from;
    for (long i = 0; i < objects; i++) {
      require(bytes - at >= OBJECT_HEADER, at, "no room for an object's length", bytes - at);
      long length = MessageFormat.objectBytes(memory, base + at);
      require(length >= 0 && length <= bytes - at - OBJECT_HEADER, at, "object too long", length);
      at += OBJECT_HEADER + length;
    }
    require(at == bytes, at, "bytes behind the last object", bytes - at);
  }

  private static void require(boolean met, long at, String what, long value) {
    if (!met) {
      throw new MalformedMessageException(
          String.format(Locale.ROOT, "malformed message, byte %d: %s (%d)", at, what, value));
    }
  }
}

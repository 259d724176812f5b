package io.penstock.message;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The binary format of a message. Fields of the format are little-endian whatever the order of the
/// elements is; bytes that are not named are 0.
///
/// ```
///        0               4       5               8
///        +---------------+-------+---------------+
///      0 | 'P' 'N' 'M' 1 | order | 0   0   0     |  order: 0 little-endian, 1 big-endian elements
///        +---------------+-------+---------------+
///      8 | sections                              |
///        +---------------------------------------+
///     16 | static bytes: all sections, headers   |  a multiple of 8
///        | and padding included                  |
///        +---------------------------------------+
///     24 | dynamic bytes: all objects            |
///        +---------------------------------------+
///     32 | static section ...                    |
///        +---------------------------------------+
///        | dynamic section ...                   |
///        +---------------------------------------+
///
/// a section in the static section, on a multiple of 8:
///        +-------+-------------------------------+
///      0 | type  | 0   0   0   0   0   0   0     |  the code of a SectionType
///        +-------+-------------------------------+
///      8 | count of elements or objects          |
///        +---------------------------------------+
///     16 | elements, then 0 to 7 bytes of 0      |  nothing for objects
///        +---------------------------------------+
///
/// an object in the dynamic section, one after the other in the order of their sections:
///        +---------------------------------------+
///      0 | bytes                                 |
///        +---------------------------------------+
///      8 | what the object codec wrote           |
///        +---------------------------------------+
/// ```
///
/// The whole is 32 + static bytes + dynamic bytes long.
final class MessageFormat {
  static final long DESCRIPTOR = 32;
  static final long SECTION_HEADER = 16;
  static final long OBJECT_HEADER = 8;
  static final long ALIGNMENT = 8;

  private static final int MAGIC = 'P' | 'N' << 8 | 'M' << 16 | 1 << 24;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

  private MessageFormat() {}

  static void putDescriptor(
      MemorySegment memory,
      long at,
      ByteOrder order,
      long sections,
      long staticBytes,
      long dynamicBytes) {
    memory.set(INT, at, MAGIC);
    memory.set(INT, at + 4, order == ByteOrder.BIG_ENDIAN ? 1 : 0);
    memory.set(LONG, at + 8, sections);
    memory.set(LONG, at + 16, staticBytes);
    memory.set(LONG, at + 24, dynamicBytes);
  }

  static boolean hasMagic(MemorySegment memory, long at) {
    return memory.get(INT, at) == MAGIC;
  }

  /// The order's code, and whatever lies in the three bytes after it.
  static int orderCode(MemorySegment memory, long at) {
    return memory.get(INT, at + 4);
  }

  static ByteOrder order(MemorySegment memory, long at) {
    return orderCode(memory, at) == 1 ? ByteOrder.BIG_ENDIAN : LITTLE_ENDIAN;
  }

  static long sections(MemorySegment memory, long at) {
    return memory.get(LONG, at + 8);
  }

  static long staticBytes(MemorySegment memory, long at) {
    return memory.get(LONG, at + 16);
  }

  static long dynamicBytes(MemorySegment memory, long at) {
    return memory.get(LONG, at + 24);
  }

  static void putSection(MemorySegment memory, long at, SectionType type, long count) {
    memory.set(LONG, at, type.code());
    memory.set(LONG, at + 8, count);
  }

  /// The code of the type, and whatever lies in the seven bytes after it.
  static long typeCode(MemorySegment memory, long at) {
    return memory.get(LONG, at);
  }

  static long count(MemorySegment memory, long at) {
    return memory.get(LONG, at + 8);
  }

  static void putObject(MemorySegment memory, long at, long bytes) {
    memory.set(LONG, at, bytes);
  }

  static long objectBytes(MemorySegment memory, long at) {
    return memory.get(LONG, at);
  }

  /// How many bytes follow `bytes` to the next multiple of 8.
  static long padding(long bytes) {
    return -bytes & (ALIGNMENT - 1);
  }
}

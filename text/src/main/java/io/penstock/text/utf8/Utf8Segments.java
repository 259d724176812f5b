package io.penstock.text.utf8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.CharBuffer;
import java.util.Objects;

/// The operations of [Utf8] and [Utf8Codec] on memory segments of any length.
///
/// A segment that is a part of a `byte[]` is looked at where it is, unless it is read-only; any
/// other is copied into an array, block by block.
///
/// Every method throws what [MemorySegment] does where the segment is no longer alive, or belongs
/// to another thread.
public final class Utf8Segments {
  /// Small enough to stay in a processor's nearest caches between the copy and the look.
  static final int BLOCK = 16 << 10;

  private Utf8Segments() {}

  /// Whether all bytes are well-formed.
  public static boolean isWellFormed(MemorySegment segment) {
    return malformedAt(segment) < 0;
  }

  /// The first byte of the first sequence that is no character, as [Utf8#malformedAt] says.
  ///
  /// @return its offset in the segment; -1 if all is well-formed
  public static long malformedAt(MemorySegment segment) {
    for (SegmentBlocks blocks = new SegmentBlocks(segment); blocks.next(); ) {
      int found = Utf8.malformedAt(blocks.bytes(), blocks.from(), blocks.to());
      if (found >= 0) {
        return blocks.offset() + found - blocks.from();
      }
    }
    return -1;
  }

  /// How many characters (code points) well-formed bytes are, as [Utf8#characters] says.
  public static long characters(MemorySegment segment) {
    long characters = 0;
    for (SegmentBlocks blocks = new SegmentBlocks(segment); blocks.next(); ) {
      characters += Utf8.characters(blocks.bytes(), blocks.from(), blocks.to());
    }
    return characters;
  }

  /// Appends the chars of all bytes to a text, some thousands at a time.
  ///
  /// @param codec what becomes of malformed bytes
  /// @throws MalformedTextException if the codec reports, and there are some; its offset is that in
  ///   the segment, and a part of what precedes it may have been appended
  /// @throws IOException if the target throws it
  public static void decode(MemorySegment source, Utf8Codec codec, Appendable target)
      throws IOException {
    char[] chars = {};
    for (SegmentBlocks blocks = new SegmentBlocks(source); blocks.next(); ) {
      int length = blocks.to() - blocks.from();
      chars = chars.length < length ? new char[length] : chars;
      int count = decode(source, blocks, codec, chars);
      target.append(CharBuffer.wrap(chars, 0, count));
    }
  }

  private static int decode(
      MemorySegment source, SegmentBlocks blocks, Utf8Codec codec, char[] target) {
    try {
      return codec.decode(blocks.bytes(), blocks.from(), blocks.to(), target, 0);
    } catch (MalformedTextException e) {
      throw MalformedTextException.bytes(source, blocks.offset() + e.offset());
    }
  }

  /// Writes the bytes of a text.
  ///
  /// @param codec what becomes of lone surrogates
  /// @param at where the first byte goes
  /// @return the place behind the last byte
  /// @throws MalformedTextException if the codec reports, and a surrogate is alone; nothing is
  ///   written then
  /// @throws IndexOutOfBoundsException if the target has no room; nothing is written then
  public static long encode(String text, Utf8Codec codec, MemorySegment target, long at) {
    byte[] bytes = codec.encode(text);
    Objects.checkFromIndexSize(at, bytes.length, target.byteSize());
    MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, at, bytes.length);
    return at + bytes.length;
  }

  /// A cursor over the bytes of a segment, an array's range at a time. No sequence crosses from one
  /// block to the next: one that a block would cut is left to the next one, whatever it turns out
  /// to be.
  private static final class SegmentBlocks {
    /// So many bytes, and no more, a sequence has behind its first.
    private static final int MOST_BEHIND = 3;

    private final MemorySegment segment;
    private final byte[] bytes;

    /// Whether the array is that of the segment, and nothing is copied.
    private final boolean inPlace;

    private long offset;
    private int from;
    private int to;

    SegmentBlocks(MemorySegment segment) {
      this.segment = segment;
      this.inPlace = segment.heapBase().orElse(segment) instanceof byte[];
      this.bytes =
          segment.heapBase().orElse(segment) instanceof byte[] array
              ? array
              : new byte[(int) Math.min(BLOCK, segment.byteSize())];
    }

    /// Goes to the next block, the first one at first.
    ///
    /// @return whether there is one
    boolean next() {
      offset += to - from;
      long left = segment.byteSize() - offset;
      if (left == 0) {
        return false;
      }
      int count = (int) Math.min(left, BLOCK);
      if (inPlace) {
        from = (int) (segment.address() + offset);
      } else {
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, bytes, 0, count);
      }
      to = from + (count == left ? count : whole(count));
      return true;
    }

    /// How many of the first bytes are there without a sequence that goes on behind them.
    private int whole(int count) {
      for (int behind = 0; behind < MOST_BEHIND; behind++) {
        byte b = bytes[from + count - 1 - behind];
        if (!Sequences.continues(b)) {
          return Sequences.nominalLength(b) > behind + 1 ? count - 1 - behind : count;
        }
      }
      return count;
    }

    /// Where the block lies.
    byte[] bytes() {
      return bytes;
    }

    /// Its first byte in the array.
    int from() {
      return from;
    }

    /// Behind its last byte in the array.
    int to() {
      return to;
    }

    /// Its first byte in the segment.
    long offset() {
      return offset;
    }
  }
}

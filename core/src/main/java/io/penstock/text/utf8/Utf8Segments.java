package io.penstock.text.utf8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.CharBuffer;
import java.util.Objects;

/// UTF-8 in memory segments, of any length: what [Utf8] and [Utf8Codec] say of arrays.
///
/// A segment that is a part of a `byte[]` is looked at where it is, unless it is read-only; any
/// other is copied into an array, block by block.
///
/// Every method throws what [MemorySegment] does where the segment is no longer alive, or belongs
/// to another thread.
public final class Utf8Segments {
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
}

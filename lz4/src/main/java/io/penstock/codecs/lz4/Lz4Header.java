package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The header of an LZ4 frame.
///
/// @param flags as the header has them
/// @param blockCode the maximum size of its blocks, one of four, as the header has it
/// @param contentBytes of the whole frame; 0, to lz4 too, where they are not known
record Lz4Header(int flags, int blockCode, long contentBytes) {
  /// Blocks of up to 4 MiB.
  static final int LARGEST_CODE = 7;

  static final int VERSION = 0x40;
  static final int INDEPENDENT = 0x20;

  private static final int SMALLEST_CODE = 4;
  private static final int VERSION_BITS = 0xc0;
  private static final int BLOCK_CHECKSUMS = 0x10;
  private static final int CONTENT_SIZE = 8;
  private static final int CONTENT_CHECKSUM = 4;
  private static final int RESERVED = 2;
  private static final int DICTIONARY = 1;
  private static final int LONGEST = 19;

  /// The header of a frame of unknown length, without checksums of blocks.
  static Lz4Header written(int blockCode) {
    return new Lz4Header(VERSION | INDEPENDENT | CONTENT_CHECKSUM, blockCode, 0);
  }

  /// The header of a frame of this length, without checksums of blocks.
  static Lz4Header written(int blockCode, long contentBytes) {
    return new Lz4Header(
        VERSION | INDEPENDENT | CONTENT_CHECKSUM | CONTENT_SIZE, blockCode, contentBytes);
  }

  /// Whether blocks may repeat what is in the blocks before them.
  boolean linked() {
    return (flags & INDEPENDENT) == 0;
  }

  /// Whether each block has a checksum.
  boolean blockChecksums() {
    return (flags & BLOCK_CHECKSUMS) != 0;
  }

  /// Whether the content has a checksum.
  boolean contentChecksum() {
    return (flags & CONTENT_CHECKSUM) != 0;
  }

  /// The code of the smallest blocks that hold so much content in one, or of the largest.
  static int blockCode(int count) {
    int code = SMALLEST_CODE;
    while (blockBytes(code) < count && code < LARGEST_CODE) {
      code++;
    }
    return code;
  }

  static int blockBytes(int code) {
    return 1 << (8 + 2 * code);
  }

  /// The most content that a block of the frame has.
  int blockBytes() {
    return blockBytes(blockCode);
  }

  /// The header with its magic number and checksum.
  byte[] bytes() {
    byte[] bytes = new byte[LONGEST];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(Lz4Codec.MAGIC).put((byte) flags).put((byte) (blockCode << 4));
    if ((flags & CONTENT_SIZE) != 0) {
      buffer.putLong(contentBytes);
    }
    buffer.put(check(bytes, buffer.position()));
    return Arrays.copyOf(bytes, buffer.position());
  }

  /// @param end where the header ends in `bytes`, which begin with the magic number
  private static byte check(byte[] bytes, int end) {
    return (byte) (Lz4Blocks.checksum(bytes, 4, end - 4) >>> 8);
  }

  /// Takes a header, of which the magic number is known to be there.
  ///
  /// @throws io.penstock.file.FormatException if it is damaged, or asks for a dictionary
  static Lz4Header read(ArchiveInput in) throws IOException {
    byte[] bytes = Arrays.copyOf(in.octets(6, "a frame's header"), LONGEST);
    int flags = bytes[4] & 0xff;
    int code = (bytes[5] & 0xff) >> 4;
    if ((flags & VERSION_BITS) != VERSION
        || (flags & RESERVED) != 0
        || (bytes[5] & 0x8f) != 0
        || code < SMALLEST_CODE
        || code > LARGEST_CODE) {
      throw in.refused("a frame's header is damaged, or of a later version of LZ4");
    }
    if ((flags & DICTIONARY) != 0) {
      throw in.refused("the frame asks for a dictionary, which is not here");
    }
    int end = 6;
    long content = 0;
    if ((flags & CONTENT_SIZE) != 0) {
      byte[] size = in.octets(8, "a frame's header");
      System.arraycopy(size, 0, bytes, end, 8);
      end += 8;
      content = ByteBuffer.wrap(size).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
    if ((byte) in.octet("a frame's header") != check(bytes, end)) {
      throw in.refused("the checksum of a frame's header is wrong; it is damaged");
    }
    return new Lz4Header(flags, code, content);
  }
}

package io.penstock.codecs.lz4;

/// The maximum size of the blocks of a frame, one of four.
///
/// @param code as the frame's header has it
record BlockSize(int code) {
  static final BlockSize LARGEST = new BlockSize(7);

  private static final int SMALLEST_CODE = 4;

  static boolean isCode(int code) {
    return code >= SMALLEST_CODE && code <= LARGEST.code;
  }

  /// The smallest that holds so much content in one block, or the largest.
  static BlockSize forContent(int count) {
    BlockSize size = new BlockSize(SMALLEST_CODE);
    while (size.bytes() < count && size.code < LARGEST.code) {
      size = new BlockSize(size.code + 1);
    }
    return size;
  }

  int bytes() {
    return 1 << (8 + 2 * code);
  }
}

package io.penstock.evaluate.arrays;

/// Integers to bytes and back by shifts, least significant byte first, as Dickens and Thakur write
/// it in section 4.2.
final class Shifts {
  private Shifts() {}

  static void encode(int[] ints, int from, int count, byte[] bytes) {
    for (int i = 0; i < count; i++) {
      int value = ints[from + i];
      for (int b = 0; b < 4; b++) {
        bytes[4 * i + b] = (byte) (value >> (b * 8));
      }
    }
  }

  static void decode(byte[] bytes, int[] ints, int from, int count) {
    for (int i = 0; i < count; i++) {
      int value = 0;
      for (int b = 0; b < 4; b++) {
        int temp = bytes[4 * i + b];
        temp = temp & 255; // takes care of the sign without a branch
        temp = temp << (b * 8);
        value = value | temp;
      }
      ints[from + i] = value;
    }
  }
}

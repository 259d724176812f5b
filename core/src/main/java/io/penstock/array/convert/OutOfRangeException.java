package io.penstock.array.convert;

/// A number that its new type does not hold.
public final class OutOfRangeException extends ArithmeticException {
  private static final long serialVersionUID = 1;

  private final long packedOffset;
  private final long index;

  /// Refuses a number.
  ///
  /// @param packedOffset where it lies, or would, among packed bytes
  /// @param index of its element in memory
  /// @param reason the number, and what would fit
  public OutOfRangeException(long packedOffset, long index, String reason) {
    super(reason);
    this.packedOffset = packedOffset;
    this.index = index;
  }

  /// Where it lies among packed bytes.
  public long packedOffset() {
    return packedOffset;
  }

  /// The index of its element in memory.
  public long index() {
    return index;
  }
}

package io.penstock.stream;

/// Moves elements between an array of one primitive type and bytes, in one byte order.
///
/// Holds no state. Bounds are checked as every array access is; the array must have the codec's
/// type.
abstract class ElementCodec {
  abstract void encode(Object source, int from, HeapBlock target, int at, int count);

  abstract void decode(HeapBlock source, int at, Object target, int from, int count);
}

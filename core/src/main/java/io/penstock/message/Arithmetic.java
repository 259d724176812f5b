package io.penstock.message;

import io.penstock.array.ElementType;

/// The reductions that every element type has: `right[i] = left[i] op right[i]`.
///
/// Subclasses come from a template, one for each type. Without state.
abstract class Arithmetic {
  static Arithmetic of(ElementType type) {
    return switch (type) {
      case BYTE -> Held.BYTE;
      case SHORT -> Held.SHORT;
      case CHAR -> Held.CHAR;
      case INT -> Held.INT;
      case LONG -> Held.LONG;
      case FLOAT -> Held.FLOAT;
      case DOUBLE -> Held.DOUBLE;
    };
  }

  abstract void sum(Object left, Object right);

  abstract void product(Object left, Object right);

  abstract void minimum(Object left, Object right);

  abstract void maximum(Object left, Object right);

  abstract void minimumPlace(Object left, Object right);

  abstract void maximumPlace(Object left, Object right);

  private static final class Held {
    static final Arithmetic BYTE = new ByteArithmetic();
    static final Arithmetic SHORT = new ShortArithmetic();
    static final Arithmetic CHAR = new CharArithmetic();
    static final Arithmetic INT = new IntArithmetic();
    static final Arithmetic LONG = new LongArithmetic();
    static final Arithmetic FLOAT = new FloatArithmetic();
    static final Arithmetic DOUBLE = new DoubleArithmetic();
  }
}

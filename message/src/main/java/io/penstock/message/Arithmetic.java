package io.penstock.message;

import io.penstock.array.ElementType;

/// The reductions that every element type has: `right[i] = left[i] op right[i]`.
///
/// Subclasses come from a template, one for each type. Without state.
abstract class Arithmetic {
  static Arithmetic of(ElementType type) {
    return switch (type) {
      case BYTE -> ByteArithmetic.INSTANCE;
      case SHORT -> ShortArithmetic.INSTANCE;
      case CHAR -> CharArithmetic.INSTANCE;
      case INT -> IntArithmetic.INSTANCE;
      case LONG -> LongArithmetic.INSTANCE;
      case FLOAT -> FloatArithmetic.INSTANCE;
      case DOUBLE -> DoubleArithmetic.INSTANCE;
    };
  }

  abstract void sum(Object left, Object right);

  abstract void product(Object left, Object right);

  abstract void minimum(Object left, Object right);

  abstract void maximum(Object left, Object right);

  abstract void minimumPlace(Object left, Object right);

  abstract void maximumPlace(Object left, Object right);
}

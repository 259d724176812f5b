package io.penstock.message;

import io.penstock.array.ElementType;
import java.util.Optional;

/// The reductions of integers: `right[i] = left[i] op right[i]`.
///
/// Subclasses come from a template, one for each type. Without state.
abstract class Logic {
  /// Empty for what is no integer.
  static Optional<Logic> of(ElementType type) {
    return switch (type) {
      case BYTE -> Optional.of(ByteLogic.INSTANCE);
      case SHORT -> Optional.of(ShortLogic.INSTANCE);
      case CHAR -> Optional.of(CharLogic.INSTANCE);
      case INT -> Optional.of(IntLogic.INSTANCE);
      case LONG -> Optional.of(LongLogic.INSTANCE);
      case FLOAT, DOUBLE -> Optional.empty();
    };
  }

  abstract void and(Object left, Object right);

  abstract void or(Object left, Object right);

  abstract void xor(Object left, Object right);

  abstract void both(Object left, Object right);

  abstract void either(Object left, Object right);

  abstract void oneOf(Object left, Object right);
}

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
      case BYTE -> Optional.of(Held.BYTE);
      case SHORT -> Optional.of(Held.SHORT);
      case CHAR -> Optional.of(Held.CHAR);
      case INT -> Optional.of(Held.INT);
      case LONG -> Optional.of(Held.LONG);
      case FLOAT, DOUBLE -> Optional.empty();
    };
  }

  abstract void and(Object left, Object right);

  abstract void or(Object left, Object right);

  abstract void xor(Object left, Object right);

  abstract void both(Object left, Object right);

  abstract void either(Object left, Object right);

  abstract void oneOf(Object left, Object right);

  private static final class Held {
    static final Logic BYTE = new ByteLogic();
    static final Logic SHORT = new ShortLogic();
    static final Logic CHAR = new CharLogic();
    static final Logic INT = new IntLogic();
    static final Logic LONG = new LongLogic();
  }
}

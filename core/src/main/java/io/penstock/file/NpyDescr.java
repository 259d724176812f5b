package io.penstock.file;

import io.penstock.array.DataType;
import java.nio.ByteOrder;
import java.util.Optional;

/// NumPy's type string, its array interface's `typestr`: a byte order, a kind and a size in bytes.
record NpyDescr(DataType type, ByteOrder order) {
  private static final String KIND_AND_SIZE = "[A-Za-z][0-9]{0,9}(\\[.*])?";

  /// The type that a string names, where it is one of ours. As in NumPy, `=` and `|` mean the
  /// machine's own byte order.
  static Optional<NpyDescr> named(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String code = text.substring(1);
    Optional<ByteOrder> order = order(text.charAt(0));
    for (DataType type : DataType.values()) {
      if (order.isPresent() && code(type).equals(code)) {
        return Optional.of(new NpyDescr(type, order.get()));
      }
    }
    return Optional.empty();
  }

  private static Optional<ByteOrder> order(char symbol) {
    return switch (symbol) {
      case '<' -> Optional.of(ByteOrder.LITTLE_ENDIAN);
      case '>' -> Optional.of(ByteOrder.BIG_ENDIAN);
      case '=', '|' -> Optional.of(ByteOrder.nativeOrder());
      default -> Optional.empty();
    };
  }

  /// The string that NumPy writes.
  String text() {
    if (type.bytes() == 1) {
      return "|".concat(code(type));
    }
    return (order == ByteOrder.LITTLE_ENDIAN ? "<" : ">").concat(code(type));
  }

  /// NumPy's letter for a kind is the first one of the names of its types.
  private static String code(DataType type) {
    String kind = type.label().substring(0, 1);
    return kind.concat(Integer.toString(type.bytes() * type.components()));
  }

  /// Why a string that is not [#named] is refused, and what to do in NumPy.
  static String refusal(String text) {
    return "dtype " + PythonLiteral.excerpt(text) + " " + reason(text);
  }

  private static String reason(String text) {
    boolean ordered = !text.isEmpty() && order(text.charAt(0)).isPresent();
    String code = ordered ? text.substring(1) : text;
    return switch (code) {
      case "f12", "f16" ->
          "is the long double of one C compiler, not a portable type: save array.astype('float64')";
      case "c24", "c32" ->
          "is made of the long doubles of one C compiler: save array.astype('complex128')";
      case String _ when code.matches(KIND_AND_SIZE) -> kind(code.charAt(0));
      default -> unknown();
    };
  }

  private static String kind(char kind) {
    return switch (kind) {
      case 'O' ->
          "holds pickled Python objects, not numbers: save array.astype('float64') or another"
              + " numeric type";
      case 'S', 'a' -> "holds byte strings, not numbers: save array.view('uint8')";
      case 'U' -> "holds text, not numbers: save its code points, array.view('uint32')";
      case 'M' -> "holds dates, not numbers: save array.view('int64')";
      case 'm' -> "holds time spans, not numbers: save array.view('int64')";
      case 'V' -> "holds opaque bytes: save array.view('uint8'), or 'uint16' where it is bfloat16";
      default -> unknown();
    };
  }

  private static String unknown() {
    return "is unknown: expected a byte order, kind and size such as '<f8' or '>i4'; save array.astype(T),"
        + " T being one of "
        + DataType.labels();
  }
}

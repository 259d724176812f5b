package io.penstock.object.analysis;

/// A converter of class names between their forms in streams and in Java.
final class ClassNames {
  private static final int LONGEST = 120;

  private ClassNames() {}

  /// A text of a stream, cut to a line of a table, without characters that a terminal obeys.
  static String printable(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < Math.min(LONGEST, text.length()); i++) {
      char c = text.charAt(i);
      boolean harmless = !Character.isISOControl(c) && !Character.isSurrogate(c);
      safe.append(harmless && c != '\u2028' && c != '\u2029' ? c : '?');
    }
    return text.length() > LONGEST ? safe + "..." : safe.toString();
  }

  /// From `[Ljava.lang.String;` to `java.lang.String[]`; other names as they are.
  static String readable(String name) {
    return name.startsWith("[") && !name.endsWith("]") ? ofSignature(name) : name;
  }

  /// From `[Ljava/lang/String;` to `java.lang.String[]`.
  static String ofSignature(String signature) {
    int dimensions = 0;
    while (dimensions < signature.length() && signature.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element = element(signature.substring(dimensions));
    return dimensions > 255 ? signature : element + "[]".repeat(dimensions);
  }

  private static String element(String signature) {
    if (signature.startsWith("L") && signature.endsWith(";")) {
      return signature.substring(1, signature.length() - 1).replace('/', '.');
    }
    return switch (signature) {
      case "B" -> "byte";
      case "C" -> "char";
      case "D" -> "double";
      case "F" -> "float";
      case "I" -> "int";
      case "J" -> "long";
      case "S" -> "short";
      case "Z" -> "boolean";
      default -> signature;
    };
  }
}

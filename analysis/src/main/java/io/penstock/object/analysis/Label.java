package io.penstock.object.analysis;

import java.util.List;

/// The label of an edge between two nodes of a stream: a field, or a place that is none.
///
/// @param owner the class that declares it, empty for the stream itself
/// @param name of the field, or what it is in brackets
/// @param type as a signature: `I`, `Ljava/lang/String;`
record Label(String owner, String name, String type) implements Comparable<Label> {
  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /// In an order of names. Whoever makes a stream can give all labels one hash code, and a hash
  /// table finds its way among such by their order alone.
  @Override
  public int compareTo(Label other) {
    int order = compare(owner, other.owner);
    order = order == 0 ? compare(name, other.name) : order;
    return order == 0 ? compare(type, other.type) : order;
  }

  /// Compares names, which are mostly one and the same string and may be long.
  static int compare(String one, String other) {
    return one.equals(other) ? 0 : one.compareTo(other);
  }

  /// What is no field has its name in brackets, and no type.
  static Label place(String owner, String name) {
    return new Label(owner, name, "");
  }

  /// Whether a user could leave it out: a field of a class that is not the JDK's.
  boolean isOptional() {
    return !name.startsWith("[") && JDK.stream().noneMatch(owner::startsWith);
  }

  /// How many bytes a value takes if it is a primitive one.
  int width() {
    return Description.width(type.charAt(0));
  }

  /// The type as it is written in Java.
  String typeName() {
    return ofSignature(type);
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

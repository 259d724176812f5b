package io.penstock.object.analysis;

import java.util.List;

/// The label of an edge between two nodes of a stream: a field, or a place that is none.
///
/// @param owner the class that declares it, empty for the stream itself
/// @param name of the field, or what it is in brackets
/// @param type as a signature: `I`, `Ljava/lang/String;`
/// @param kind whether it is a field
record Label(String owner, String name, String type, Kind kind) {
  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  static final Label STREAM = place("", "[written to the stream]");
  static final Label EXCEPTION = place("", "[exception that ended the writing]");
  static final Label SUPERCLASS = place("", "[superclass]");
  static final Label CLASS_ANNOTATION = place("", "[written with the class]");

  enum Kind {
    REFERENCE,
    PRIMITIVE,
    PLACE
  }

  static Label elements(String owner) {
    return place(owner, "[elements]");
  }

  static Label written(String owner, boolean externalizable) {
    return place(owner, externalizable ? "[written by writeExternal]" : "[written by writeObject]");
  }

  static Label constant(String owner) {
    return place(owner, "[name of the constant]");
  }

  private static Label place(String owner, String name) {
    return new Label(owner, name, "", Kind.PLACE);
  }

  /// Whether a user could leave it out: a field of a class that is not the JDK's.
  boolean isOptional() {
    return kind != Kind.PLACE && JDK.stream().noneMatch(owner::startsWith);
  }

  /// How many bytes a value takes if it is a primitive one.
  int width() {
    return Description.width(type.charAt(0));
  }

  /// The type as it is written in Java.
  String typeName() {
    return ClassNames.ofSignature(type);
  }
}

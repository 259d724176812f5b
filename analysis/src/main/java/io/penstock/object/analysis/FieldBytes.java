package io.penstock.object.analysis;

/// The bytes of a stream that one field takes, in all objects together.
///
/// Names in brackets are places that are no fields: the elements of an array, what a `writeObject`
/// or `writeExternal` method writes, the names of enum constants.
///
/// @param declaringClass the class that declares the field
/// @param field its name
/// @param type as Java writes it; empty for places
/// @param values how often the field is written
/// @param nulls how many of them are null
/// @param backReferences how many of them refer to what stands elsewhere in the stream
/// @param bytes all that is first met through the field, with what that refers to
public record FieldBytes(
    String declaringClass,
    String field,
    String type,
    long values,
    long nulls,
    long backReferences,
    long bytes) {
  /// The class and the field, as in `java.util.ArrayList.size`.
  public String name() {
    return declaringClass.isEmpty() ? field : declaringClass + "." + field;
  }
}

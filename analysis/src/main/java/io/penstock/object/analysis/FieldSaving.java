package io.penstock.object.analysis;

/// The bytes that a stream would save if one field were `transient`.
///
/// @param declaringClass the class that declares the field
/// @param field its name
/// @param type as Java writes it
/// @param saved exactly so many bytes: what only this field leads to, its references and nulls, and
///   its place in the description of its class. What is also met elsewhere is not saved
public record FieldSaving(String declaringClass, String field, String type, long saved) {
  /// The class and the field, as in `shop.Order.cache`.
  public String name() {
    return declaringClass + "." + field;
  }
}

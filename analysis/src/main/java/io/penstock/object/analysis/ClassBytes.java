package io.penstock.object.analysis;

/// The bytes of a stream that the objects of one class take.
///
/// @param name as Java writes it; `[stream]` for what belongs to no object, such as the header
/// @param objects how many there are
/// @param bytes of the objects themselves: primitive fields, what their methods write, and a byte
///   for each null and five for each reference, but not the objects that they refer to
/// @param descriptionBytes of the description of the class, which the stream has once
public record ClassBytes(String name, long objects, long bytes, long descriptionBytes) {
  /// With the description.
  public long allBytes() {
    return bytes + descriptionBytes;
  }
}

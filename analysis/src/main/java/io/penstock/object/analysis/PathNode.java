package io.penstock.object.analysis;

import java.util.List;

/// One step of a way from the root of a stream: a field and the class of what it holds.
///
/// The first is the stream; `[class descriptions]` below it has the bytes of all descriptions.
/// Where a step comes again below itself, as in a linked list, all of them are one node. What is
/// met on several ways counts where it is met first. Every byte of the stream is in one node.
///
/// @param field a name, or in brackets a place that is no field; `[other]` for ways too many to be
///   kept apart
/// @param type the class as Java writes it, or empty
/// @param objects how many were met here
/// @param ownBytes what they take without what they refer to
/// @param bytes what they take with all that is below
/// @param children the next steps, those with most bytes first
public record PathNode(
    String field, String type, long objects, long ownBytes, long bytes, List<PathNode> children) {
  /// @throws IllegalArgumentException if `bytes` is not the sum of its own and its children's
  public PathNode {
    children = List.copyOf(children);
    if (bytes != ownBytes + below(children)) {
      throw new IllegalArgumentException(
          field + ": " + bytes + " bytes are not the sum of its own and its children's");
    }
  }

  static PathNode of(
      String field, String type, long objects, long ownBytes, List<PathNode> children) {
    return new PathNode(field, type, objects, ownBytes, ownBytes + below(children), children);
  }

  private static long below(List<PathNode> children) {
    return children.stream().mapToLong(PathNode::bytes).sum();
  }

  /// How the step reads: `panel: javax.swing.JPanel`.
  public String name() {
    return type.isEmpty() ? field : field + ": " + type;
  }
}

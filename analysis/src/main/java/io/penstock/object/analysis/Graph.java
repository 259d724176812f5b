package io.penstock.object.analysis;

import io.penstock.object.ObjectException;

/// A graph of a stream: each object, string, array and class description is a node, in the order of
/// their handles; node 0 is the stream itself.
///
/// The size of a stream follows from it, whatever the order of writing: the own bytes of all nodes,
/// and for each edge a reference, but for one edge to each node, where the node itself stands.
final class Graph {
  /// What a reference takes: a code and a handle.
  static final int REFERENCE_BYTES = 5;

  static final int NULL_BYTES = 1;

  static final int STREAM = 0;

  static final int STRING = -1;
  static final int NONE = -2;
  private static final int NULL = -1;

  // The node of the class description, turned to -3 and below where the node is a class and no
  // instance of it; or STRING, or NONE.
  private final Ints kinds;
  // Without what edges take.
  private final Longs own;
  private final Ints from;
  private final Ints labels;
  // The node that stands there; NULL; or for a reference to a node that stands elsewhere, its
  // number turned to -2 and below.
  private final Ints to;

  Graph(Budget budget) throws ObjectException {
    kinds = new Ints(budget);
    own = new Longs(budget);
    from = new Ints(budget);
    labels = new Ints(budget);
    to = new Ints(budget);
    add(NONE, 0);
  }

  /// Adds a node.
  ///
  /// @param kind [#STRING], [#NONE] of a description, the node of an object's class, or [#classOf]
  /// @param bytes of its own
  int add(int kind, long bytes) throws ObjectException {
    kinds.add(kind);
    own.add(bytes);
    return kinds.size() - 1;
  }

  /// The kind of a class that is written itself.
  ///
  /// @param description its node
  static int classOf(int description) {
    return -3 - description;
  }

  void addBytes(int node, long bytes) {
    own.increase(node, bytes);
  }

  /// An edge where the node itself stands.
  void addFirst(int origin, int label, int target) throws ObjectException {
    addEdge(origin, label, target);
  }

  void addReference(int origin, int label, int target) throws ObjectException {
    addEdge(origin, label, -2 - target);
  }

  void addNull(int origin, int label) throws ObjectException {
    addEdge(origin, label, NULL);
  }

  private void addEdge(int origin, int label, int target) throws ObjectException {
    from.add(origin);
    labels.add(label);
    to.add(target);
  }

  int nodes() {
    return kinds.size();
  }

  long own(int node) {
    return own.get(node);
  }

  boolean isString(int node) {
    return kinds.get(node) == STRING;
  }

  /// The node of the class of an object, or a negative number for what is none.
  int description(int node) {
    int kind = kinds.get(node);
    return kind <= -3 ? -3 - kind : kind;
  }

  /// Whether it has the fields that the description of its class names.
  boolean isInstance(int node) {
    return kinds.get(node) >= 0;
  }

  int edges() {
    return from.size();
  }

  int from(int edge) {
    return from.get(edge);
  }

  int label(int edge) {
    return labels.get(edge);
  }

  boolean isNull(int edge) {
    return to.get(edge) == NULL;
  }

  /// Whether its target stands there.
  boolean isFirst(int edge) {
    return to.get(edge) >= 0;
  }

  /// Of an edge that is not null.
  int target(int edge) {
    int target = to.get(edge);
    return target >= 0 ? target : -2 - target;
  }
}

package io.penstock.object.analysis;

import java.io.IOException;

/// A survey of a stream: all that is noted while it is read. Each byte goes once into the graph,
/// once into a class, and once into the tree of paths.
final class Survey {
  static final int NONE = -1;

  final Graph graph;
  final Labels labels;
  final ClassTally classes;
  final PathTree tree;
  final RepeatTable contents;

  Survey(Budget budget) throws IOException {
    graph = new Graph(budget);
    labels = new Labels(budget);
    classes = new ClassTally(budget);
    tree = new PathTree(labels, classes, budget);
    contents = new RepeatTable(budget);
  }

  /// Bytes that belong to no object.
  void stream(long bytes) {
    own(Graph.STREAM, ClassTally.STREAM, PathTree.ROOT, bytes);
  }

  /// Bytes of a node without its references.
  void own(int node, int type, int path, long bytes) {
    graph.addBytes(node, bytes);
    edge(type, path, bytes);
  }

  private void edge(int type, int path, long bytes) {
    classes.addBytes(type, bytes);
    tree.addBytes(path, bytes);
  }

  void addNull(int from, int type, int path, int label) throws IOException {
    labels.addNull(label);
    edge(type, path, Graph.NULL_BYTES);
    if (labels.isOptional(label)) {
      graph.addNull(from, label);
    } else {
      graph.addBytes(from, Graph.NULL_BYTES);
    }
  }

  void addReference(int from, int type, int path, int label, int target) throws IOException {
    labels.addReference(label);
    edge(type, path, Graph.REFERENCE_BYTES);
    graph.addReference(from, label, target);
  }

  void addString(long bytes, int from, int path, int label) throws IOException {
    int node = graph.addString(bytes);
    graph.addFirst(from, label, node);
    labels.addLeaf(label, bytes);
    classes.addObject(ClassTally.STRING);
    edge(ClassTally.STRING, tree.object(path, label, ClassTally.STRING), bytes);
  }

  /// An object, whose class is known.
  ///
  /// @param referred whether the description of its class stands elsewhere
  /// @return its node
  int addObject(
      Description type, int tally, boolean referred, long bytes, int path, int from, int label)
      throws IOException {
    int node =
        tally == type.tally ? graph.addObject(type.node, bytes) : graph.addClass(type.node, bytes);
    graph.addFirst(from, label, node);
    classes.addObject(tally);
    edge(tally, path, bytes);
    if (referred) {
      edge(tally, path, Graph.REFERENCE_BYTES);
    } else {
      type.parent = node;
    }
    return node;
  }

  /// Bytes of a description without its references.
  void describe(Description description, long bytes) {
    graph.addBytes(description.node, bytes);
    describedEdge(description, bytes);
  }

  private void describedEdge(Description description, long bytes) {
    classes.addDescription(description.tally, bytes);
    tree.addBytes(PathTree.DESCRIPTIONS, bytes);
  }

  /// The name of the class of a field, where it stands itself.
  ///
  /// @return its node
  int typeString(Description description, int label, long bytes) throws IOException {
    int node = graph.addString(bytes);
    graph.addFirst(description.node, label, node);
    describedEdge(description, bytes);
    return node;
  }

  void typeReference(Description description, int label, int target) throws IOException {
    graph.addReference(description.node, label, target);
    describedEdge(description, Graph.REFERENCE_BYTES);
  }

  void superclass(Description description, Description above, boolean referred) throws IOException {
    if (referred) {
      typeReference(description, Labels.SUPERCLASS, above.node);
    } else {
      graph.addFirst(description.node, Labels.SUPERCLASS, above.node);
    }
  }

  /// A description without an end, if there is one.
  void abandonIn(int node, int label, int broken) throws IOException {
    if (broken != NONE) {
      graph.addFirst(node, label, broken);
    }
  }
}

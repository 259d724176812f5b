package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A survey of a stream: all that is noted while it is read. Each byte goes once into the graph,
/// once into a class, and once into the tree of paths.
final class Survey {
  static final int NONE = -1;

  /// Numbers of classes: what belongs to no object, strings, and classes themselves.
  static final int STREAM = 0;

  static final int STRING = 1;
  static final int CLASS = 2;

  /// About what a class takes beside its name.
  private static final int OVERHEAD = 160;

  private final Budget budget;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /// The same names as Java writes them.
  private final List<String> readable = new ArrayList<>();

  private final Longs objects;
  private final Longs bytes;
  private final Longs descriptionBytes;

  final Graph graph;
  final Labels labels;
  final PathTree tree;
  final RepeatTable contents;

  Survey(Budget budget) throws ObjectException {
    this.budget = budget;
    objects = new Longs(budget);
    bytes = new Longs(budget);
    descriptionBytes = new Longs(budget);
    int _ = classNumber("[stream]");
    int _ = classNumber("java.lang.String");
    int _ = classNumber("java.lang.Class");
    graph = new Graph(budget);
    labels = new Labels(budget);
    tree = new PathTree(budget);
    contents = new RepeatTable(budget);
  }

  int classNumber(String name) throws ObjectException {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    budget.take(OVERHEAD + 4L * name.length());
    names.add(name);
    readable.add(Label.readable(name));
    numbers.put(name, names.size() - 1);
    objects.add(0);
    bytes.add(0);
    descriptionBytes.add(0);
    return names.size() - 1;
  }

  /// The name of a class as the stream has it: one string, however often it came.
  String nameInStream(int number) {
    return names.get(number);
  }

  /// The name of a class as Java writes it: one string, however many nodes of the tree have it.
  String className(int number) {
    return readable.get(number);
  }

  /// Those with most bytes first.
  List<ClassBytes> classes() {
    return IntStream.range(0, names.size())
        .mapToObj(
            i ->
                new ClassBytes(className(i), objects.get(i), bytes.get(i), descriptionBytes.get(i)))
        .filter(each -> each.allBytes() > 0)
        .sorted(
            Comparator.comparingLong(ClassBytes::allBytes)
                .reversed()
                .thenComparing(ClassBytes::name))
        .toList();
  }

  /// Bytes that belong to no object.
  void stream(long count) {
    own(Graph.STREAM, STREAM, PathTree.ROOT, count);
  }

  /// Bytes of a node without its references.
  void own(int node, int type, int path, long bytes) {
    graph.addBytes(node, bytes);
    edge(type, path, bytes);
  }

  private void edge(int type, int path, long count) {
    bytes.increase(type, count);
    tree.addBytes(path, count);
  }

  void addNull(int from, int type, int path, int label) throws ObjectException {
    labels.addNull(label);
    edge(type, path, Graph.NULL_BYTES);
    if (labels.isOptional(label)) {
      graph.addNull(from, label);
    } else {
      graph.addBytes(from, Graph.NULL_BYTES);
    }
  }

  void addReference(int from, int type, int path, int label, int target) throws ObjectException {
    labels.addReference(label);
    edge(type, path, Graph.REFERENCE_BYTES);
    graph.addReference(from, label, target);
  }

  void addString(long bytes, int from, int path, int label) throws ObjectException {
    int node = graph.add(Graph.STRING, bytes);
    graph.addFirst(from, label, node);
    labels.addLeaf(label, bytes);
    objects.increase(STRING, 1);
    edge(STRING, tree.object(path, label, STRING), bytes);
  }

  /// An object, whose class is known.
  ///
  /// @param referred whether the description of its class stands elsewhere
  /// @return its node
  int addObject(
      Description type, int tally, boolean referred, long bytes, int path, int from, int label)
      throws ObjectException {
    int node = graph.add(tally == type.tally ? type.node : Graph.classOf(type.node), bytes);
    graph.addFirst(from, label, node);
    objects.increase(tally, 1);
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
    descriptionBytes.increase(description.tally, bytes);
    tree.addBytes(PathTree.DESCRIPTIONS, bytes);
  }

  /// The name of the class of a field, where it stands itself.
  ///
  /// @return its node
  int typeString(Description description, int label, long bytes) throws ObjectException {
    int node = graph.add(Graph.STRING, bytes);
    graph.addFirst(description.node, label, node);
    describedEdge(description, bytes);
    return node;
  }

  void typeReference(Description description, int label, int target) throws ObjectException {
    graph.addReference(description.node, label, target);
    describedEdge(description, Graph.REFERENCE_BYTES);
  }

  void superclass(Description description, Description above, boolean referred)
      throws ObjectException {
    if (referred) {
      typeReference(description, Labels.SUPERCLASS, above.node);
    } else {
      graph.addFirst(description.node, Labels.SUPERCLASS, above.node);
    }
  }

  /// A description without an end, if there is one.
  void abandonIn(int node, int label, int broken) throws ObjectException {
    if (broken != NONE) {
      graph.addFirst(node, label, broken);
    }
  }
}

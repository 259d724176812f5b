package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The ways from the root to what is met there first, as a tree in which what comes again below
/// itself is one node: all elements of a linked list are one.
///
/// The number of nodes is bounded. What would be one more is counted in a node that stands for all
/// that is left.
final class PathTree {
  static final int ROOT = 0;
  static final int DESCRIPTIONS = 1;

  private static final int MOST_NODES = 10_000;
  private static final int MOST_WAYS = 200_000;

  /// Of the numbers of labels and classes that a way has room for.
  private static final int LIMIT = 1 << 24;

  private static final int DEEPEST = 200;
  private static final int NONE = -1;

  private final Ints parents;
  private final Ints nodeLabels;
  private final Ints nodeClasses;
  private final Ints depths;
  // The node for what is left below a node, or NONE.
  private final Ints others;
  private final Longs own;
  private final Longs objects;

  /// From a node by a label to a class: the node for that and 1.
  private final LongTable ways;

  PathTree(Budget budget) throws ObjectException {
    parents = new Ints(budget);
    nodeLabels = new Ints(budget);
    nodeClasses = new Ints(budget);
    depths = new Ints(budget);
    others = new Ints(budget);
    own = new Longs(budget);
    objects = new Longs(budget);
    ways = new LongTable(budget);
    add(ROOT, NONE, NONE, 0);
    add(ROOT, NONE, NONE, 1);
  }

  void addBytes(int node, long count) {
    own.increase(node, count);
  }

  /// One more object at the end of a way.
  ///
  /// @return the node for it
  int object(int node, int label, int type) throws ObjectException {
    int target = child(node, label, type);
    objects.increase(target, 1);
    return target;
  }

  private int child(int node, int label, int type) throws ObjectException {
    if (others.get(node) == node) {
      return node;
    }
    if (Math.max(label, type) >= LIMIT) {
      return other(node);
    }
    long way = way(node, label, type);
    int known = ways.get(way);
    return known == 0 ? newWay(way, node, label, type) : known - 1;
  }

  private static long way(int node, int label, int type) {
    return ((long) node * LIMIT + label) * LIMIT + type;
  }

  private int newWay(long way, int node, int label, int type) throws ObjectException {
    if (ways.size() == MOST_WAYS) {
      return other(node);
    }
    int target = same(node, label, type);
    if (target == NONE) {
      if (parents.size() >= MOST_NODES || depths.get(node) >= DEEPEST) {
        return other(node);
      }
      target = add(node, label, type, depths.get(node) + 1);
    }
    ways.put(way, target + 1);
    return target;
  }

  /// The node itself or the nearest above it that was reached in the same way.
  private int same(int node, int label, int type) {
    for (int above = node; above > DESCRIPTIONS; above = parents.get(above)) {
      if (nodeLabels.get(above) == label && nodeClasses.get(above) == type) {
        return above;
      }
    }
    return NONE;
  }

  private int other(int node) throws ObjectException {
    if (others.get(node) == NONE) {
      int other = add(node, NONE, NONE, depths.get(node) + 1);
      others.set(other, other);
      others.set(node, other);
    }
    return others.get(node);
  }

  private int add(int parent, int label, int type, int depth) throws ObjectException {
    parents.add(parent);
    nodeLabels.add(label);
    nodeClasses.add(type);
    depths.add(depth);
    others.add(NONE);
    own.add(0);
    objects.add(0);
    return parents.size() - 1;
  }

  /// The tree as it is now.
  PathNode root(Survey survey) {
    List<List<PathNode>> children = new ArrayList<>();
    for (int i = 0; i < parents.size(); i++) {
      children.add(new ArrayList<>());
    }
    // A node comes after its parent.
    for (int i = parents.size() - 1; i > ROOT; i--) {
      PathNode node = node(survey, i, children.get(i));
      if (node.bytes() > 0) {
        children.get(parents.get(i)).add(node);
      }
    }
    return node(survey, ROOT, children.get(ROOT));
  }

  private PathNode node(Survey survey, int number, List<PathNode> children) {
    children.sort(
        Comparator.comparingLong(PathNode::bytes)
            .reversed()
            .thenComparing(PathNode::field)
            .thenComparing(PathNode::type));
    return PathNode.of(
        field(survey, number),
        type(survey, number),
        objects.get(number),
        own.get(number),
        children);
  }

  private String field(Survey survey, int number) {
    if (number == ROOT) {
      return "[stream]";
    }
    if (number == DESCRIPTIONS) {
      return "[class descriptions]";
    }
    int label = nodeLabels.get(number);
    return label == NONE ? "[other]" : survey.labels.get(label).name();
  }

  private String type(Survey survey, int number) {
    int type = nodeClasses.get(number);
    return type == NONE ? "" : survey.className(type);
  }
}

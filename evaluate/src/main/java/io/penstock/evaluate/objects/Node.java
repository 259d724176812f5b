package io.penstock.evaluate.objects;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A node of a tree with eight children each, and a way back to its parent.
final class Node implements SavedObject {
  private static final long serialVersionUID = 1;
  private static final int CHILDREN = 8;

  final long value;
  private final @Nullable Node parent;
  final ArrayList<Node> children = new ArrayList<>();

  private Node(long value, @Nullable Node parent) {
    this.value = value;
    this.parent = parent;
  }

  /// A node without children.
  static Node root(long value) {
    return new Node(value, null);
  }

  /// A new node among the children of this one.
  Node child(long childValue) {
    Node child = new Node(childValue, this);
    children.add(child);
    return child;
  }

  /// A tree of so many nodes, level by level.
  static Node tree(int nodes) {
    Node root = root(0);
    Deque<Node> open = new ArrayDeque<>(List.of(root));
    for (int made = 1; made < nodes; made++) {
      Node parent = open.getFirst();
      open.addLast(parent.child(made * 0x9E3779B97F4A7C15L));
      if (parent.children.size() == CHILDREN) {
        open.removeFirst();
      }
    }
    return root;
  }

  @Override
  public boolean isLike(Object other) {
    if (!(other instanceof Node node) || value != node.value) {
      return false;
    }
    boolean alike = children.size() == node.children.size();
    for (int i = 0; alike && i < children.size(); i++) {
      Node child = node.children.get(i);
      alike =
          Optional.ofNullable(child.parent).equals(Optional.of(node))
              && children.get(i).isLike(child);
    }
    return alike;
  }
}

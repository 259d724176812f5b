package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// The size of a stream without some fields, computed exactly from the nodes that would still be
/// reached.
///
/// Only what was first met through one of the fields can be lost. Of that, all is kept to which
/// there is another way. Lost nodes take their edges along; a node that is kept is moved to where
/// the first reference to it was.
///
/// Safe for any thread once it is made.
final class WhatIf {
  private static final int LISTED = 20;
  private static final int MOST_TRIED = 100;

  private static final Comparator<FieldSaving> MOST_FIRST =
      Comparator.comparingLong(FieldSaving::saved)
          .reversed()
          .thenComparing(FieldSaving::declaringClass, Label::compare)
          .thenComparing(FieldSaving::field);

  private final Graph graph;
  private final Labels labels;
  private final List<Description> descriptions;
  // By node: the number of its description, or -1.
  private final int[] numbers;
  // The edges of node n are sorted[begins[n]] up to sorted[begins[n + 1]], itself left out.
  private final int[] begins;
  private final int[] sorted;

  WhatIf(Graph graph, Labels labels, List<Description> descriptions, Budget budget)
      throws ObjectException {
    this.graph = graph;
    this.labels = labels;
    this.descriptions = descriptions;
    budget.take(12L * graph.nodes() + 4L * graph.edges());
    numbers = new int[graph.nodes()];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < descriptions.size(); i++) {
      numbers[descriptions.get(i).node] = i;
    }
    begins = new int[graph.nodes() + 1];
    sorted = new int[graph.edges()];
    sort();
  }

  private void sort() {
    for (int edge = 0; edge < graph.edges(); edge++) {
      begins[graph.from(edge)]++;
    }
    for (int node = 0; node < graph.nodes(); node++) {
      begins[node + 1] += begins[node];
    }
    for (int edge = graph.edges() - 1; edge >= 0; edge--) {
      sorted[--begins[graph.from(edge)]] = edge;
    }
  }

  /// The size of the stream as nodes and edges say it.
  long size() {
    long bytes = graph.own(Graph.STREAM);
    for (int node = 1; node < graph.nodes(); node++) {
      bytes += size(node);
    }
    for (int edge = 0; edge < graph.edges(); edge++) {
      bytes += edgeSize(edge);
    }
    return bytes;
  }

  // One of the edges to each node takes nothing; which one is all the same.
  private long size(int node) {
    long description = graph.description(node) >= 0 ? Graph.REFERENCE_BYTES : 0;
    return graph.own(node) + description - Graph.REFERENCE_BYTES;
  }

  private long edgeSize(int edge) {
    return graph.isNull(edge) ? Graph.NULL_BYTES : Graph.REFERENCE_BYTES;
  }

  /// How many bytes fewer the stream would have without the fields with these labels.
  long saving(Set<Integer> fields) {
    boolean[] without = new boolean[labels.size()];
    fields.forEach(field -> without[field] = true);
    Nodes doubtful = metThrough(without);
    Nodes kept = stillReached(without, doubtful);
    return ofEdges(without, doubtful, kept)
        + ofNodes(without, doubtful, kept)
        + ofEntries(without, doubtful, kept);
  }

  private Nodes metThrough(boolean[] without) {
    Nodes met = new Nodes(graph.nodes());
    for (int edge = 0; edge < graph.edges(); edge++) {
      if (without[graph.label(edge)] && graph.isFirst(edge)) {
        met.add(graph.target(edge));
      }
    }
    while (met.isWaiting()) {
      int node = met.next();
      for (int i = begins[node]; i < begins[node + 1]; i++) {
        if (graph.isFirst(sorted[i])) {
          met.add(graph.target(sorted[i]));
        }
      }
      int type = graph.description(node);
      if (type >= 0 && descriptions.get(numbers[type]).parent == node) {
        met.add(type);
      }
    }
    return met;
  }

  private Nodes stillReached(boolean[] without, Nodes doubtful) {
    Nodes kept = new Nodes(graph.nodes());
    for (int edge = 0; edge < graph.edges(); edge++) {
      if (!doubtful.has(graph.from(edge))) {
        keepTarget(edge, without, doubtful, kept);
      }
    }
    for (int node = 0; node < graph.nodes(); node++) {
      if (!doubtful.has(node)) {
        keepClass(node, doubtful, kept);
      }
    }
    while (kept.isWaiting()) {
      int node = kept.next();
      for (int i = begins[node]; i < begins[node + 1]; i++) {
        keepTarget(sorted[i], without, doubtful, kept);
      }
      keepClass(node, doubtful, kept);
    }
    return kept;
  }

  private void keepTarget(int edge, boolean[] without, Nodes doubtful, Nodes kept) {
    if (!graph.isNull(edge) && !without[graph.label(edge)] && doubtful.has(graph.target(edge))) {
      kept.add(graph.target(edge));
    }
  }

  private void keepClass(int node, Nodes doubtful, Nodes kept) {
    int type = graph.description(node);
    if (type >= 0 && doubtful.has(type)) {
      kept.add(type);
    }
  }

  private long ofEdges(boolean[] without, Nodes doubtful, Nodes kept) {
    long saved = 0;
    for (int edge = 0; edge < graph.edges(); edge++) {
      if (without[graph.label(edge)] || isLost(graph.from(edge), doubtful, kept)) {
        saved += edgeSize(edge);
      }
    }
    return saved;
  }

  private static boolean isLost(int node, Nodes doubtful, Nodes kept) {
    return doubtful.has(node) && !kept.has(node);
  }

  private long ofNodes(boolean[] without, Nodes doubtful, Nodes kept) {
    long[] ofParts =
        descriptions.stream().mapToLong(part -> ownPrimitiveBytes(part, without)).toArray();
    long[] primitives = primitiveBytes(ofParts);
    long saved = 0;
    for (int i = 0; i < descriptions.size(); i++) {
      saved += ofParts[i] * descriptions.get(i).instances;
    }
    for (int node = 1; node < graph.nodes(); node++) {
      if (isLost(node, doubtful, kept)) {
        saved += size(node);
        saved -= graph.isInstance(node) ? primitives[numbers[graph.description(node)]] : 0;
      }
    }
    return saved;
  }

  /// By description: the primitive fields without which one of its objects would be.
  private long[] primitiveBytes(long[] ofParts) {
    long[] bytes = new long[descriptions.size()];
    for (int i = 0; i < bytes.length; i++) {
      for (Description part : descriptions.get(i).parts()) {
        bytes[i] += ofParts[numbers[part.node]];
      }
    }
    return bytes;
  }

  private long ownPrimitiveBytes(Description part, boolean[] without) {
    long bytes = 0;
    for (int label : part.primitives) {
      bytes += without[label] ? labels.get(label).width() : 0;
    }
    return bytes;
  }

  private long ofEntries(boolean[] without, Nodes doubtful, Nodes kept) {
    long saved = 0;
    for (Description description : descriptions) {
      if (!isLost(description.node, doubtful, kept)) {
        saved += entries(description.primitives, without);
        saved += entries(description.references, without);
      }
    }
    return saved;
  }

  private long entries(int[] fields, boolean[] without) {
    long saved = 0;
    for (int label : fields) {
      saved += without[label] ? entry(label) : 0;
    }
    return saved;
  }

  /// What a field takes in the description of its class, but for the string with its type.
  long entry(int label) {
    long bytes = 3;
    String name = labels.get(label).name();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      bytes += c != 0 && c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
    }
    return bytes;
  }

  // ---- the best fields -------------------------------------------------------------------------

  /// The fields without each of which the stream would be smallest, the best first.
  ///
  /// What was first met through a field bounds what it saves, so that not every field has to be
  /// tried.
  List<FieldSaving> mostSaving() {
    List<FieldSaving> found = new ArrayList<>();
    for (int label : candidates()) {
      if (found.size() >= LISTED
          && (found.size() >= MOST_TRIED || bound(label) <= found.get(LISTED - 1).saved())) {
        break;
      }
      found.add(saving(label));
      found.sort(MOST_FIRST);
    }
    return List.copyOf(found.subList(0, Math.min(LISTED, found.size())));
  }

  private List<Integer> candidates() {
    List<Integer> fields = new ArrayList<>();
    for (int label = 0; label < labels.size(); label++) {
      if (labels.isOptional(label)) {
        fields.add(label);
      }
    }
    fields.sort(Comparator.comparingLong(this::bound).reversed());
    return fields;
  }

  // The last part is the string with its type, in the description of the class.
  private long bound(int label) {
    return labels.bytes(label) + entry(label) + 3 + labels.get(label).type().length() * 3L;
  }

  private FieldSaving saving(int label) {
    FieldBytes field = labels.field(label);
    return new FieldSaving(
        field.declaringClass(), field.field(), field.type(), saving(Set.of(label)));
  }

  /// A set of nodes, and those of them that are still to be looked at.
  private static final class Nodes {
    private final long[] members;
    private int[] waiting = new int[64];
    private int count;

    Nodes(int nodes) {
      members = new long[(nodes >>> 6) + 1];
    }

    boolean has(int node) {
      return (members[node >>> 6] & (1L << node)) != 0;
    }

    void add(int node) {
      if (!has(node)) {
        members[node >>> 6] |= (1L << node);
        if (count == waiting.length) {
          waiting = Arrays.copyOf(waiting, 2 * count);
        }
        waiting[count++] = node;
      }
    }

    boolean isWaiting() {
      return count > 0;
    }

    int next() {
      return waiting[--count];
    }
  }
}

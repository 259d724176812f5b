package io.penstock.message.ranks;

import java.util.List;

/// The operations that all ranks call together.
enum CollectiveOperation {
  BARRIER("barrier"),
  BROADCAST("broadcast"),
  GATHER("gather"),
  SCATTER("scatter"),
  ALL_GATHER("allGather"),
  ALL_TO_ALL("allToAll"),
  REDUCE("reduce"),
  ALL_REDUCE("allReduce"),
  REDUCE_SCATTER("reduceScatter"),
  SCAN("scan"),
  EXCLUSIVE_SCAN("exclusiveScan"),
  ALL_GATHER_OBJECTS("allGatherObjects"),
  DUPLICATE("duplicate"),
  SPLIT("split");

  private static final List<CollectiveOperation> ALL = List.of(values());

  private final String method;

  CollectiveOperation(String method) {
    this.method = method;
  }

  static CollectiveOperation coded(int code) {
    return ALL.get(code);
  }

  int code() {
    return ALL.indexOf(this);
  }

  /// Whether no rank can leave it before all have entered it.
  boolean needsAll() {
    return !hasRoot() && this != SCAN && this != EXCLUSIVE_SCAN;
  }

  boolean hasRoot() {
    return this == BROADCAST || this == GATHER || this == SCATTER || this == REDUCE;
  }

  @Override
  public String toString() {
    return method;
  }
}

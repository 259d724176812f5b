package io.penstock.message.ranks;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

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
  SPLIT("split"),
  BROADCAST_OBJECT("broadcastObject"),
  GATHER_OBJECTS("gatherObjects"),
  SCATTER_OBJECTS("scatterObjects"),
  ALL_TO_ALL_OBJECTS("allToAllObjects"),
  REDUCE_OBJECTS("reduceObjects"),
  ALL_REDUCE_OBJECTS("allReduceObjects"),
  SPLIT_BY_HOST("splitByHost"),
  NEIGHBOUR_ALL_GATHER("neighbourAllGather"),
  NEIGHBOUR_ALL_TO_ALL("neighbourAllToAll"),
  /// Its messages differ from those of equal parts where these are short.
  ALL_TO_ALL_SHARES("allToAll of shares or lists"),
  CREATE_WINDOW("the creation of a window"),
  FENCE("a window's fence"),
  CLOSE_WINDOW("a window's close"),
  ALLOCATE_SHARED_WINDOW("allocateSharedWindow"),
  CREATE_INTERCOMMUNICATOR("createIntercommunicator"),
  MERGE("merge"),
  /// What a rank is in that says something else. No rank calls it.
  UNKNOWN("an operation that does not exist");

  private static final List<CollectiveOperation> ALL = List.of(values());

  private static final Set<CollectiveOperation> ROOTED =
      EnumSet.of(
          BROADCAST,
          GATHER,
          SCATTER,
          REDUCE,
          BROADCAST_OBJECT,
          GATHER_OBJECTS,
          SCATTER_OBJECTS,
          REDUCE_OBJECTS,
          CREATE_INTERCOMMUNICATOR);

  private final String method;

  CollectiveOperation(String method) {
    this.method = method;
  }

  /// The operation with a code, which may be any number: [#UNKNOWN] if there is none.
  static CollectiveOperation coded(long code) {
    return code < 0 || code >= ALL.size() ? UNKNOWN : ALL.get((int) code);
  }

  int code() {
    return ALL.indexOf(this);
  }

  /// Whether no rank can leave it before all have entered it.
  boolean needsAll() {
    return !hasRoot() && this != SCAN && this != EXCLUSIVE_SCAN && !hasTopology();
  }

  /// Whether no rank can leave it before all of both groups have entered it.
  boolean needsBothGroups() {
    return this == BARRIER || this == DUPLICATE || this == MERGE;
  }

  boolean hasTopology() {
    return this == NEIGHBOUR_ALL_GATHER || this == NEIGHBOUR_ALL_TO_ALL;
  }

  boolean hasRoot() {
    return ROOTED.contains(this);
  }

  /// Whether all that a rank receives was the root's, whoever sends it on.
  boolean comesFromRoot() {
    return this == BROADCAST || this == BROADCAST_OBJECT;
  }

  @Override
  public String toString() {
    return method;
  }
}

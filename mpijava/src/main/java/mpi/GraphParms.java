package mpi;

/// The edges of a graph of ranks.
public final class GraphParms {
  /// How many edges the nodes up to each have together.
  public int[] index;

  /// The neighbours of each node, one node after the other.
  public int[] edges;

  /// A graph without nodes.
  public GraphParms() {
    this(new int[0]);
  }

  GraphParms(int[] index, int... edges) {
    this.index = index;
    this.edges = edges;
  }
}

package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Ranks that are the nodes of a graph.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Graphcomm extends Intracomm {
  private final int[] index;
  private final int[] edges;

  private Graphcomm(Context context, int[] index, int... edges) {
    super(() -> context);
    this.index = index;
    this.edges = edges;
  }

  /// A graph of the first ranks; null for a rank that is no node
  static @Nullable Graphcomm of(Intracomm from, int[] index, int... edges) {
    requireGraph(from.Size(), index, edges);
    return from.first(index.length)
        .map(context -> new Graphcomm(context, index.clone(), edges.clone()))
        .orElse(null);
  }

  private static void requireGraph(int ranks, int[] index, int... edges) {
    if (index.length > ranks) {
      throw new MPIException(
          "a graph of " + index.length + " nodes, where there are only " + ranks + " ranks");
    }
    boolean rises =
        IntStream.range(0, index.length).allMatch(i -> index[i] >= (i == 0 ? 0 : index[i - 1]));
    int last = index.length == 0 ? 0 : index[index.length - 1];
    if (!rises || last != edges.length) {
      throw new MPIException(
          edges.length + " edges do not go with the numbers " + Arrays.toString(index));
    }
    IntStream.of(edges)
        .filter(node -> node < 0 || node >= index.length)
        .forEach(
            node -> {
              throw new MPIException("an edge to " + node + " in a graph of " + index.length);
            });
  }

  @Override
  public Object clone() throws MPIException {
    return new Graphcomm(duplicated(), index, edges);
  }

  /// The edges.
  public GraphParms Get() throws MPIException {
    return new GraphParms(index.clone(), edges.clone());
  }

  /// The neighbours of a rank.
  public int[] Neighbours(int rank) throws MPIException {
    if (rank < 0 || rank >= index.length) {
      throw new MPIException("there is no rank " + rank + " among " + index.length);
    }
    return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
  }

  /// The rank that the caller would have in a graph: the same.
  ///
  /// @return [MPI#UNDEFINED] if it would be no node
  public int Map(int[] index, int[] edges) throws MPIException {
    return Rank() < index.length ? Rank() : MPI.UNDEFINED;
  }

  @Override
  public int Topo_test() throws MPIException {
    return MPI.GRAPH;
  }
}

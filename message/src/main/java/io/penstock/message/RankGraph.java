package io.penstock.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The ranks of a communicator as the nodes of a directed graph, for programs whose ranks have
/// neighbours in no grid: what MPI calls a distributed graph topology (MPI 5.0, chapter 8.5.4),
/// over any transport.
///
/// ```java
/// RankGraph graph = RankGraph.adjacent(world, sources, destinations);
/// world.neighbourAllGather(edge, halos, graph);
/// ```
///
/// Edges have no weights, and ranks keep their numbers. A rank may be its own neighbour, and two
/// ranks may have several edges: then the n-th time that a rank has another one among its
/// destinations leads to the n-th time that this one has it among its sources.
///
/// Each rank holds the whole graph, 8 bytes for an edge. Immutable and safe for any thread.
public final class RankGraph implements Topology {
  private final int[][] sources;
  private final int[][] destinations;
  private final int hash;

  private RankGraph(int[][] sources, int[][] destinations) {
    this.sources = sources;
    this.destinations = destinations;
    this.hash = 31 * Arrays.deepHashCode(sources) + Arrays.deepHashCode(destinations);
  }

  /// One that this rank knows the whole of.
  ///
  /// @param destinations of each rank; its sources follow from them, in ascending order
  /// @throws IllegalArgumentException if one is no rank
  public static RankGraph of(int[]... destinations) {
    int[][] to = copy(destinations);
    require("sends to", to);
    int[] degrees = new int[to.length];
    Stream.of(to).flatMapToInt(IntStream::of).forEach(rank -> degrees[rank]++);
    int[][] from = IntStream.of(degrees).mapToObj(int[]::new).toArray(int[][]::new);
    Arrays.fill(degrees, 0);
    for (int rank = 0; rank < to.length; rank++) {
      for (int destination : to[rank]) {
        from[destination][degrees[destination]++] = rank;
      }
    }
    return new RankGraph(from, to);
  }

  /// One of which each rank says its own part, as by `MPI_Dist_graph_create_adjacent`. Called by
  /// all ranks.
  ///
  /// @param sources from whom this rank receives, in the order of its data
  /// @param destinations to whom this rank sends, in the order of its data
  /// @throws IllegalArgumentException at all ranks, if one of them names no rank, or two do not
  ///   agree on the number of edges from one to the other
  public static RankGraph adjacent(Communicator ranks, int[] sources, int[] destinations) {
    int size = ranks.size();
    long[] degrees = new long[2 * size];
    ranks.allGather(new long[] {sources.length, destinations.length}, degrees);
    Shares shares =
        Shares.of(
            IntStream.range(0, size)
                .mapToLong(rank -> degrees[2 * rank] + degrees[2 * rank + 1])
                .toArray());
    int[] all = new int[Math.toIntExact(shares.end())];
    int[] mine = IntStream.concat(IntStream.of(sources), IntStream.of(destinations)).toArray();
    ranks.allGather(mine, all, shares);
    IntFunction<int[]> from = rank -> cut(all, shares.displacement(rank), degrees[2 * rank]);
    IntFunction<int[]> to =
        rank -> cut(all, shares.displacement(rank) + degrees[2 * rank], degrees[2 * rank + 1]);
    return checked(
        IntStream.range(0, size).mapToObj(from).toArray(int[][]::new),
        IntStream.range(0, size).mapToObj(to).toArray(int[][]::new));
  }

  private static int[] cut(int[] all, long first, long count) {
    return Arrays.copyOfRange(all, (int) first, (int) (first + count));
  }

  private static RankGraph checked(int[][] sources, int[][] destinations) {
    require("receives from", sources);
    require("sends to", destinations);
    long[] sent = edges(destinations, RankGraph::edge);
    long[] received = edges(sources, (rank, source) -> edge(source, rank));
    int differs = Arrays.mismatch(sent, received);
    if (differs >= 0) {
      long edge = Math.min(at(sent, differs), at(received, differs));
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d names rank %d as destination %d times, which names it as source %d times: both name each other once for each edge",
              edge >>> Integer.SIZE,
              (int) edge,
              times(edge, sent),
              times(edge, received)));
    }
    return new RankGraph(sources, destinations);
  }

  /// In ascending order.
  private static long[] edges(int[][] neighbours, IntToLongBiFunction edge) {
    return IntStream.range(0, neighbours.length)
        .boxed()
        .flatMapToLong(
            rank -> IntStream.of(neighbours[rank]).mapToLong(other -> edge.apply(rank, other)))
        .sorted()
        .toArray();
  }

  /// Two ranks as one number.
  @FunctionalInterface
  private interface IntToLongBiFunction {
    long apply(int rank, int neighbour);
  }

  private static long edge(int from, int to) {
    return ((long) from << Integer.SIZE) | to;
  }

  private static long at(long[] edges, int index) {
    return index < edges.length ? edges[index] : Long.MAX_VALUE;
  }

  private static long times(long edge, long... edges) {
    return LongStream.of(edges).filter(one -> one == edge).count();
  }

  private static int[][] copy(int[][] neighbours) {
    return Stream.of(neighbours).map(int[]::clone).toArray(int[][]::new);
  }

  private static void require(String what, int[][] neighbours) {
    for (int rank = 0; rank < neighbours.length; rank++) {
      for (int neighbour : neighbours[rank]) {
        if (neighbour < 0 || neighbour >= neighbours.length) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "rank %d %s rank %d: there are ranks 0 to %d",
                  rank,
                  what,
                  neighbour,
                  neighbours.length - 1));
        }
      }
    }
  }

  // ---- neighbours ------------------------------------------------------------------------------

  @Override
  public int size() {
    return sources.length;
  }

  @Override
  public int[] sources(int rank) {
    return sources[requireRank(rank)].clone();
  }

  @Override
  public int[] destinations(int rank) {
    return destinations[requireRank(rank)].clone();
  }

  @Override
  public int sendPlace(int rank, int place) {
    int[] from = sources[requireRank(rank)];
    int source = from[Objects.checkIndex(place, from.length)];
    int nth = 0;
    for (int before = 0; before < place; before++) {
      nth += from[before] == source ? 1 : 0;
    }
    int[] to = destinations[source];
    int found = 0;
    while (to[found] != rank || nth > 0) {
      nth -= to[found] == rank ? 1 : 0;
      found++;
    }
    return found;
  }

  private int requireRank(int rank) {
    if (rank < 0 || rank >= sources.length) {
      throw new IndexOutOfBoundsException(
          String.format(Locale.ROOT, "there is no rank %d in %s", rank, this));
    }
    return rank;
  }

  // ---- as a value ------------------------------------------------------------------------------

  @Override
  public boolean equals(Object other) {
    return other instanceof RankGraph graph
        && hash == graph.hash
        && Arrays.deepEquals(sources, graph.sources)
        && Arrays.deepEquals(destinations, graph.destinations);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// `a graph of 4 ranks with 7 edges`.
  @Override
  public String toString() {
    long edges = Stream.of(destinations).mapToLong(to -> to.length).sum();
    return String.format(Locale.ROOT, "a graph of %d ranks with %d edges", sources.length, edges);
  }
}

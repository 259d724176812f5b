package io.penstock.message.ranks;

import io.penstock.array.Layout;
import io.penstock.message.Communicator;
import io.penstock.message.RankGrid;
import io.penstock.message.Shares;
import io.penstock.message.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The collective operations between neighbours as calls, with the checks that one rank can make
/// alone.
final class NeighbourCalls {
  private final int rank;
  private final int size;

  /// Programs use one topology again and again.
  private volatile Edges last;

  NeighbourCalls(RankGroup members) {
    this.rank = members.self();
    this.size = members.size();
    this.last = new Edges(RankGrid.of(), 0);
  }

  /// The edges of this rank in a topology.
  private static final class Edges {
    private final Topology topology;
    private final int[] sources;
    private final int[] destinations;

    /// The places of the sources, as messages from the same one come to them.
    private final int[] order;

    Edges(Topology topology, int rank) {
      this.topology = topology;
      this.sources = topology.sources(rank);
      this.destinations = topology.destinations(rank);
      int[] sendPlaces = // once each, as a graph looks for one along all edges
          IntStream.range(0, sources.length)
              .map(
                  place ->
                      sources[place] == Communicator.NO_RANK ? -1 : topology.sendPlace(rank, place))
              .toArray();
      this.order =
          IntStream.range(0, sources.length)
              .filter(place -> sources[place] != Communicator.NO_RANK)
              .boxed()
              .sorted(Comparator.comparingInt(place -> sendPlaces[place]))
              .mapToInt(Integer::intValue)
              .toArray();
    }

    boolean areOf(Topology other) {
      return topology.equals(other);
    }

    /// What belongs to a place that has nobody is not taken up.
    static List<Region> regions(
        List<? extends Layout> parts, int[] neighbours, Function<Layout, Region> region) {
      Region nothing = Region.of(new byte[0]);
      return IntStream.range(0, neighbours.length)
          .mapToObj(
              place ->
                  neighbours[place] == Communicator.NO_RANK
                      ? nothing
                      : region.apply(parts.get(place)))
          .toList();
    }

    /// Sends a part to each destination and receives one from each source, by their places.
    void exchange(Collective call, IntFunction<Region> sent, IntFunction<Region> received) {
      List<Collective.Step> steps = new ArrayList<>();
      for (int place : order) {
        steps.add(call.receive(received.apply(place), sources[place]));
      }
      for (int place = 0; place < destinations.length; place++) {
        if (destinations[place] != Communicator.NO_RANK) {
          steps.add(call.send(sent.apply(place), destinations[place]));
        }
      }
      steps.forEach(call::await);
    }
  }

  private Edges edges(Topology topology) {
    if (topology.size() != size) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s has %d ranks, the communicator %d",
              topology,
              topology.size(),
              size));
    }
    Edges known = last;
    if (!known.areOf(topology)) {
      known = new Edges(topology, rank);
      last = known;
    }
    return known;
  }

  CollectiveCall allGather(Object mine, Object all, Topology topology) {
    Edges edges = edges(topology);
    return allGather(mine, all, equalShares(all, mine, edges), edges);
  }

  CollectiveCall allGather(Object mine, Object all, Shares shares, Topology topology) {
    return allGather(mine, all, shares, edges(topology));
  }

  private static CollectiveCall allGather(Object mine, Object all, Shares shares, Edges edges) {
    ArgumentChecks.requireReadable(mine);
    ArgumentChecks.requireWritable(all);
    requireFit(all, shares, edges.sources, "sources");
    ArgumentChecks.requireDisjoint(shares);
    ArgumentChecks.requireSameKind(mine, all);
    ArgumentChecks.requireApart(mine, all);
    return CollectiveCall.of(
        CollectiveOperation.NEIGHBOUR_ALL_GATHER,
        edges.topology,
        call -> {
          Region own = call.source(mine);
          Region target = call.target(all);
          return () -> edges.exchange(call, _ -> own, place -> target.share(shares, place));
        });
  }

  CollectiveCall allToAll(Object send, Object receive, Topology topology) {
    Edges edges = edges(topology);
    return allToAll(
        send,
        equalParts(send, edges.destinations, "destinations"),
        receive,
        equalParts(receive, edges.sources, "sources"),
        edges);
  }

  CollectiveCall allToAll(
      Object send, Shares sent, Object receive, Shares received, Topology topology) {
    return allToAll(send, sent, receive, received, edges(topology));
  }

  private static CollectiveCall allToAll(
      Object send, Shares sent, Object receive, Shares received, Edges edges) {
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireWritable(receive);
    requireFit(send, sent, edges.destinations, "destinations");
    requireFit(receive, received, edges.sources, "sources");
    ArgumentChecks.requireDisjoint(received);
    ArgumentChecks.requireSameKind(send, receive);
    ArgumentChecks.requireApart(send, receive);
    return CollectiveCall.of(
        CollectiveOperation.NEIGHBOUR_ALL_TO_ALL,
        edges.topology,
        call -> {
          Region source = call.source(send);
          Region target = call.target(receive);
          return () ->
              edges.exchange(
                  call, place -> source.share(sent, place), place -> target.share(received, place));
        });
  }

  CollectiveCall allToAll(
      List<? extends Layout> send, List<? extends Layout> receive, Topology topology) {
    Edges edges = edges(topology);
    ArgumentChecks.requireParts(send, edges.destinations.length, "destinations");
    ArgumentChecks.requireParts(receive, edges.sources.length, "sources");
    send.forEach(ArgumentChecks::requireReadable);
    receive.forEach(ArgumentChecks::requireWritable);
    MemoryRanges.requireApart(send, receive);
    return CollectiveCall.of(
        CollectiveOperation.NEIGHBOUR_ALL_TO_ALL,
        topology,
        call -> {
          List<Region> sources = Edges.regions(send, edges.destinations, call::source);
          List<Region> targets = Edges.regions(receive, edges.sources, call::target);
          return () -> edges.exchange(call, sources::get, targets::get);
        });
  }

  private static Shares equalShares(Object all, Object mine, Edges edges) {
    long each = ArgumentChecks.count(mine);
    int places = edges.sources.length;
    if (ArgumentChecks.count(all) != Math.multiplyExact(each, (long) places)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements are not %d for each of %d sources: pass Shares for unequal ones",
              ArgumentChecks.count(all),
              each,
              places));
    }
    return Shares.equal(each, places);
  }

  private static Shares equalParts(Object data, int[] neighbours, String what) {
    long count = ArgumentChecks.count(data);
    int places = neighbours.length;
    if (places == 0 ? count != 0 : count % places != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements are no whole number for each of %d %s: pass Shares for unequal ones",
              count,
              places,
              what));
    }
    return Shares.equal(places == 0 ? 0 : count / places, places);
  }

  private static void requireFit(Object all, Shares shares, int[] neighbours, String what) {
    if (shares.ranks() != neighbours.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%d shares for %d %s", shares.ranks(), neighbours.length, what));
    }
    ArgumentChecks.requireWithin(all, shares);
  }
}

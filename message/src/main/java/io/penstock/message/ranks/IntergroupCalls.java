package io.penstock.message.ranks;

import io.penstock.message.Communicator;
import io.penstock.message.Intercommunicator;
import io.penstock.message.MessageBuffer;
import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The collective operations between two groups as calls, with the checks that one rank can make
/// alone.
final class IntergroupCalls {
  private static final Shares NO_SHARES = Shares.of();

  private final GroupPair pair;

  IntergroupCalls(GroupPair pair) {
    this.pair = pair;
  }

  CollectiveCall barrier() {
    return CollectiveCall.of(
        CollectiveOperation.BARRIER, 0, call -> () -> new DataMovement(call).barrier());
  }

  // ---- to and from one rank --------------------------------------------------------------------

  CollectiveCall broadcast(Object data, int root) {
    if (isBeside(root)) {
      return nothing(CollectiveOperation.BROADCAST);
    }
    boolean here = isHere(root);
    if (here) {
      ArgumentChecks.requireReadable(data);
    } else {
      ArgumentChecks.requireWritable(data);
    }
    int from = common(root);
    int[] receivers = here ? pair.other() : pair.own();
    int[] taking = IntStream.concat(IntStream.of(from), IntStream.of(receivers)).toArray();
    return CollectiveCall.of(
        CollectiveOperation.BROADCAST,
        from,
        call -> {
          call.among(taking);
          DataMovement movement = new DataMovement(call);
          if (data instanceof MessageBuffer buffer) {
            return movement.broadcast(buffer, 0);
          }
          Region region = here ? call.source(data) : call.target(data);
          return () -> movement.broadcast(region, 0);
        });
  }

  CollectiveCall gather(Object mine, Object all, int root) {
    return gather(mine, all, isHere(root) ? equalParts(all) : NO_SHARES, root);
  }

  CollectiveCall gather(Object mine, Object all, Shares shares, int root) {
    if (isBeside(root)) {
      return nothing(CollectiveOperation.GATHER);
    }
    int to = common(root);
    if (!isHere(root)) {
      ArgumentChecks.requireReadable(mine);
      return CollectiveCall.of(
          CollectiveOperation.GATHER,
          to,
          call -> {
            Region own = call.source(mine);
            return () -> call.sendAll(own, to);
          });
    }
    ArgumentChecks.requireWritable(all);
    requireFit(all, shares);
    ArgumentChecks.requireDisjoint(shares);
    return CollectiveCall.of(
        CollectiveOperation.GATHER,
        to,
        call -> {
          Region target = call.target(all);
          return () -> awaitAll(call, receives(call, place -> target.share(shares, place)));
        });
  }

  CollectiveCall scatter(Object all, Object mine, int root) {
    return scatter(all, isHere(root) ? equalParts(all) : NO_SHARES, mine, root);
  }

  CollectiveCall scatter(Object all, Shares shares, Object mine, int root) {
    if (isBeside(root)) {
      return nothing(CollectiveOperation.SCATTER);
    }
    int from = common(root);
    if (!isHere(root)) {
      ArgumentChecks.requireWritable(mine);
      return CollectiveCall.of(
          CollectiveOperation.SCATTER,
          from,
          call -> {
            Region own = call.target(mine);
            return () -> call.receiveAll(own, from);
          });
    }
    ArgumentChecks.requireReadable(all);
    requireFit(all, shares);
    return CollectiveCall.of(
        CollectiveOperation.SCATTER,
        from,
        call -> {
          Region source = call.source(all);
          return () -> awaitAll(call, sends(call, place -> source.share(shares, place)));
        });
  }

  CollectiveCall reduce(Object send, Object receive, Reduction reduction, int root) {
    if (isBeside(root)) {
      return nothing(CollectiveOperation.REDUCE);
    }
    int to = common(root);
    if (isHere(root)) {
      ArgumentChecks.requireWritable(receive);
      ArgumentChecks.requireReducible(receive, reduction);
      return CollectiveCall.of(
          CollectiveOperation.REDUCE,
          to,
          reduction,
          call -> {
            Region target = call.target(receive);
            return () -> call.receiveAll(target, pair.other(0));
          });
    }
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireReducible(send, reduction);
    return CollectiveCall.of(
        CollectiveOperation.REDUCE,
        to,
        reduction,
        call -> {
          Region own = call.source(send);
          return () -> {
            Region result = reduced(call, own, reduction);
            if (isFirst()) {
              call.sendAll(result, to);
            }
          };
        });
  }

  // ---- from all ranks to all -------------------------------------------------------------------

  CollectiveCall allGather(Object mine, Object all) {
    return allGather(mine, all, equalParts(all));
  }

  CollectiveCall allGather(Object mine, Object all, Shares shares) {
    ArgumentChecks.requireReadable(mine);
    ArgumentChecks.requireWritable(all);
    requireReceivable(mine, all, shares);
    return CollectiveCall.of(
        CollectiveOperation.ALL_GATHER,
        0,
        call -> {
          Region own = call.source(mine);
          Region target = call.target(all);
          return () -> exchange(call, _ -> own, place -> target.share(shares, place));
        });
  }

  CollectiveCall allToAll(Object send, Object receive) {
    return allToAll(send, equalParts(send), receive, equalParts(receive));
  }

  CollectiveCall allToAll(Object send, Shares sent, Object receive, Shares received) {
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireWritable(receive);
    requireFit(send, sent);
    requireReceivable(send, receive, received);
    return CollectiveCall.of(
        CollectiveOperation.ALL_TO_ALL,
        0,
        call -> {
          Region source = call.source(send);
          Region target = call.target(receive);
          return () ->
              exchange(
                  call, place -> source.share(sent, place), place -> target.share(received, place));
        });
  }

  CollectiveCall allReduce(Object send, Object receive, Reduction reduction) {
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireWritable(receive);
    ArgumentChecks.requireReducible(send, receive, reduction);
    return CollectiveCall.of(
        CollectiveOperation.ALL_REDUCE,
        0,
        reduction,
        call -> {
          Region own = call.source(send);
          Region target = call.target(receive);
          return () -> {
            swap(call, reduced(call, own, reduction), target);
            call.among(pair.own());
            new DataMovement(call).broadcast(target, 0);
          };
        });
  }

  CollectiveCall reduceScatter(Object send, Object receive, Shares shares, Reduction reduction) {
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireWritable(receive);
    ArgumentChecks.requireReducible(send, reduction);
    ArgumentChecks.requireScatterable(send, receive, shares, reduction, pair.rank(), pair.size());
    return CollectiveCall.of(
        CollectiveOperation.REDUCE_SCATTER,
        0,
        reduction,
        call -> {
          Region own = call.source(send);
          Region target = call.target(receive);
          return () -> {
            Region theirs = call.scratch(own.kind(), isFirst() ? own.count() : 0);
            swap(call, reduced(call, own, reduction), theirs);
            call.among(pair.own());
            if (isFirst()) {
              new DataMovement(call).scatterFromHere(theirs, shares, target);
            } else {
              call.receiveAll(target, 0);
            }
          };
        });
  }

  // ---- common ----------------------------------------------------------------------------------

  private static boolean isBeside(int root) {
    return root == Communicator.NO_RANK;
  }

  private static boolean isHere(int root) {
    return root == Intercommunicator.ROOT;
  }

  private int common(int root) {
    return isHere(root) ? pair.all().self() : pair.other(root);
  }

  /// Whether this rank is the one that speaks for its group.
  private boolean isFirst() {
    return pair.rank() == 0;
  }

  /// What a rank beside the root does.
  private CollectiveCall nothing(CollectiveOperation operation) {
    return new CollectiveCall(
        0, sequence -> CallSignature.of(sequence, operation, pair.noRoot()), _ -> () -> {});
  }

  /// Reduces what this rank's group sends.
  ///
  /// @return at its first rank the result, elsewhere nothing of use
  private Region reduced(Collective call, Region own, Reduction reduction) {
    Region result = call.scratch(own.kind(), own.count());
    call.among(pair.own());
    new Reducing(call, reduction).reduce(own, result, 0);
    call.amongAll();
    return result;
  }

  /// The first ranks give each other what they have.
  private void swap(Collective call, Region mine, Region theirs) {
    if (isFirst()) {
      call.exchange(mine, pair.other(0), theirs, pair.other(0));
    }
  }

  private void exchange(Collective call, IntFunction<Region> sent, IntFunction<Region> received) {
    List<Collective.Step> steps = receives(call, received);
    steps.addAll(sends(call, sent));
    awaitAll(call, steps);
  }

  private List<Collective.Step> receives(Collective call, IntFunction<Region> regions) {
    List<Collective.Step> steps = new ArrayList<>();
    for (int place = 0; place < pair.remoteSize(); place++) {
      steps.add(call.receive(regions.apply(place), pair.other(place)));
    }
    return steps;
  }

  private List<Collective.Step> sends(Collective call, IntFunction<Region> regions) {
    List<Collective.Step> steps = new ArrayList<>();
    for (int place = 0; place < pair.remoteSize(); place++) {
      steps.add(call.send(regions.apply(place), pair.other(place)));
    }
    return steps;
  }

  private static void awaitAll(Collective call, List<Collective.Step> steps) {
    steps.forEach(call::await);
  }

  private Shares equalParts(Object data) {
    return ArgumentChecks.equalParts(data, pair.remoteSize());
  }

  private void requireReceivable(Object send, Object receive, Shares received) {
    requireFit(receive, received);
    ArgumentChecks.requireDisjoint(received);
    ArgumentChecks.requireSameKind(send, receive);
    ArgumentChecks.requireApart(send, receive);
  }

  private void requireFit(Object all, Shares shares) {
    if (shares.ranks() != pair.remoteSize()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d shares for %d ranks of the other group",
              shares.ranks(),
              pair.remoteSize()));
    }
    ArgumentChecks.requireWithin(all, shares);
  }
}

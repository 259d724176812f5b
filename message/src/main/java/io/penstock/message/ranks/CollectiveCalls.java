package io.penstock.message.ranks;

import io.penstock.array.Layout;
import io.penstock.message.MessageBuffer;
import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import java.util.List;

/// The collective operations on data as calls, with the checks that one rank can make alone.
final class CollectiveCalls {
  private static final Shares NO_SHARES = Shares.of();

  private final int rank;
  private final int size;

  CollectiveCalls(RankGroup members) {
    this.rank = members.self();
    this.size = members.size();
  }

  CollectiveCall barrier() {
    return CollectiveCall.of(
        CollectiveOperation.BARRIER, 0, call -> () -> new DataMovement(call).barrier());
  }

  CollectiveCall broadcast(Object data, int root) {
    if (rank == root) {
      ArgumentChecks.requireReadable(data);
    } else {
      ArgumentChecks.requireWritable(data);
    }
    return CollectiveCall.of(
        CollectiveOperation.BROADCAST, root, call -> broadcast(call, data, root));
  }

  private Runnable broadcast(Collective call, Object data, int root) {
    DataMovement movement = new DataMovement(call);
    if (data instanceof MessageBuffer buffer) {
      return movement.broadcast(buffer, root);
    }
    Region region = rank == root ? call.source(data) : call.target(data);
    return () -> movement.broadcast(region, root);
  }

  CollectiveCall gather(Object mine, Object all, int root) {
    return gather(mine, all, rank == root ? equalShares(all, mine) : NO_SHARES, root);
  }

  CollectiveCall gather(Object mine, Object all, Shares shares, int root) {
    ArgumentChecks.requireReadable(mine);
    if (rank != root) {
      return CollectiveCall.of(
          CollectiveOperation.GATHER,
          root,
          call -> {
            Region own = call.source(mine);
            return () -> call.sendAll(own, root);
          });
    }
    ArgumentChecks.requireWritable(all);
    ArgumentChecks.requireGatherable(mine, all, shares, rank, size);
    return CollectiveCall.of(
        CollectiveOperation.GATHER,
        root,
        call -> {
          Region own = call.source(mine);
          Region target = call.target(all);
          return () -> new DataMovement(call).gatherHere(own, target, shares);
        });
  }

  CollectiveCall scatter(Object all, Object mine, int root) {
    return scatter(all, rank == root ? equalShares(all, mine) : NO_SHARES, mine, root);
  }

  CollectiveCall scatter(Object all, Shares shares, Object mine, int root) {
    ArgumentChecks.requireWritable(mine);
    if (rank != root) {
      return CollectiveCall.of(
          CollectiveOperation.SCATTER,
          root,
          call -> {
            Region own = call.target(mine);
            return () -> call.receiveAll(own, root);
          });
    }
    ArgumentChecks.requireReadable(all);
    ArgumentChecks.requireShared(mine, all, shares, rank, size);
    return CollectiveCall.of(
        CollectiveOperation.SCATTER,
        root,
        call -> {
          Region source = call.source(all);
          Region own = call.target(mine);
          return () -> new DataMovement(call).scatterFromHere(source, shares, own);
        });
  }

  CollectiveCall allGather(Object mine, Object all) {
    return allGather(mine, all, equalShares(all, mine));
  }

  CollectiveCall allGather(Object mine, Object all, Shares shares) {
    ArgumentChecks.requireReadable(mine);
    ArgumentChecks.requireWritable(all);
    ArgumentChecks.requireGatherable(mine, all, shares, rank, size);
    return CollectiveCall.of(
        CollectiveOperation.ALL_GATHER,
        0,
        call -> {
          Region own = call.source(mine);
          Region target = call.target(all);
          return () -> new DataMovement(call).gatherEverywhere(own, target, shares);
        });
  }

  CollectiveCall allToAll(Object send, Object receive) {
    Shares sent = ArgumentChecks.equalParts(send, size);
    Shares received = ArgumentChecks.equalParts(receive, size);
    requireExchangeable(send, sent, receive, received);
    return CollectiveCall.of(
        CollectiveOperation.ALL_TO_ALL,
        0,
        call -> {
          Region source = call.source(send);
          Region target = call.target(receive);
          return () -> new DataMovement(call).allToAll(source, target);
        });
  }

  CollectiveCall allToAll(Object send, Shares sent, Object receive, Shares received) {
    requireExchangeable(send, sent, receive, received);
    return CollectiveCall.of(
        CollectiveOperation.ALL_TO_ALL_SHARES,
        0,
        call -> {
          Region source = call.source(send);
          Region target = call.target(receive);
          return () -> new DataMovement(call).allToAll(source, sent, target, received);
        });
  }

  CollectiveCall allToAll(List<? extends Layout> send, List<? extends Layout> receive) {
    ArgumentChecks.requireExchangeable(send, receive, rank, size);
    return CollectiveCall.of(
        CollectiveOperation.ALL_TO_ALL_SHARES,
        0,
        call -> {
          List<Region> sources = send.stream().map(call::source).toList();
          List<Region> targets = receive.stream().map(call::target).toList();
          return () -> new DataMovement(call).allToAll(sources::get, targets::get);
        });
  }

  private void requireExchangeable(Object send, Shares sent, Object receive, Shares received) {
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireWritable(receive);
    ArgumentChecks.requireExchangeable(send, sent, receive, received, rank, size);
  }

  CollectiveCall reduce(Object send, Object receive, Reduction reduction, int root) {
    ArgumentChecks.requireReadable(send);
    boolean here = rank == root;
    if (here) {
      ArgumentChecks.requireWritable(receive);
      ArgumentChecks.requireReducible(send, receive, reduction);
    } else {
      ArgumentChecks.requireReducible(send, reduction);
    }
    return CollectiveCall.of(
        CollectiveOperation.REDUCE,
        root,
        reduction,
        call -> {
          Region own = call.source(send);
          Region result = here ? call.target(receive) : call.scratch(own.kind(), own.count());
          return () -> new Reducing(call, reduction).reduce(own, result, root);
        });
  }

  CollectiveCall allReduce(Object send, Object receive, Reduction reduction) {
    return reduceEach(CollectiveOperation.ALL_REDUCE, send, receive, reduction);
  }

  CollectiveCall scan(Object send, Object receive, Reduction reduction) {
    return reduceEach(CollectiveOperation.SCAN, send, receive, reduction);
  }

  CollectiveCall exclusiveScan(Object send, Object receive, Reduction reduction) {
    return reduceEach(CollectiveOperation.EXCLUSIVE_SCAN, send, receive, reduction);
  }

  private static CollectiveCall reduceEach(
      CollectiveOperation operation, Object send, Object receive, Reduction reduction) {
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireWritable(receive);
    ArgumentChecks.requireReducible(send, receive, reduction);
    return CollectiveCall.of(
        operation,
        0,
        reduction,
        call -> {
          Region own = call.source(send);
          Region target = call.target(receive);
          return () -> new Reducing(call, reduction).run(operation, own, target);
        });
  }

  CollectiveCall reduceScatter(Object send, Object receive, Shares shares, Reduction reduction) {
    ArgumentChecks.requireReadable(send);
    ArgumentChecks.requireWritable(receive);
    ArgumentChecks.requireReducible(send, reduction);
    ArgumentChecks.requireScatterable(send, receive, shares, reduction, rank, size);
    return CollectiveCall.of(
        CollectiveOperation.REDUCE_SCATTER,
        0,
        reduction,
        call -> {
          Region own = call.source(send);
          Region target = call.target(receive);
          return () -> new Reducing(call, reduction).reduceScatter(own, target, shares);
        });
  }

  private Shares equalShares(Object all, Object mine) {
    return ArgumentChecks.equalShares(all, mine, size);
  }
}

package io.penstock.message.match;

import java.util.List;
import java.util.function.Predicate;

/// The posted receives of one rank, each in the bin of the source and tag that it names.
///
/// A message finds the oldest receive that wants it at the head of one of four bins: of receives
/// that name its source and its tag, one of the two, or neither. Bins of receives that leave
/// something open are looked into only while there are such.
///
/// Not safe for more than one thread at a time.
final class PostedReceives {
  private static final int ANY = Transfer.ANY;

  private final Bins<Transfer> bins = new Bins<>(Transfer.NONE);
  private long added;
  private int fromAnySource;
  private int withAnyTag;
  private int wantingAnything;

  void add(Transfer receive) {
    added++;
    receive.turn = added;
    bins.add(receive.posted, receive.context(), receive.peer(), receive.tag());
    count(receive, 1);
  }

  /// Takes out the first receive that wants a message; [Transfer#NONE] if none does.
  Transfer takeWanting(int source, int context, int tag) {
    Transfer first = bins.first(context, source, tag);
    if (fromAnySource > 0) {
      first = earlier(first, bins.first(context, ANY, tag));
    }
    if (withAnyTag > 0) {
      first = earlier(first, bins.first(context, source, ANY));
    }
    if (wantingAnything > 0) {
      first = earlier(first, bins.first(context, ANY, ANY));
    }
    if (first != Transfer.NONE) {
      remove(first);
    }
    return first;
  }

  private static Transfer earlier(Transfer one, Transfer other) {
    boolean second = other != Transfer.NONE && (one == Transfer.NONE || other.turn < one.turn);
    return second ? other : one;
  }

  /// Takes out this one; false if it is not here.
  boolean remove(Transfer receive) {
    if (!receive.posted.isQueued()) {
      return false;
    }
    bins.remove(receive.posted);
    count(receive, -1);
    return true;
  }

  /// Takes out all of which something holds.
  List<Transfer> takeAll(Predicate<Transfer> condition) {
    List<Transfer> taken = bins.all().stream().filter(condition).toList();
    taken.forEach(this::remove);
    return taken;
  }

  /// How many bins were looked at, ever.
  long steps() {
    return bins.steps();
  }

  private void count(Transfer receive, int by) {
    boolean anyTag = receive.tag() == ANY;
    if (receive.peer() != ANY) {
      withAnyTag += anyTag ? by : 0;
    } else if (anyTag) {
      wantingAnything += by;
    } else {
      fromAnySource += by;
    }
  }
}

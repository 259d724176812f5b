package io.penstock.message.match;

import java.util.Comparator;
import java.util.List;

/// The unexpected messages of one rank, each in the bins in which receives may look for it.
///
/// A receive finds the oldest message that it wants at the head of one bin. Each message is in the
/// bin of its source and tag; in that of its source, of its tag, or of all, once a receive has left
/// the other open: programs that never do so pay for one bin alone.
///
/// Not safe for more than one thread at a time.
final class Arrivals {
  private static final int ANY = Transfer.ANY;

  private final Bins<Arrival> bins = new Bins<>(Arrival.NONE);
  private final boolean[] wanted = {true, false, false, false};
  private long added;

  void add(Arrival arrival) {
    added++;
    arrival.turn = added;
    for (int pattern = 0; pattern < wanted.length; pattern++) {
      if (wanted[pattern]) {
        add(arrival, pattern);
      }
    }
  }

  private void add(Arrival arrival, int pattern) {
    int source = leavesSourceOpen(pattern) ? ANY : arrival.source();
    int tag = leavesTagOpen(pattern) ? ANY : arrival.tag();
    bins.add(arrival.places.get(pattern), arrival.context(), source, tag);
  }

  /// The first that a receive wants, left where it is; [Arrival#NONE] if there is none.
  Arrival findWantedBy(Transfer receive) {
    int pattern = pattern(receive.peer() == ANY, receive.tag() == ANY);
    if (!wanted[pattern]) {
      wanted[pattern] = true;
      inOrder().forEach(arrival -> add(arrival, pattern));
    }
    return bins.first(receive.context(), receive.peer(), receive.tag());
  }

  private List<Arrival> inOrder() {
    return bins.all().stream()
        .distinct()
        .sorted(Comparator.comparingLong(arrival -> arrival.turn))
        .toList();
  }

  /// Takes out the first that a receive wants; [Arrival#NONE] if there is none.
  Arrival takeWantedBy(Transfer receive) {
    Arrival found = findWantedBy(receive);
    if (found != Arrival.NONE) {
      remove(found);
    }
    return found;
  }

  /// Takes out the one that a send of this process has announced; [Arrival#NONE] if it is not here.
  Arrival takeAnnouncedBy(Transfer send) {
    for (Arrival arrival : bins.all()) {
      if (arrival.sender() == send) {
        remove(arrival);
        return arrival;
      }
    }
    return Arrival.NONE;
  }

  /// Takes out all, in the order in which they came.
  List<Arrival> takeAll() {
    List<Arrival> all = inOrder();
    all.forEach(this::remove);
    return all;
  }

  private void remove(Arrival arrival) {
    for (int pattern = 0; pattern < wanted.length; pattern++) {
      Bins.Entry<Arrival> place = arrival.places.get(pattern);
      if (place.isQueued()) {
        bins.remove(place);
      }
    }
  }

  /// How many bins were looked at, ever.
  long steps() {
    return bins.steps();
  }

  private static int pattern(boolean anySource, boolean anyTag) {
    return (anySource ? 1 : 0) + (anyTag ? 2 : 0);
  }

  private static boolean leavesSourceOpen(int pattern) {
    return (pattern & 1) != 0;
  }

  private static boolean leavesTagOpen(int pattern) {
    return (pattern & 2) != 0;
  }
}

package io.penstock.message.match;

/// Arrivals in the order in which they came, linked through themselves.
///
/// Not safe for more than one thread at a time.
final class ArrivalList {
  private final Arrival head = new Arrival();
  private Arrival last = head;

  ArrivalList() {
    head.next = Arrival.NONE;
  }

  void add(Arrival arrival) {
    arrival.next = Arrival.NONE;
    last.next = arrival;
    last = arrival;
  }

  /// The first that a receive wants, left where it is; [Arrival#NONE] if there is none.
  Arrival findWantedBy(Transfer receive) {
    return before(receive).next;
  }

  /// Takes out the first that a receive wants; [Arrival#NONE] if there is none.
  Arrival takeWantedBy(Transfer receive) {
    Arrival before = before(receive);
    return before.next == Arrival.NONE ? Arrival.NONE : takeAfter(before);
  }

  /// Takes out the first; [Arrival#NONE] if there is none.
  Arrival takeFirst() {
    return head.next == Arrival.NONE ? Arrival.NONE : takeAfter(head);
  }

  private Arrival before(Transfer receive) {
    Arrival before = head;
    while (before.next != Arrival.NONE
        && !receive.wants(before.next.source(), before.next.context(), before.next.tag())) {
      before = before.next;
    }
    return before;
  }

  private Arrival takeAfter(Arrival before) {
    Arrival taken = before.next;
    before.next = taken.next;
    if (last == taken) {
      last = before;
    }
    taken.next = taken;
    return taken;
  }
}

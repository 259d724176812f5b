package io.penstock.message.match;

/// Transfers in the order in which they came, linked through themselves.
///
/// Not safe for more than one thread at a time.
final class TransferList {
  private final Transfer head = new Transfer(new Sleepers(() -> {}));
  private Transfer last = head;

  TransferList() {
    head.next = Transfer.NONE;
  }

  void add(Transfer transfer) {
    transfer.next = Transfer.NONE;
    last.next = transfer;
    last = transfer;
  }

  /// Takes out the first receive that wants a message; [Transfer#NONE] if none does.
  Transfer takeWanting(int source, int context, int tag) {
    for (Transfer before = head; before.next != Transfer.NONE; before = before.next) {
      if (before.next.wants(source, context, tag)) {
        return takeAfter(before);
      }
    }
    return Transfer.NONE;
  }

  /// Takes out the first receive that can meet nothing more; [Transfer#NONE] if there is none.
  Transfer takeHopeless(Departures departures, int self) {
    for (Transfer before = head; before.next != Transfer.NONE; before = before.next) {
      if (departures.isHopeless(before.next, self)) {
        return takeAfter(before);
      }
    }
    return Transfer.NONE;
  }

  /// Takes out the first; [Transfer#NONE] if there is none.
  Transfer takeFirst() {
    return head.next == Transfer.NONE ? Transfer.NONE : takeAfter(head);
  }

  /// Takes out this one; false if it is not here.
  boolean remove(Transfer transfer) {
    for (Transfer before = head; before.next != Transfer.NONE; before = before.next) {
      if (before.next == transfer) {
        takeAfter(before);
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return head.next == Transfer.NONE;
  }

  private Transfer takeAfter(Transfer before) {
    Transfer taken = before.next;
    before.next = taken.next;
    if (last == taken) {
      last = before;
    }
    taken.next = taken;
    return taken;
  }
}

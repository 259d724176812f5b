package io.penstock.message.tcp;

import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.SpinLock;
import io.penstock.message.match.Transfer;
import java.util.Arrays;
import java.util.Locale;

/// Transfers that the other side names by a number.
///
/// A number is used again, but not before its slot's count has gone round, so that a late or forged
/// one is noticed. Safe for any thread.
final class Slots {
  private static final int INDEX_BITS = 24;
  private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;

  private final SpinLock lock = new SpinLock();
  private Transfer[] transfers = new Transfer[0];
  private long[] numbers = new long[0];
  private int[] free = new int[0];
  private int freeCount;

  /// Keeps a transfer under a number above 0.
  long put(Transfer transfer) {
    lock.lock();
    try {
      if (freeCount == 0) {
        grow();
      }
      int slot = free[--freeCount];
      transfers[slot] = transfer;
      numbers[slot] += 1L << INDEX_BITS;
      return numbers[slot];
    } finally {
      lock.unlock();
    }
  }

  /// Takes out what is kept under a number.
  ///
  /// @throws ProtocolException if nothing is
  Transfer take(long number) {
    lock.lock();
    try {
      int slot = (int) (number & INDEX_MASK);
      if (number <= 0
          || slot >= transfers.length
          || numbers[slot] != number
          || transfers[slot] == Transfer.NONE) {
        throw new ProtocolException(
            String.format(Locale.ROOT, "a frame for transfer %d, which is not under way", number));
      }
      return clear(slot);
    } finally {
      lock.unlock();
    }
  }

  /// Takes out any; [Transfer#NONE] if there is none.
  Transfer takeAny() {
    lock.lock();
    try {
      for (int slot = 0; slot < transfers.length; slot++) {
        if (transfers[slot] != Transfer.NONE) {
          return clear(slot);
        }
      }
      return Transfer.NONE;
    } finally {
      lock.unlock();
    }
  }

  private Transfer clear(int slot) {
    Transfer transfer = transfers[slot];
    transfers[slot] = Transfer.NONE;
    free[freeCount++] = slot;
    return transfer;
  }

  private void grow() {
    int old = transfers.length;
    int size = Math.max(16, 2 * old);
    transfers = Arrays.copyOf(transfers, size);
    numbers = Arrays.copyOf(numbers, size);
    free = Arrays.copyOf(free, size);
    for (int slot = size - 1; slot >= old; slot--) {
      transfers[slot] = Transfer.NONE;
      numbers[slot] = slot;
      free[freeCount++] = slot;
    }
  }
}

package io.penstock.memory;

/// Room for as many blocks of one size class as go from thread to thread at a time.
///
/// In a [Depot] it is full or empty. Places above what is filled may still show blocks that were
/// there: writing references costs more than comparing them.
final class Magazine {
  /// What stands for no magazine.
  static final Magazine NONE = new Magazine(0, 0);

  final PooledBlock[] slots;

  /// Its name in a [MagazineStack]; above 0, but for [#NONE].
  final int number;

  /// The number of the magazine below it in a stack.
  volatile int below;

  Magazine(int number, int capacity) {
    this.number = number;
    this.slots = new PooledBlock[capacity];
  }
}

package io.penstock.text.token;

/// Passes runs of bytes of a set. Immutable.
final class Runs {
  private final boolean[] members;
  private final ByteRanges ranges;
  private final boolean areFew;

  private Runs(boolean[] members) {
    this.members = members;
    ranges = ByteRanges.of(members);
    areFew = ranges.areFew();
  }

  /// Bytes of some kinds, and not of others.
  static Runs of(byte[] kinds, int with, int without) {
    boolean[] members = new boolean[kinds.length];
    for (int b = 0; b < members.length; b++) {
      members[b] = (kinds[b] & with) != 0 && (kinds[b] & without) == 0;
    }
    return new Runs(members);
  }

  /// Where the first byte is that is no member; the limit if all are.
  int pass(byte[] bytes, int from, int limit) {
    int at = areFew ? ranges.pass(bytes, from, limit) : from;
    while (at < limit && members[bytes[at] & 0xff]) {
      at++;
    }
    return at;
  }
}

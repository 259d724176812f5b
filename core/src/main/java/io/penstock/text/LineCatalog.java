package io.penstock.text;

import java.io.IOException;
import java.time.Instant;

/// The known lines of a file, with what tells whether the file is still the same.
///
/// @param taken when the stamp was, by this machine's clock
record LineCatalog(Stamp stamp, Instant taken, Seal seal, LineTable table) {
  /// Nothing is known.
  static LineCatalog empty(int blockBytes) {
    return new LineCatalog(
        new Stamp(0, Instant.EPOCH, 0), Instant.EPOCH, new Seal(0, 0), LineTable.empty(blockBytes));
  }

  /// Whether it holds for a file as it is now, or for its begin.
  ///
  /// @param now the file's stamp
  boolean holdsFor(TextFile file, Stamp now) throws IOException {
    boolean sameTime = now.equals(stamp) && stamp.settledAt(taken);
    return (sameTime || now.mayHaveGrownFrom(stamp))
        && Seal.of(file, stamp.size()).equals(seal)
        && table.open() == isOpen(file);
  }

  /// Whether the last byte that is known of is none that ends a line.
  private boolean isOpen(TextFile file) throws IOException {
    byte[] last = {'\n'};
    if (stamp.size() > 0) {
      file.read(stamp.size() - 1, last, 0, 1);
    }
    return last[0] != '\n';
  }
}

package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Move;
import java.io.Closeable;
import java.io.IOException;

/// A move by something that stays open from run to run.
///
/// @param move that is run
/// @param kept that is closed after it
record Kept(Move move, Closeable kept) implements Move {
  static Move by(Move move, Closeable kept) {
    return new Kept(move, kept);
  }

  @Override
  public void run() throws Exception {
    move.run();
  }

  @Override
  public void close() throws IOException {
    move.close();
    kept.close();
  }
}

package io.penstock.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Consumer;

/// Passes what a process prints on to a stream, until it ends.
final class Pump implements Runnable {
  private static final int CHUNK = 16 << 10;

  private final InputStream from;
  private final OutputStream to;
  private final Consumer<Exception> lost;

  /// @param lost takes the reason when what was printed cannot be passed on; the rest is read and
  ///   dropped, so that the process does not stand still
  Pump(InputStream from, OutputStream to, Consumer<Exception> lost) {
    this.from = from;
    this.to = to;
    this.lost = lost;
  }

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK];
    boolean passing = true;
    for (int count = next(chunk); count >= 0; count = next(chunk)) {
      passing = passing && pass(chunk, count);
    }
  }

  private int next(byte[] chunk) {
    try {
      return from.read(chunk);
    } catch (IOException e) {
      return -1; // the process was killed: its pipe ends so
    }
  }

  // The stream behind may say that the reader has left by an exception of its own.
  private boolean pass(byte[] chunk, int count) {
    try {
      to.write(chunk, 0, count);
      return true;
    } catch (IOException | RuntimeException e) {
      lost.accept(e);
      return false;
    }
  }

  /// Ends a line that has no end.
  void finish() {
    try {
      to.close();
    } catch (IOException | RuntimeException e) {
      lost.accept(e);
    }
  }
}

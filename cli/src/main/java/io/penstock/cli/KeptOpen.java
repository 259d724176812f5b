package io.penstock.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A sink for an archive that stays open when the archive is closed. An archive that could not be
/// filled is not ended, since it would look whole.
final class KeptOpen extends FilterOutputStream {
  private boolean cut;

  KeptOpen(OutputStream out) {
    super(out);
  }

  /// What fills an archive.
  interface Filling {
    void run() throws IOException;
  }

  /// Fills the archive; where that fails, nothing more of it is written, whoever closes it.
  void fill(Filling filling) throws IOException {
    boolean whole = false;
    try {
      filling.run();
      whole = true;
    } finally {
      cut = !whole;
    }
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (!cut) {
      out.write(bytes, from, count);
    }
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}

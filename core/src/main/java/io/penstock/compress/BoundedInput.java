package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;

/// The content of an archive, held to limits.
final class BoundedInput extends InputStream {
  private final InputStream content;
  private final ArchiveInput archive;
  private final Limits limits;
  private long passed;

  BoundedInput(InputStream content, ArchiveInput archive, Limits limits) {
    this.content = content;
    this.archive = archive;
    this.limits = limits;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int at, int count) throws IOException {
    int n = content.read(target, at, count);
    passed += Math.max(0, n);
    limits.check(archive.name(), archive.offset(), passed);
    return n;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}

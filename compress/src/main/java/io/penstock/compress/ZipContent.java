package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// The content of one file of a zip archive, checked.
final class ZipContent extends InputStream {
  private static final int BLOCK_BYTES = 64 << 10;

  private final ArchiveFile file;
  private final ZipItem item;
  private final @Nullable Inflater inflater; // null for stored data
  private final CRC32 crc = new CRC32();
  private final byte[] block;
  private long next;
  private long left;
  private long passed;
  private boolean ended;

  ZipContent(ArchiveFile file, ZipItem item, long dataAt) {
    this.file = file;
    this.item = item;
    this.next = dataAt;
    this.left = item.packedBytes();
    boolean stored = item.method().code() == ZipMethod.STORED;
    this.inflater = stored ? null : new Inflater(true);
    this.block = new byte[stored ? 0 : (int) Math.min(BLOCK_BYTES, left)]; // most are small
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int at, int count) throws IOException {
    Objects.checkFromIndexSize(at, count, target.length);
    if (ended || count == 0) {
      return ended ? -1 : 0;
    }
    int n = inflater == null ? stored(target, at, count) : inflated(inflater, target, at, count);
    if (n < 0) {
      end();
      return -1;
    }
    crc.update(target, at, n);
    passed += n;
    if (passed > item.contentBytes()) {
      throw damaged(
          String.format(
              Locale.ROOT, "unpacks to more than the %d bytes announced", item.contentBytes()));
    }
    return n;
  }

  private int stored(byte[] target, int at, int count) throws IOException {
    int n = (int) Math.min(count, left);
    file.read(next, target, at, n);
    next += n;
    left -= n;
    return n == 0 ? -1 : n;
  }

  private int inflated(Inflater inflater, byte[] target, int at, int count) throws IOException {
    try {
      while (true) {
        int n = inflater.inflate(target, at, count);
        if (n > 0) {
          return n;
        }
        if (inflater.finished()) {
          return -1;
        }
        if (inflater.needsDictionary() || left == 0) {
          throw damaged("its data ends too early");
        }
        int more = stored(block, 0, block.length);
        inflater.setInput(block, 0, more);
      }
    } catch (DataFormatException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
  }

  private void end() throws IOException {
    if (left > 0 || (inflater != null && inflater.getRemaining() > 0)) {
      throw damaged("its data goes on behind its end");
    }
    if (passed != item.contentBytes()) {
      throw damaged(
          String.format(
              Locale.ROOT,
              "unpacks to %d bytes, not the %d announced",
              passed,
              item.contentBytes()));
    }
    if (crc.getValue() != item.crc()) {
      throw damaged("its checksum is wrong");
    }
    ended = true;
  }

  private IOException damaged(String how) {
    return file.refused(
        item.headerAt(), String.format(Locale.ROOT, "%s is damaged: %s", item.quotedName(), how));
  }

  @Override
  public void close() {
    ended = true;
    if (inflater != null) {
      inflater.end();
    }
  }
}

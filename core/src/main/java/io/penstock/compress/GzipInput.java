package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The content of all members of a gzip archive.
///
/// [java.util.zip.GZIPInputStream] takes a damaged member after the first one for the end.
final class GzipInput extends InputStream {
  private final ArchiveInput in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private State state = State.FIRST;
  private int given;

  private enum State {
    FIRST,
    INSIDE,
    BETWEEN,
    END
  }

  GzipInput(ArchiveInput in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int at, int count) throws IOException {
    Objects.checkFromIndexSize(at, count, target.length);
    if (count == 0) {
      return 0;
    }
    while (state != State.END) {
      if (state != State.INSIDE) {
        begin();
      } else {
        int n = inflate(target, at, count);
        if (n > 0) {
          return n;
        }
      }
    }
    return -1;
  }

  private void begin() throws IOException {
    if (state == State.BETWEEN && !in.fill()) {
      state = State.END;
      return;
    }
    GzipHeader.read(in);
    inflater.reset();
    crc.reset();
    given = 0;
    state = State.INSIDE;
  }

  private int inflate(byte[] target, int at, int count) throws IOException {
    if (inflater.finished()) {
      end();
      return 0;
    }
    if (inflater.needsInput()) {
      if (!in.fill()) {
        throw in.endedIn("a gzip member");
      }
      given = in.available();
      inflater.setInput(in.buffer(), in.from(), given);
    }
    try {
      int n = inflater.inflate(target, at, count);
      in.take(given - inflater.getRemaining());
      given = inflater.getRemaining();
      if (n == 0 && inflater.needsDictionary()) {
        throw in.refused("a gzip member asks for a dictionary, which gzip does not have");
      }
      crc.update(target, at, n);
      return n;
    } catch (DataFormatException e) {
      throw in.refused("damaged gzip data: " + e.getMessage());
    }
  }

  private void end() throws IOException {
    long size = inflater.getBytesWritten();
    if (in.number(4, "the checksum of a gzip member") != crc.getValue()) {
      throw in.refused("the checksum of a gzip member is wrong: the content is damaged");
    }
    if (in.number(4, "the length of a gzip member") != (size & 0xffffffffL)) {
      throw in.refused("the length of a gzip member is wrong: the content is damaged");
    }
    state = State.BETWEEN;
  }

  @Override
  public void close() throws IOException {
    state = State.END;
    inflater.end();
    in.close();
  }
}

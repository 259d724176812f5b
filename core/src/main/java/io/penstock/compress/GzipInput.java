package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The content of all members of a gzip archive.
///
/// [java.util.zip.GZIPInputStream] takes a damaged member after the first one for the end.
final class GzipInput extends MemberInput {
  private final ArchiveInput in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private int given;

  private GzipInput(ArchiveInput in) {
    super(in);
    this.in = in;
  }

  /// For a codec whose verifier is not to load this class when it compresses.
  static InputStream of(ArchiveInput in) {
    return new GzipInput(in);
  }

  @Override
  protected boolean begin() throws IOException {
    GzipHeader.read(in);
    inflater.reset();
    crc.reset();
    given = 0;
    return true;
  }

  @Override
  protected int unpack(byte[] target, int at, int count) throws IOException {
    if (inflater.finished()) {
      check();
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

  private void check() throws IOException {
    long size = inflater.getBytesWritten();
    if (in.number(4, "the checksum of a gzip member") != crc.getValue()) {
      throw in.refused("the checksum of a gzip member is wrong: the content is damaged");
    }
    if (in.number(4, "the length of a gzip member") != (size & 0xffffffffL)) {
      throw in.refused("the length of a gzip member is wrong: the content is damaged");
    }
    ended();
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    super.close();
  }
}

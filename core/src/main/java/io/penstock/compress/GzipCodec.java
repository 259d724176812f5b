package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Deflater;

/// gzip (RFC 1952): deflated by the [DeflateLibrary] that there is, inflated by the JDK's Inflater.
///
/// A stream is one member, whose blocks are compressed side by side. Of archives with several
/// members all are read; a byte that belongs to none is an error.
public final class GzipCodec implements Codec {
  static final int BLOCK_BYTES = 256 << 10;

  private static final Levels LEVELS =
      new Levels(0, 6, Deflater.BEST_COMPRESSION); // 6 is what -1, the default, means

  /// Makes one, for the service loader; all are equal.
  public GzipCodec() {}

  @Override
  public String name() {
    return "gzip";
  }

  @Override
  public String suffix() {
    return ".gz";
  }

  @Override
  public Levels levels() {
    return LEVELS;
  }

  @Override
  public boolean recognizes(byte[] head) {
    return head.length >= 2 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b;
  }

  @Override
  public FrameEncoder encoder(int level) {
    return new GzipMemberEncoder(Deflation.library(), LEVELS.require(name(), level));
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    return new ParallelOutput(
        out, new DeflateBlocks(packing.level()), BLOCK_BYTES, packing.threads());
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return GzipInput.of(in);
  }

  @Override
  public Asides asides() {
    return new EmptyMembers();
  }
}

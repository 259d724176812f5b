package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Asides;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Levels;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.ParallelOutput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// LZ4 in frames (*LZ4 Frame Format Description* 1.6), with content checksums.
///
/// A stream is one frame of independent blocks of 4 MiB, compressed side by side. Frames whose
/// blocks depend on one another are read too; frames with a dictionary and those of before 2013 are
/// refused.
public final class Lz4Codec implements Codec {
  static final int MAGIC = 0x184D2204;

  private static final Levels LEVELS = new Levels(1, 1, 12);

  /// Makes one, for the service loader; all are equal.
  public Lz4Codec() {}

  @Override
  public String name() {
    return "lz4";
  }

  @Override
  public String suffix() {
    return ".lz4";
  }

  @Override
  public Levels levels() {
    return LEVELS;
  }

  @Override
  public boolean recognizes(byte[] head) {
    return head.length >= 4
        && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt() == MAGIC;
  }

  @Override
  public FrameEncoder encoder(int level) {
    return new Lz4FrameEncoder(LEVELS.require(name(), level));
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    return new ParallelOutput(
        out, new Lz4Blocks(packing.level()), BlockSize.LARGEST.bytes(), packing.threads());
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return new Lz4Input(in, limits);
  }

  @Override
  public Asides asides() {
    return new SkippableFrames();
  }
}

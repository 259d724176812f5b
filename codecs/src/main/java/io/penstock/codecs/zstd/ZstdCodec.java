package io.penstock.codecs.zstd;

import com.github.luben.zstd.Zstd;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Asides;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Levels;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// zstd (RFC 8878), with content checksums.
///
/// A stream is one frame, compressed by the library's own threads beside the caller's.
public final class ZstdCodec implements Codec {
  private static final Levels LEVELS = new Levels(-7, 3, 22);

  /// Makes one, for the service loader; all are equal.
  public ZstdCodec() {}

  @Override
  public String name() {
    return "zstd";
  }

  @Override
  public String suffix() {
    return ".zst";
  }

  @Override
  public Levels levels() {
    return LEVELS;
  }

  // Where an aside comes first, the format cannot be known: LZ4 has the same ones.
  @Override
  public boolean recognizes(byte[] head) {
    return head.length >= 4 && Magic.of(head) == Magic.FRAME;
  }

  @Override
  public FrameEncoder encoder(int level) {
    return new ZstdFrameEncoder(LEVELS.require(name(), level));
  }

  @Override
  public FrameDecoder decoder(Limits limits) {
    return new ZstdFrameDecoder();
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    return new ZstdOutput(out, packing.level(), packing.threads());
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return new ZstdInput(in, windowLog(limits));
  }

  /// The largest window that fits the memory.
  private static int windowLog(Limits limits) {
    int log = 63 - Long.numberOfLeadingZeros(limits.memory());
    return Math.clamp(log, Zstd.windowLogMin(), Zstd.windowLogMax());
  }

  @Override
  public Asides asides() {
    return new SkippableFrames();
  }
}

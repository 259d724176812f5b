package io.penstock.codecs.zstd;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Asides;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Levels;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SkippableFrames;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Supplier;

/// zstd (RFC 8878), with content checksums.
///
/// A stream is one frame, compressed by the library's own threads beside the caller's.
///
/// The native library is loaded when it is needed first: from the folder for temporary files, or
/// where that does not let it, from memory or the user's folder. Where none of that works, as
/// without native access, the same formats are written and read in Java, by one thread, at one
/// level, and with windows up to 8 MiB; [#obstacle] says so then.
public final class ZstdCodec implements Codec {
  private static final Levels LEVELS = new Levels(-7, 3, 22);

  private final Supplier<ZstdLibrary> library;

  /// Makes one, for the service loader; all are equal.
  public ZstdCodec() {
    this(NativeZstd::ofProcess);
  }

  /// Makes one of another library.
  ZstdCodec(Supplier<ZstdLibrary> library) {
    this.library = library;
  }

  @Override
  public String name() {
    return "zstd";
  }

  @Override
  public String toString() {
    return "codec " + name();
  }

  @Override
  public String suffix() {
    return ".zst";
  }

  @Override
  public Levels levels() {
    return LEVELS;
  }

  @Override
  public boolean recognizes(byte[] head) {
    return head.length >= 4 && ZstdHeader.magic(head) == ZstdHeader.FRAME;
  }

  @Override
  public FrameEncoder encoder(int level) {
    return library.get().encoder(LEVELS.require(name(), level));
  }

  @Override
  public FrameDecoder decoder(Limits limits) {
    return library.get().decoder();
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) {
    return new ZstdOutput(library.get(), out, packing.level(), packing.threads());
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return library.get().input(in, limits);
  }

  @Override
  public Optional<String> obstacle() {
    return library.get().obstacle();
  }

  @Override
  public Asides asides() {
    return new SkippableFrames();
  }
}

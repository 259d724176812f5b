package io.penstock.compress;

import java.util.Locale;

/// Parameters of a compression.
///
/// @param level one of the codec's
/// @param threads that compress at the same time
/// @param frameBytes content of one frame of a seekable archive: what is decompressed to read one
///   byte
public record Packing(Codec codec, int level, int threads, int frameBytes) {
  /// The most content that a frame may have.
  public static final int MOST_FRAME_BYTES = 64 << 20;

  private static final int USUAL_FRAME_BYTES = 1 << 20;

  /// @throws IllegalArgumentException if there is no such level, no thread, or the frames are
  ///   smaller than 1 byte or larger than 64 MiB
  public Packing {
    codec.levels().require(codec.name(), level);
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads compress nothing; give 1 or more");
    }
    if (frameBytes < 1 || frameBytes > MOST_FRAME_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "frames of %d bytes: choose from 1 to %d",
              frameBytes,
              MOST_FRAME_BYTES));
    }
  }

  /// The codec's usual level, one thread for each processor, frames of 1 MiB.
  public static Packing of(Codec codec) {
    return new Packing(
        codec,
        codec.levels().usual(),
        Runtime.getRuntime().availableProcessors(),
        USUAL_FRAME_BYTES);
  }

  /// The same at another level.
  public Packing withLevel(int other) {
    return new Packing(codec, other, threads, frameBytes);
  }

  /// The same with other threads.
  public Packing withThreads(int other) {
    return new Packing(codec, level, other, frameBytes);
  }

  /// The same with frames of another size.
  public Packing withFrameBytes(int other) {
    return new Packing(codec, level, threads, other);
  }
}

package io.penstock.evaluate.files.packing;

import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.SeekableFile;
import io.penstock.evaluate.run.Answering;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.TextWork;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.GZIPInputStream;

/// Reading the whole content of a file, packed or not, in the way that the task names.
final class Passes implements Exercise {
  static final String DRILL = "files-read";
  static final String PLAIN = "plain";
  static final String GZIP_STREAM = "gzip-input-stream";
  static final String GZIP = "penstock-gzip";
  static final String ZSTD = "penstock-zstd";
  static final String LZ4 = "penstock-lz4";
  static final String SEEKABLE = "penstock-seekable-2";

  private static final int BUFFER = 64 << 10;

  /// Reads a file.
  @FunctionalInterface
  private interface Pass {
    /// @return the checksum of its content
    long over(Path file) throws IOException;
  }

  @Override
  public Session prepare(DrillTask task) {
    Path file = Path.of(task.drill().option(TextWork.FILE));
    Pass pass = pass(task.drill().option(Conversions.WAY));
    return new Answering(
        Long.parseLong(task.drill().option(TextWork.ANSWER)),
        () -> pass.over(file),
        new Batch(task));
  }

  private static Pass pass(String way) {
    return switch (way) {
      case PLAIN -> file -> crc(Files.newInputStream(file));
      case GZIP_STREAM -> file -> crc(new GZIPInputStream(Files.newInputStream(file), BUFFER));
      case GZIP, ZSTD, LZ4 ->
          file ->
              crc(
                  Compression.input(
                      Files.newInputStream(file), file.toString(), Limits.defaults()));
      case SEEKABLE -> Passes::seekable;
      default -> throw new IllegalArgumentException("no such way: " + way);
    };
  }

  private static long crc(InputStream content) throws IOException {
    try (content) {
      return Content.crc(content);
    }
  }

  private static long seekable(Path file) throws IOException {
    CRC32 crc = new CRC32();
    try (SeekableFile frames = SeekableFile.open(file, Limits.defaults());
        OutputStream out = new CheckedOutputStream(OutputStream.nullOutputStream(), crc)) {
      frames.transferTo(out, 2);
    }
    return crc.getValue();
  }
}

package io.penstock.evaluate.files;

import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// A form of a content in a file. Where the JDK knows the form, it reads it; so what Penstock has
/// packed is not checked by Penstock alone.
enum Form {
  PLAIN("", ""),
  /// With one entry.
  ZIP(".zip", ""),
  GZIP(".gz", "gzip"),
  ZSTD(".zst", "zstd"),
  LZ4(".lz4", "lz4"),
  SEEKABLE_GZIP(".seekable.gz", "gzip"),
  SEEKABLE_ZSTD(".seekable.zst", "zstd");

  private static final int BUFFER = 64 << 10;
  private final String suffix;
  private final String codec;

  Form(String suffix, String codec) {
    this.suffix = suffix;
    this.codec = codec;
  }

  /// What the name of a file gets.
  String suffix() {
    return suffix;
  }

  /// A stream that packs what is written to it; closing it completes the file.
  OutputStream packing(OutputStream out) throws IOException {
    return switch (this) {
      case PLAIN -> out;
      case ZIP -> {
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.putNextEntry(new ZipEntry("content"));
        yield zip;
      }
      case GZIP, ZSTD, LZ4 -> Compression.output(out, Packing.of(Codecs.named(codec)));
      case SEEKABLE_GZIP, SEEKABLE_ZSTD ->
          Compression.seekable(out, Packing.of(Codecs.named(codec)));
    };
  }

  /// The content of a file of this form.
  InputStream content(Path file) throws IOException {
    return switch (this) {
      case PLAIN -> Files.newInputStream(file);
      case ZIP -> firstEntry(file);
      case GZIP, SEEKABLE_GZIP -> new GZIPInputStream(buffered(file), BUFFER);
      case ZSTD, LZ4, SEEKABLE_ZSTD ->
          Compression.input(Files.newInputStream(file), file.toString(), Limits.defaults());
    };
  }

  private static InputStream firstEntry(Path file) throws IOException {
    ZipInputStream zip = new ZipInputStream(buffered(file));
    ZipEntry first = zip.getNextEntry();
    if (first == null) {
      zip.close();
      throw new IOException(file + " is a zip archive without an entry");
    }
    return zip;
  }

  private static InputStream buffered(Path file) throws IOException {
    return new BufferedInputStream(Files.newInputStream(file), BUFFER);
  }
}

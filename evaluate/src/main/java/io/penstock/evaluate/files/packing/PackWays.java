package io.penstock.evaluate.files.packing;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Packing;
import io.penstock.compress.ZipWriter;
import io.penstock.evaluate.run.AbsentException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Ways of packing a file, all at the usual level of the form: 6 of zip and gzip, 3 of zstd, 1 of
/// LZ4.
final class PackWays {
  static final String ZIP_STREAM = "zip-output-stream";
  static final String GZIP_STREAM = "gzip-output-stream";
  static final String ZIP = "zip";
  static final String GZIP = "gzip";
  static final String LZ4 = "lz4";

  private static final int ARTICLES_BUFFER = 4096;
  private static final int BUFFER = 64 << 10;

  private PackWays() {}

  static Way of(String name, Form form) throws AbsentException {
    return switch (name) {
      case ZIP_STREAM -> PackWays::zipStream;
      case GZIP_STREAM -> PackWays::gzipStream;
      case ZIP -> Programs.way("zip", "-q", "-j", "-6", "-");
      case GZIP -> Programs.way("gzip", "-6", "-c");
      case PackingExperiments.PIGZ -> Programs.way("pigz", "-6", "-p", "2", "-c");
      case PackingExperiments.ZSTD_1 -> Programs.way("zstd", "-q", "-3", "-T1", "-c");
      case PackingExperiments.ZSTD_2 -> Programs.way("zstd", "-q", "-3", "-T2", "-c");
      case LZ4 -> Programs.way("lz4", "-q", "-1", "-c");
      case PackingExperiments.PENSTOCK ->
          form == Form.ZIP ? PackWays::zipWriter : penstock(form, 1);
      case PackingExperiments.PENSTOCK_2 -> penstock(form, 2);
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  /// As the article does it.
  private static void zipStream(Path from, Path to) throws IOException {
    try (FileInputStream in = new FileInputStream(from.toFile());
        ZipOutputStream zip = new ZipOutputStream(new FileOutputStream(to.toFile()))) {
      zip.putNextEntry(new ZipEntry(from.getFileName().toString()));
      byte[] buffer = new byte[ARTICLES_BUFFER];
      int n;
      while ((n = in.read(buffer)) != -1) {
        zip.write(buffer, 0, n);
      }
    }
  }

  private static void gzipStream(Path from, Path to) throws IOException {
    try (InputStream in = Files.newInputStream(from);
        OutputStream out = new GZIPOutputStream(Files.newOutputStream(to), BUFFER)) {
      in.transferTo(out);
    }
  }

  private static void zipWriter(Path from, Path to) throws IOException {
    try (InputStream in = Files.newInputStream(from);
        ZipWriter zip = new ZipWriter(Files.newOutputStream(to), ZipWriter.LEVELS.usual())) {
      zip.file(from.getFileName().toString(), Files.getLastModifiedTime(from), in);
    }
  }

  private static Way penstock(Form form, int threads) {
    Codec codec = Codecs.named(form.name().toLowerCase(Locale.ROOT));
    Packing packing = Packing.of(codec).withThreads(threads);
    return (from, to) -> {
      try (InputStream in = Files.newInputStream(from);
          OutputStream out = Compression.output(Files.newOutputStream(to), packing)) {
        in.transferTo(out);
      }
    };
  }
}

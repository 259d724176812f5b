package io.penstock.evaluate.files.packing;

import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.evaluate.run.AbsentException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;

/// Ways of unpacking a file.
final class UnpackWays {
  static final String ZIP_STREAM = "zip-input-stream";
  static final String GZIP_STREAM = "gzip-input-stream";
  static final String UNZIP = "unzip";
  static final String GZIP = "gzip";
  static final String PIGZ = "pigz";
  static final String LZ4 = "lz4";
  static final String SEEKABLE_2 = "penstock-seekable-2";

  private static final int ARTICLES_BUFFER = 4096;
  private static final int BUFFER = 64 << 10;

  private UnpackWays() {}

  static Way of(String name, Form form) throws AbsentException {
    return switch (name) {
      case ZIP_STREAM -> UnpackWays::zipStream;
      case GZIP_STREAM -> UnpackWays::gzipStream;
      case UNZIP -> Programs.way("unzip", "-p");
      case GZIP -> Programs.way("gzip", "-dc");
      case PIGZ -> Programs.way("pigz", "-dc");
      case PackingExperiments.UNZSTD -> Programs.way("zstd", "-q", "-dc");
      case LZ4 -> Programs.way("lz4", "-q", "-dc");
      case PackingExperiments.PENSTOCK ->
          form == Form.ZIP ? UnpackWays::zipArchive : UnpackWays::penstock;
      case SEEKABLE_2 -> UnpackWays::seekable;
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  /// As the article does it.
  private static void zipStream(Path from, Path to) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(new FileInputStream(from.toFile()));
        FileOutputStream out = new FileOutputStream(to.toFile())) {
      zip.getNextEntry();
      byte[] buffer = new byte[ARTICLES_BUFFER];
      int n;
      while ((n = zip.read(buffer, 0, ARTICLES_BUFFER)) != -1) {
        out.write(buffer, 0, n);
      }
    }
  }

  private static void gzipStream(Path from, Path to) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(from), BUFFER);
        OutputStream out = Files.newOutputStream(to)) {
      in.transferTo(out);
    }
  }

  private static void zipArchive(Path from, Path to) throws IOException {
    try (ZipArchive zip = ZipArchive.open(from, Limits.defaults());
        InputStream in = zip.content(zip.items().getFirst());
        OutputStream out = Files.newOutputStream(to)) {
      in.transferTo(out);
    }
  }

  private static void penstock(Path from, Path to) throws IOException {
    try (InputStream in =
            Compression.input(Files.newInputStream(from), from.toString(), Limits.defaults());
        OutputStream out = Files.newOutputStream(to)) {
      in.transferTo(out);
    }
  }

  private static void seekable(Path from, Path to) throws IOException {
    try (SeekableFile file = SeekableFile.open(from, Limits.defaults());
        OutputStream out = Files.newOutputStream(to)) {
      file.transferTo(out, 2);
    }
  }
}

package io.penstock.evaluate.files.packing;

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
  PLAIN("") {
    @Override
    OutputStream packing(OutputStream out) {
      return out;
    }

    @Override
    InputStream content(Path file) throws IOException {
      return Files.newInputStream(file);
    }
  },
  /// With one entry.
  ZIP(".zip") {
    @Override
    OutputStream packing(OutputStream out) throws IOException {
      ZipOutputStream zip = new ZipOutputStream(out);
      zip.putNextEntry(new ZipEntry("content"));
      return zip;
    }

    @Override
    InputStream content(Path file) throws IOException {
      ZipInputStream zip = new ZipInputStream(buffered(file));
      ZipEntry first = zip.getNextEntry();
      if (first == null) {
        zip.close();
        throw new IOException(file + " is a zip archive without an entry");
      }
      return zip;
    }
  },
  GZIP(".gz") {
    @Override
    OutputStream packing(OutputStream out) throws IOException {
      return Compression.output(out, Packing.of(Codecs.gzip()));
    }

    @Override
    InputStream content(Path file) throws IOException {
      return new GZIPInputStream(buffered(file), BUFFER);
    }
  },
  ZSTD(".zst") {
    @Override
    OutputStream packing(OutputStream out) throws IOException {
      return Compression.output(out, Packing.of(Codecs.named("zstd")));
    }

    @Override
    InputStream content(Path file) throws IOException {
      return checked(file);
    }
  },
  LZ4(".lz4") {
    @Override
    OutputStream packing(OutputStream out) throws IOException {
      return Compression.output(out, Packing.of(Codecs.named("lz4")));
    }

    @Override
    InputStream content(Path file) throws IOException {
      return checked(file);
    }
  },
  SEEKABLE_GZIP(".seekable.gz") {
    @Override
    OutputStream packing(OutputStream out) throws IOException {
      return Compression.seekable(out, Packing.of(Codecs.gzip()));
    }

    @Override
    InputStream content(Path file) throws IOException {
      return GZIP.content(file);
    }
  },
  SEEKABLE_ZSTD(".seekable.zst") {
    @Override
    OutputStream packing(OutputStream out) throws IOException {
      return Compression.seekable(out, Packing.of(Codecs.named("zstd")));
    }

    @Override
    InputStream content(Path file) throws IOException {
      return checked(file);
    }
  };

  private static final int BUFFER = 64 << 10;

  private final String suffix;

  Form(String suffix) {
    this.suffix = suffix;
  }

  /// What the name of a file gets.
  String suffix() {
    return suffix;
  }

  /// A stream that packs what is written to it; closing it completes the file.
  abstract OutputStream packing(OutputStream out) throws IOException;

  /// The content of a file of this form.
  abstract InputStream content(Path file) throws IOException;

  private static InputStream buffered(Path file) throws IOException {
    return new BufferedInputStream(Files.newInputStream(file), BUFFER);
  }

  private static InputStream checked(Path file) throws IOException {
    return Compression.input(Files.newInputStream(file), file.toString(), Limits.defaults());
  }
}

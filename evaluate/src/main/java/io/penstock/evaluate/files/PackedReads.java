package io.penstock.evaluate.files;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.LogText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.GZIPInputStream;

/// The cost of reading the whole content of a file, packed or not, from a cold disk.
final class PackedReads implements Question {
  private static final int BUFFER = 64 << 10;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    LogText log = Packed.fast(setting);
    return Stream.of(
        Experiment.of(
                "files.packed.cold",
                "Reading a log, packed and plain, from a cold disk",
                Conversions.SOURCE,
                FileState.COLD)
            .on(work(log, Form.PLAIN))
            .pass("plain", JDK, text -> crc(Files.newInputStream(text.path())))
            .on(work(log, Form.ZIP))
            .pass("zip-input-stream", CLASSIC, text -> crc(Form.ZIP.content(text.path())))
            .pass("penstock-zip", PENSTOCK, text -> unzipped(text.path()))
            .on(work(log, Form.GZIP))
            .pass("gzip-input-stream", JDK, text -> gunzipped(text.path()))
            .pass("penstock-gzip", PENSTOCK, text -> unpacked(text.path()))
            .on(work(log, Form.ZSTD))
            .pass("penstock-zstd", PENSTOCK, text -> unpacked(text.path()))
            .on(work(log, Form.LZ4))
            .pass("penstock-lz4", PENSTOCK, text -> unpacked(text.path()))
            .on(work(log, Form.SEEKABLE_ZSTD))
            .pass("penstock-seekable-2", PENSTOCK, text -> seekable(text.path()))
            .remark(Packed.LOG)
            .remark("GB/s of content, whatever the file has."));
  }

  private static TextWork work(LogText log, Form form) {
    return Packed.work("files-read", log, form, Duration.ZERO);
  }

  private static long gunzipped(Path file) throws IOException {
    return crc(new GZIPInputStream(Files.newInputStream(file), BUFFER));
  }

  private static long unpacked(Path file) throws IOException {
    return crc(Compression.input(Files.newInputStream(file), file.toString(), Limits.defaults()));
  }

  private static long unzipped(Path file) throws IOException {
    try (ZipArchive zip = ZipArchive.open(file, Limits.defaults())) {
      return crc(zip.content(zip.items().getFirst()));
    }
  }

  private static long crc(InputStream content) throws IOException {
    try (content) {
      return Packed.crc(content);
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

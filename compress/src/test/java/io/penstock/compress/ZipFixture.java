package io.penstock.compress;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.testing.Contents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;

/// Archives made by the JDK or by hand, and a folder to unpack them in.
abstract class ZipFixture {
  static final Limits LIMITS = Limits.defaults();
  static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

  @TempDir Path folder;

  static byte[] zip(Object... namesAndContents) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        ZipEntry entry = new ZipEntry((String) namesAndContents[i]);
        entry.setLastModifiedTime(TIME);
        zip.putNextEntry(entry);
        zip.write((byte[]) namesAndContents[i + 1]);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /// An archive of empty stored files, made by hand, since the JDK would refuse some names.
  static byte[] stored(String... names) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteArrayOutputStream directory = new ByteArrayOutputStream();
    for (String name : names) {
      int at = bytes.size();
      byte[] text = name.getBytes(UTF_8);
      byte[] head = new byte[30];
      little(head).putInt(0x04034b50).putShort((short) 20).putShort((short) 0x800);
      little(head).putShort(26, (short) text.length);
      bytes.writeBytes(head);
      bytes.writeBytes(text);
      byte[] item = new byte[46];
      little(item)
          .putInt(0x02014b50)
          .putShort((short) 20)
          .putShort((short) 20)
          .putShort((short) 0x800);
      little(item).putShort(28, (short) text.length).putInt(42, at);
      directory.writeBytes(item);
      directory.writeBytes(text);
    }
    byte[] end = new byte[22];
    little(end)
        .putInt(0x06054b50)
        .putShort(8, (short) names.length)
        .putShort(10, (short) names.length);
    little(end).putInt(12, directory.size()).putInt(16, bytes.size());
    return Contents.joined(bytes.toByteArray(), directory.toByteArray(), end);
  }

  static int directoryAt(byte[] archive) {
    return little(archive).getInt(archive.length - 6);
  }

  static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  ZipArchive open(byte[] archive) throws IOException {
    return ZipArchive.open(Files.write(folder.resolve("archive.zip"), archive), LIMITS);
  }

  void extract(byte[] archive, Path target) throws IOException {
    try (ZipArchive opened = open(archive)) {
      opened.extract(target);
    }
  }

  static List<Path> files(Path target) throws IOException {
    if (!Files.exists(target)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.toList();
    }
  }

  /// So many zeros.
  static final class Zeros extends InputStream {
    private long left;

    Zeros(long count) {
      left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] target, int at, int count) {
      int n = (int) Math.min(left, count);
      Arrays.fill(target, at, at + n, (byte) 0);
      left -= n;
      return n == 0 ? -1 : n;
    }
  }
}

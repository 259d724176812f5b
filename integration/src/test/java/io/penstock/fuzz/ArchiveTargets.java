package io.penstock.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.compress.ZipItem;
import io.penstock.compress.ZipWriter;
import io.penstock.file.FormatException;
import io.penstock.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.xxhash.XXHashFactory;

/// Archives of every format.
final class ArchiveTargets {
  /// Of a frame, a window or a table.
  private static final long MEMORY = 8 << 20;

  private static final Limits LIMITS = Limits.defaults().withMemory(MEMORY);

  private ArchiveTargets() {}

  private static List<byte[]> contents() {
    byte[] noise = new byte[300];
    new Random(1).nextBytes(noise);
    return List.of(
        new byte[0],
        "a".getBytes(UTF_8),
        "an archive of an archive of an archive\n".repeat(20).getBytes(UTF_8),
        new byte[3000],
        noise);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }

  /// Every archive of this project's, and those of others.
  private static List<byte[]> streams(Codec codec) throws IOException {
    List<byte[]> archives = new ArrayList<>();
    for (byte[] content : contents()) {
      archives.add(Compression.compress(content, Packing.of(codec)));
      archives.add(
          Compression.compress(
              content, Packing.of(codec).withLevel(codec.levels().fastest()).withThreads(1)));
      archives.add(others(codec.name(), content));
    }
    archives.add(joined(archives.get(3), archives.get(6)));
    archives.addAll(seekable(codec));
    return archives;
  }

  private static byte[] others(String codec, byte[] content) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (codec) {
          case "gzip" -> new GZIPOutputStream(archive);
          case "lz4" ->
              new LZ4FrameOutputStream(
                  archive,
                  LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB,
                  content.length,
                  LZ4FrameOutputStream.FLG.Bits.BLOCK_CHECKSUM,
                  LZ4FrameOutputStream.FLG.Bits.CONTENT_SIZE,
                  LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE);
          default -> new com.github.luben.zstd.ZstdOutputStream(archive).setChecksum(false);
        }) {
      out.write(content);
    }
    return archive.toByteArray();
  }

  private static List<byte[]> seekable(Codec codec) throws IOException {
    List<byte[]> archives = new ArrayList<>();
    for (byte[] content : contents()) {
      ByteArrayOutputStream archive = new ByteArrayOutputStream();
      try (OutputStream out =
          Compression.seekable(
              archive, Packing.of(codec).withThreads(1).withFrameBytes(content.length / 3 + 1))) {
        out.write(content);
      }
      archives.add(archive.toByteArray());
    }
    archives.add(joined(archives.get(2), archives.get(4)));
    return archives;
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static List<byte[]> magics() {
    return List.of(
        number(0xFD2FB528),
        number(0x184D2204),
        number(0x184D2A50),
        number(0x184D2A5E),
        number(0x8F92EAB1),
        new byte[] {0x1f, (byte) 0x8b, 8, 0},
        new byte[] {0x1f, (byte) 0x8b, 8, 0x1e},
        number(0x04034b50),
        number(0x02014b50),
        number(0x06054b50),
        number(0x06064b50),
        number(0x07064b50),
        number(0x08074b50),
        new byte[] {1, 0, 16, 0},
        "../".getBytes(UTF_8),
        new byte[] {0});
  }

  /// The first frame of LZ4 with a right checksum of its header.
  private static byte[] withHeaderChecksum(byte[] input) {
    if (input.length < 15 || input[0] != 4) {
      return input;
    }
    int end = (input[4] & 8) == 0 ? 6 : 14;
    byte[] mended = input.clone();
    mended[end] = (byte) (XXHashFactory.safeInstance().hash32().hash(input, 4, end - 4, 0) >> 8);
    return mended;
  }

  /// An archive that is read from its begin to its end.
  static final class Stream extends FuzzTarget {
    private final String codec;
    private final byte[] piece = new byte[16 << 10];

    Stream(String codec) {
      super(codec, FormatException.class, 2 * MEMORY, 16);
      this.codec = codec;
    }

    @Override
    public List<byte[]> seeds() throws IOException {
      return streams(Codecs.named(codec));
    }

    @Override
    public List<byte[]> words() {
      return magics();
    }

    @Override
    public byte[] mended(byte[] input) {
      return codec.equals("lz4") ? withHeaderChecksum(input) : input;
    }

    @Override
    public void decode(byte[] input) throws IOException {
      try (InputStream in = Compression.input(ArchiveInput.of(input, "input"), LIMITS)) {
        while (in.read(piece) >= 0) {
          // checked by the stream itself
        }
      }
    }
  }

  /// An archive with a table of its frames, which is read backwards.
  static final class Seekable extends FileTarget {
    private static final int PIECE = 4 << 10;

    private final String codec;
    private final byte[] piece = new byte[PIECE];

    Seekable(String codec) throws IOException {
      super(codec + "-seekable", FormatException.class, 2 * MEMORY, 300, "input");
      this.codec = codec;
    }

    @Override
    public List<byte[]> seeds() throws IOException {
      return seekable(Codecs.named(codec));
    }

    @Override
    public List<byte[]> words() {
      return magics();
    }

    @Override
    public byte[] mended(byte[] input) {
      return codec.equals("lz4") ? withHeaderChecksum(input) : input;
    }

    @Override
    void decode(Path file, int length) throws IOException {
      Optional<SeekableFile> seekable = SeekableFile.openIfSeekable(file, LIMITS);
      if (seekable.isEmpty()) {
        throw new FormatException("input", 0, "has no table");
      }
      try (SeekableFile archive = seekable.get()) {
        long size = archive.size();
        LIMITS.check("input", length, size);
        for (long end = size; end > 0; end -= PIECE) {
          int count = (int) Math.min(PIECE, end);
          archive.read(end - count, piece, 0, count);
        }
      }
    }
  }

  /// A zip archive.
  static final class Zip extends FileTarget {
    private final byte[] piece = new byte[16 << 10];

    Zip() throws IOException {
      super("zip", FormatException.class, 1 << 20, 64, "input.zip");
    }

    @Override
    public List<byte[]> seeds() throws IOException {
      List<byte[]> archives = new ArrayList<>();
      for (int level : List.of(0, 6)) {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipWriter writer = new ZipWriter(archive, level)) {
          FileTime time = FileTime.fromMillis(1_700_000_000_000L);
          writer.folder("a/", time);
          int n = 0;
          for (byte[] content : contents()) {
            writer.file("a/" + n++ + "é", time, 0644, new ByteArrayInputStream(content));
          }
        }
        archives.add(archive.toByteArray());
      }
      archives.add(empty());
      archives.add(others());
      return archives;
    }

    private static byte[] empty() throws IOException {
      ByteArrayOutputStream archive = new ByteArrayOutputStream();
      new ZipWriter(archive, 1).close();
      return archive.toByteArray();
    }

    private static byte[] others() throws IOException {
      ByteArrayOutputStream archive = new ByteArrayOutputStream();
      try (ZipOutputStream out = new ZipOutputStream(archive)) {
        out.setComment("a comment");
        for (byte[] content : contents()) {
          ZipEntry entry = new ZipEntry("file" + content.length);
          entry.setLastModifiedTime(FileTime.fromMillis(1_700_000_000_000L));
          out.putNextEntry(entry);
          out.write(content);
          out.closeEntry();
        }
      }
      return archive.toByteArray();
    }

    @Override
    public List<byte[]> words() {
      return magics();
    }

    @Override
    void decode(Path file, int length) throws IOException {
      try (ZipArchive archive = ZipArchive.open(file, LIMITS)) {
        archive.requireWithinLimits();
        for (ZipItem item : archive.items()) {
          assertThat(item.packedBytes()).isBetween(0L, (long) length);
          try (InputStream in = archive.content(item)) {
            while (in.read(piece) >= 0) {
              // checked by the stream itself
            }
          }
        }
      }
    }
  }
}

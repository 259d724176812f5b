package io.penstock.compress;

import io.penstock.file.FormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// Compresses and decompresses files, streams and whole buffers.
///
/// ```java
/// Compression.compress(Path.of("log"), Path.of("log.gz"));
/// Compression.decompress(Path.of("log.gz"), Path.of("log.copy"), Limits.trusted());
///
/// Packing packing = Packing.of(Codecs.gzip());
/// try (OutputStream out = Compression.seekable(Files.newOutputStream(archive), packing)) {
///   Files.copy(file, out);
/// }
/// try (InputStream in = Compression.input(Files.newInputStream(archive), "field.gz", Limits.defaults())) {
///   in.transferTo(OutputStream.nullOutputStream());
/// }
/// ```
public final class Compression {
  private static final int BLOCK_BYTES = 1 << 20;

  /// The first bytes of the output of `lz4 -l`, and of Linux's kernels.
  private static final byte[] LEGACY_LZ4 = {0x02, 0x21, 0x4c, 0x18};

  private Compression() {}

  // ---- files -----------------------------------------------------------------------------------

  /// Compresses a file by the codec whose suffix the new file's name has (`.gz`, `.zst`, `.lz4`),
  /// at its usual level, by all processors; see [#compress(Path, Path, Packing)].
  ///
  /// @throws IllegalArgumentException if no codec has this suffix; the message lists those that
  ///   there are
  public static void compress(Path from, Path to) throws IOException {
    compress(from, to, Packing.of(Codecs.requireOfFile(to.toString())));
  }

  /// Compresses a file, a pipe or a device to a new file that every program reads. It appears when
  /// it is complete and on its device, with the rights of a regular `from`, or not at all; `from`
  /// stays as it is.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is no `from`, or no folder for `to`
  /// @throws java.nio.file.FileAlreadyExistsException if there is a `to`, now or when it is
  ///   complete
  /// @throws java.nio.file.FileSystemException if `from` is a folder or may not be read, or both
  ///   are one file
  /// @throws IOException if `from` cannot be read or `to` cannot be written to its end
  public static void compress(Path from, Path to, Packing packing) throws IOException {
    FileCompression.compress(from, to, packing);
  }

  /// Decompresses an archive of whatever codec to a new file, by all processors where it is
  /// seekable. The file appears when all of the archive has been checked and it is on its device,
  /// with the rights of a regular `from`, or not at all; `from` stays as it is.
  ///
  /// @param limits [Limits#trusted] for archives of one's own, [Limits#defaults] for others
  /// @throws FormatException if `from` is damaged, no archive, or goes beyond the limits
  /// @throws IOException as [#compress(Path, Path, Packing)]
  public static void decompress(Path from, Path to, Limits limits) throws IOException {
    FileCompression.decompress(from, to, limits);
  }

  // ---- streams ---------------------------------------------------------------------------------

  /// Begins an archive that is read from its begin to its end; see [Codec#output].
  ///
  /// @throws IOException if `out` fails
  public static OutputStream output(OutputStream out, Packing packing) throws IOException {
    return packing.codec().output(out, packing);
  }

  /// Begins an archive that can also be read at any place ([SeekableFile]) and by several threads:
  /// independent frames, and a table of them at the end that other programs pass over. Closing the
  /// stream ends the archive and closes `out`.
  ///
  /// @throws IOException if `out` fails
  public static OutputStream seekable(OutputStream out, Packing packing) throws IOException {
    return new ParallelOutput(
        out,
        new SeekTable.Frames(packing.codec(), packing.level()),
        packing.frameBytes(),
        packing.threads());
  }

  /// Reads the content of an archive, of whatever codec, to its exact end.
  ///
  /// @param name by which a user knows the archive
  /// @throws FormatException if no codec knows it; what is wrong further on is thrown by the stream
  /// @throws IOException if `in` fails
  public static InputStream input(InputStream in, String name, Limits limits) throws IOException {
    return input(ArchiveInput.of(in, name), limits);
  }

  /// Reads the content of an archive; see [#input(InputStream, String, Limits)].
  public static InputStream input(ArchiveInput in, Limits limits) throws IOException {
    Codec codec = codec(in);
    return new BoundedInput(codec.input(in, limits), in, limits);
  }

  /// The codec of an archive, of which nothing is taken but skippable frames, which hold no
  /// content.
  ///
  /// @throws FormatException if no codec knows it
  public static Codec codec(ArchiveInput in) throws IOException {
    boolean asides = false;
    while (SkippableFrames.next(in)) {
      SkippableFrames.pass(in);
      asides = true;
    }
    byte[] head = in.peek(Codec.HEAD_BYTES);
    boolean asidesAlone = head.length == 0 && asides;
    Codec found =
        (asidesAlone ? Codecs.withSkippableFrames() : Codecs.recognizing(head))
            .orElseThrow(() -> in.refused(unknown(head)));
    if (asides && !(found.asides() instanceof SkippableFrames)) {
      throw in.refused(
          found.name()
              + " data behind skippable frames, which "
              + found.name()
              + " does not have; remove what is before it");
    }
    return found;
  }

  private static String unknown(byte[] head) {
    if (head.length == 0) {
      return "empty, not an archive";
    }
    if (ZipArchive.recognizes(head)) {
      return "a zip archive, which holds files; ZipArchive reads it from a file";
    }
    return Arrays.equals(Arrays.copyOf(head, 4), LEGACY_LZ4)
        ? "an archive of LZ4's legacy format, which is not read; unpack it by lz4 -d"
        : "no archive of a known format; there are " + Codecs.names() + ", and zip";
  }

  // ---- whole buffers ---------------------------------------------------------------------------

  /// Compresses a buffer.
  public static byte[] compress(byte[] content, Packing packing) {
    return compress(MemorySegment.ofArray(content), packing);
  }

  /// Compresses memory: any segment, which is copied block by block.
  ///
  /// @throws OutOfMemoryError if the archive is longer than an array
  public static byte[] compress(MemorySegment content, Packing packing) {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (OutputStream out = output(archive, packing)) {
      copy(content, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return archive.toByteArray();
  }

  /// Writes memory to a stream, block by block, through an array.
  static void copy(MemorySegment content, OutputStream out) throws IOException {
    byte[] block = new byte[(int) Math.min(BLOCK_BYTES, content.byteSize())];
    for (long done = 0; done < content.byteSize(); ) {
      int n = (int) Math.min(block.length, content.byteSize() - done);
      MemorySegment.copy(content, ValueLayout.JAVA_BYTE, done, block, 0, n);
      out.write(block, 0, n);
      done += n;
    }
  }

  /// Decompresses a buffer that holds exactly one archive.
  ///
  /// @throws FormatException if it is damaged, is not all of the buffer, or goes beyond `limits`,
  ///   of which the memory bounds the whole content here
  public static byte[] decompress(byte[] archive, Limits limits) throws IOException {
    Limits bounded =
        new Limits(Math.min(limits.bytes(), limits.memory()), limits.ratio(), limits.memory());
    try (InputStream in = input(ArchiveInput.of(archive, "archive"), bounded)) {
      return in.readAllBytes();
    }
  }

  /// Decompresses a buffer to memory.
  ///
  /// @return the bytes of content
  /// @throws FormatException as [#decompress(byte\[\], Limits)], or if `target` is too small
  public static long decompress(byte[] archive, MemorySegment target, Limits limits)
      throws IOException {
    ArchiveInput packed = ArchiveInput.of(archive, "archive");
    try (InputStream in = input(packed, limits)) {
      byte[] block = new byte[BLOCK_BYTES];
      long done = 0;
      for (int n = in.read(block); n >= 0; n = in.read(block)) {
        if (n > target.byteSize() - done) {
          throw packed.refused(
              String.format(
                  Locale.ROOT,
                  "unpacks to more than the %d bytes of its target",
                  target.byteSize()));
        }
        MemorySegment.copy(block, 0, target, ValueLayout.JAVA_BYTE, done, n);
        done += n;
      }
      return done;
    }
  }

  /// The content of an archive, held to limits.
  private static final class BoundedInput extends InputStream {
    /// As much as zstd unpacks at once.
    private static final int PIECE_BYTES = 128 << 10;

    private final InputStream content;
    private final ArchiveInput archive;
    private final Limits limits;
    private long passed;

    BoundedInput(InputStream content, ArchiveInput archive, Limits limits) {
      this.content = content;
      this.archive = archive;
      this.limits = limits;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int at, int count) throws IOException {
      int n = content.read(target, at, count);
      passed += Math.max(0, n);
      limits.check(archive.name(), archive.offset(), passed);
      return n;
    }

    /// By large pieces, since each is a call of native code.
    @Override
    public long transferTo(OutputStream out) throws IOException {
      byte[] piece = new byte[PIECE_BYTES];
      long moved = 0;
      for (int n = read(piece); n >= 0; n = read(piece)) {
        out.write(piece, 0, n);
        moved += n;
      }
      return moved;
    }

    @Override
    public void close() throws IOException {
      content.close();
    }
  }
}

package io.penstock.compress;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// gzip (RFC 1952): deflated by the first available [DeflateLibrary], inflated by the JDK's
/// Inflater.
///
/// A stream is one member, whose blocks are compressed in parallel. All members of an archive are
/// read; a byte that belongs to none is an error.
public final class GzipCodec implements Codec {
  static final int BLOCK_BYTES = 256 << 10;

  private static final int HEADER_LENGTH = 10;
  private static final int TRAILER_LENGTH = 8;

  /// An extra field follows.
  private static final int FEXTRA = 4;

  private static final byte[] LAST_BLOCK = {3, 0};
  private static final byte[] NOTHING = {};

  private static final int FHCRC = 2;
  private static final int FNAME = 8;
  private static final int FCOMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int DEFLATE = 8;
  private static final byte[] MAGIC = {0x1f, (byte) 0x8b, DEFLATE};
  private static final int UNKNOWN_SYSTEM = 255;

  private static final Levels LEVELS =
      new Levels(0, 6, Deflater.BEST_COMPRESSION); // 6 is what -1, the default, means

  /// Makes one, for the service loader; all are equal.
  public GzipCodec() {}

  @Override
  public String name() {
    return "gzip";
  }

  @Override
  public String toString() {
    return "codec " + name();
  }

  @Override
  public String suffix() {
    return ".gz";
  }

  @Override
  public Levels levels() {
    return LEVELS;
  }

  @Override
  public boolean recognizes(byte[] head) {
    return head.length >= 2 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b;
  }

  /// Makes a compressor of each block to one gzip member.
  @Override
  public FrameEncoder encoder(int level) {
    BlockEncoder blocks = DeflateBlocks.fastest().encoder(LEVELS.require(name(), level));
    return new FrameEncoder() {
      @Override
      public ByteBuffer encode(byte[] content, int count) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(content, 0, count);
        byte[] begin = header(level, 0);
        ByteBuffer block = blocks.encode(NOTHING, content, count);
        byte[] end = end(crc, count);
        return ByteBuffer.allocate(begin.length + block.remaining() + end.length)
            .put(begin)
            .put(block)
            .put(end)
            .flip();
      }

      @Override
      public void close() {
        blocks.close();
      }
    };
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    return new ParallelOutput(
        out, new DeflateBlocks(packing.level()), BLOCK_BYTES, packing.threads());
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return GzipInput.of(in);
  }

  @Override
  public Asides asides() {
    return new EmptyMembers();
  }

  /// A header without a name or a time, so that equal content gives equal archives.
  static byte[] header(int level, int flags) {
    int effort = level == 9 ? 2 : level == 1 ? 4 : 0;
    return new byte[] {
      0x1f, (byte) 0x8b, DEFLATE, (byte) flags, 0, 0, 0, 0, (byte) effort, (byte) UNKNOWN_SYSTEM
    };
  }

  /// The last block of a stream, one without content, and the trailer.
  static byte[] end(CRC32 crc, long size) {
    return ByteBuffer.allocate(LAST_BLOCK.length + TRAILER_LENGTH)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(LAST_BLOCK)
        .putInt((int) crc.getValue())
        .putInt((int) size)
        .array();
  }

  /// gzip members without content, which hold bytes in an extra field of their header (RFC 1952,
  /// section 2.3.1.1), named `PS`. A field has no room for more than 65531 bytes: more bytes take
  /// more members, of which only the first is not full.
  private static final class EmptyMembers implements Asides {
    static final int MOST_BYTES = 0xffff - 4;

    private static final int HEADER_BYTES = HEADER_LENGTH + 2 + 4;
    private static final int TRAILER_BYTES = 2 + TRAILER_LENGTH;
    private static final int MEMBER_BYTES = HEADER_BYTES + TRAILER_BYTES;

    @Override
    public byte[] wrap(byte[] bytes) {
      ByteArrayOutputStream members = new ByteArrayOutputStream();
      int rest = bytes.length % MOST_BYTES;
      int end = rest == 0 && bytes.length > 0 ? MOST_BYTES : rest;
      for (int from = 0; end <= bytes.length; from = end, end += MOST_BYTES) {
        members.writeBytes(member(bytes, from, end));
      }
      return members.toByteArray();
    }

    private static byte[] member(byte[] bytes, int from, int to) {
      int count = to - from;
      return ByteBuffer.allocate(count + MEMBER_BYTES)
          .order(ByteOrder.LITTLE_ENDIAN)
          .put(header(0, FEXTRA))
          .putShort((short) (count + 4))
          .put((byte) 'P')
          .put((byte) 'S')
          .putShort((short) count)
          .put(bytes, from, count)
          .put((byte) 3)
          .put((byte) 0)
          .array();
    }

    @Override
    public long wrappedLength(long count) {
      return count + MEMBER_BYTES * Math.max(1, Math.ceilDiv(count, (long) MOST_BYTES));
    }

    @Override
    public int trailerBytes() {
      return TRAILER_BYTES;
    }

    @Override
    public byte[] unwrap(byte[] wrapped) throws IOException {
      byte[] bytes = new byte[wrapped.length];
      int count = 0;
      int at = 0;
      while (wrapped.length - at >= MEMBER_BYTES) {
        int most = wrapped.length - at - MEMBER_BYTES;
        int lengthAt = at + HEADER_BYTES - 2;
        int length =
            Math.min((wrapped[lengthAt] & 0xff) | (wrapped[lengthAt + 1] & 0xff) << 8, most);
        if (length > MOST_BYTES || (at > 0 && length < MOST_BYTES)) {
          throw notWrapped();
        }
        System.arraycopy(wrapped, at + HEADER_BYTES, bytes, count, length);
        byte[] member = member(bytes, count, count + length);
        count += length;
        if (!Arrays.equals(member, 0, member.length, wrapped, at, at + member.length)) {
          throw notWrapped();
        }
        at += member.length;
      }
      if (wrappedLength(count) != wrapped.length) {
        throw notWrapped();
      }
      return Arrays.copyOf(bytes, count);
    }

    private static IOException notWrapped() {
      return new IOException("is not in empty gzip members");
    }
  }

  /// The content of all members of a gzip archive.
  ///
  /// [java.util.zip.GZIPInputStream] takes a damaged member after the first one for the end.
  private static final class GzipInput extends MemberInput {
    private final ArchiveInput in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private int given;

    private GzipInput(ArchiveInput in) {
      super(in);
      this.in = in;
    }

    /// For a codec whose verifier is not to load this class when it compresses.
    static InputStream of(ArchiveInput in) {
      return new GzipInput(in);
    }

    @Override
    protected boolean begin() throws IOException {
      header();
      inflater.reset();
      crc.reset();
      given = 0;
      return true;
    }

    @Override
    protected int unpack(byte[] target, int at, int count) throws IOException {
      if (inflater.finished()) {
        check();
        return 0;
      }
      if (inflater.needsInput()) {
        if (!in.fill()) {
          throw in.endedIn("a gzip member");
        }
        given = in.available();
        inflater.setInput(in.buffer(), in.from(), given);
      }
      try {
        int n = inflater.inflate(target, at, count);
        in.take(given - inflater.getRemaining());
        given = inflater.getRemaining();
        if (n == 0 && inflater.needsDictionary()) {
          throw in.refused("a gzip member asks for a dictionary, which gzip does not have");
        }
        crc.update(target, at, n);
        return n;
      } catch (DataFormatException e) {
        throw in.refused("damaged gzip data: " + e.getMessage());
      }
    }

    /// Takes a header.
    ///
    /// @throws io.penstock.file.FormatException if it is none
    private void header() throws IOException {
      byte[] first = in.peek(MAGIC.length);
      if (!Arrays.equals(first, Arrays.copyOf(MAGIC, first.length))) {
        throw in.refused(
            "these bytes are no gzip member; what follows the last member must be removed");
      }
      CRC32 sum = new CRC32();
      int flags = taken(HEADER_LENGTH, sum)[3] & 0xff;
      if ((flags & RESERVED) != 0) {
        throw in.refused(
            String.format(
                Locale.ROOT, "a gzip header with reserved flags %02x; it is damaged", flags));
      }
      if ((flags & FEXTRA) != 0) {
        byte[] length = taken(2, sum);
        byte[] _ = taken((length[0] & 0xff) | (length[1] & 0xff) << 8, sum);
      }
      if ((flags & FNAME) != 0) {
        text(sum);
      }
      if ((flags & FCOMMENT) != 0) {
        text(sum);
      }
      if ((flags & FHCRC) != 0) {
        long expected = sum.getValue() & 0xffff;
        if (in.number(2, "a gzip header") != expected) {
          throw in.refused("the checksum of a gzip header is wrong; it is damaged");
        }
      }
    }

    private byte[] taken(int count, CRC32 sum) throws IOException {
      byte[] bytes = in.octets(count, "a gzip header");
      sum.update(bytes);
      return bytes;
    }

    private void text(CRC32 sum) throws IOException {
      int value;
      do {
        value = in.octet("a gzip header");
        sum.update(value);
      } while (value != 0);
    }

    private void check() throws IOException {
      long size = inflater.getBytesWritten();
      if (in.number(4, "the checksum of a gzip member") != crc.getValue()) {
        throw in.refused("the checksum of a gzip member is wrong: the content is damaged");
      }
      if (in.number(4, "the length of a gzip member") != (size & 0xffffffffL)) {
        throw in.refused("the length of a gzip member is wrong: the content is damaged");
      }
      ended();
    }

    @Override
    public void close() throws IOException {
      inflater.end();
      super.close();
    }
  }
}

package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Compresses nothing: a frame is a mark, a length, the content and the mark again. Asides are
/// frames with another mark.
final class StoredCodec implements Codec, Asides {
  private static final byte CONTENT = 'C';
  private static final byte ASIDE = 'A';
  private static final int EXTRA = 6;

  @Override
  public String name() {
    return "stored";
  }

  @Override
  public String toString() {
    return "codec " + name();
  }

  @Override
  public String suffix() {
    return ".stored";
  }

  @Override
  public Levels levels() {
    return new Levels(0, 0, 0);
  }

  @Override
  public boolean recognizes(byte[] head) {
    return head.length > 0 && head[0] == CONTENT;
  }

  private static byte[] frame(byte mark, byte[] content, int count) {
    return ByteBuffer.allocate(count + EXTRA)
        .put(mark)
        .putInt(count)
        .put(content, 0, count)
        .put(mark)
        .array();
  }

  @Override
  public FrameEncoder encoder(int level) {
    return new FrameEncoder() {
      @Override
      public ByteBuffer encode(byte[] content, int count) {
        return ByteBuffer.wrap(frame(CONTENT, content, count));
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    return new ParallelOutput(out, new Blocks(this), packing.frameBytes(), packing.threads());
  }

  private record Blocks(StoredCodec codec) implements BlockFormat {
    @Override
    public byte[] begin() {
      return new byte[0];
    }

    @Override
    public BlockEncoder encoder() {
      return new BlockEncoder() {
        @Override
        public ByteBuffer encode(byte[] before, byte[] block, int count) {
          return ByteBuffer.wrap(frame(CONTENT, block, count));
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void taking(byte[] block, int count) {}

    @Override
    public void written(int content, int packed) {}

    @Override
    public byte[] end() {
      return new byte[0];
    }
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return new InputStream() {
      private boolean begun;
      private int left;
      private int mark;

      @Override
      public int read() throws IOException {
        while (left == 0) {
          if (begun && mark != 0 && in.octet("a frame") != mark) {
            throw in.refused("a frame without its end");
          }
          if (begun && !in.fill()) {
            mark = 0;
            return -1;
          }
          begin();
        }
        left--;
        return in.octet("a frame");
      }

      // The one that is inherited takes an error behind the first byte for the end.
      @Override
      public int read(byte[] target, int at, int count) throws IOException {
        int value = count == 0 ? 0 : read();
        if (value >= 0 && count > 0) {
          target[at] = (byte) value;
        }
        return value < 0 ? -1 : Math.min(1, count);
      }

      private void begin() throws IOException {
        begun = true;
        mark = in.octet("a frame");
        if (mark != CONTENT && mark != ASIDE) {
          throw in.refused("no frame");
        }
        left = ByteBuffer.wrap(in.octets(4, "a frame")).getInt();
        if (left < 0) {
          throw in.refused("no length");
        }
        if (mark == ASIDE) {
          byte[] _ = in.octets(left, "an aside");
          left = 0;
        }
      }
    };
  }

  @Override
  public Asides asides() {
    return this;
  }

  @Override
  public byte[] wrap(byte[] bytes) {
    return frame(ASIDE, bytes, bytes.length);
  }

  @Override
  public long wrappedLength(long count) {
    return count + EXTRA;
  }

  @Override
  public int trailerBytes() {
    return 1;
  }

  @Override
  public byte[] unwrap(byte[] wrapped) {
    return Arrays.copyOfRange(wrapped, EXTRA - 1, wrapped.length - 1);
  }
}

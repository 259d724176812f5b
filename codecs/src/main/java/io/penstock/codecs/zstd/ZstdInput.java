package io.penstock.codecs.zstd;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/// The content of all frames of an archive.
///
/// The library's own stream takes a second frame that is cut short for the end, where both frames
/// came in one read.
final class ZstdInput extends InputStream {
  private final ArchiveInput in;
  private final ZstdDecompressCtx context = new ZstdDecompressCtx();
  private State state = State.FIRST;
  private boolean pending;

  private enum State {
    FIRST,
    INSIDE,
    BETWEEN,
    END
  }

  ZstdInput(ArchiveInput in, int windowLog) {
    this.in = in;
    ZstdDecompressCtx _ = context.setLongMax(windowLog);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int at, int count) throws IOException {
    Objects.checkFromIndexSize(at, count, target.length);
    if (count == 0) {
      return 0;
    }
    while (state != State.END) {
      if (state != State.INSIDE) {
        begin();
      } else {
        int n = decompress(target, at, count);
        if (n > 0) {
          return n;
        }
      }
    }
    return -1;
  }

  private void begin() throws IOException {
    if (state == State.BETWEEN && !in.fill()) {
      state = State.END;
      return;
    }
    byte[] head = in.peek(4);
    if (head.length < 4) {
      throw in.endedIn("a frame");
    }
    int magic = Magic.of(head);
    if (magic != Magic.FRAME && !SkippableFrames.skippable(magic)) {
      throw in.refused(
          "these bytes are no zstd frame; what follows the last frame must be removed");
    }
    state = State.INSIDE;
    pending = false;
  }

  /// @return how many bytes of content; 0 where the frame's end or nothing came
  private int decompress(byte[] target, int at, int count) throws IOException {
    if (!in.fill() && !pending) {
      throw in.endedIn("a frame");
    }
    ByteBuffer source = ByteBuffer.wrap(in.buffer(), in.from(), in.available());
    ByteBuffer content = ByteBuffer.wrap(target, at, count);
    try {
      boolean ended = context.decompressByteBufferStream(content, source);
      in.take(source.position() - in.from());
      pending = !content.hasRemaining();
      state = ended ? State.BETWEEN : State.INSIDE;
      return content.position() - at;
    } catch (ZstdException e) {
      throw in.refused("damaged zstd data: " + e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    state = State.END;
    context.close();
    in.close();
  }
}

package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Limits;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;

/// The content of all frames of an archive.
final class Lz4Input extends InputStream {
  private final ArchiveInput in;
  private final Limits limits;
  private Optional<Lz4FrameInput> frame = Optional.empty();
  private State state = State.FIRST;

  private enum State {
    FIRST,
    INSIDE,
    BETWEEN,
    END
  }

  Lz4Input(ArchiveInput in, Limits limits) {
    this.in = in;
    this.limits = limits;
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
      if (state == State.INSIDE) {
        int n = frame.orElseThrow().read(target, at, count);
        if (n > 0) {
          return n;
        }
        state = State.BETWEEN;
      } else {
        begin();
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
    int magic = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (SkippableFrames.skippable(magic)) {
      pass();
      state = State.BETWEEN;
    } else if (magic == Lz4Codec.MAGIC) {
      Lz4Header header = Lz4Header.read(in);
      limits.checkMemory(in.name(), in.offset(), 2L * header.block().bytes());
      frame = Optional.of(new Lz4FrameInput(in, header));
      state = State.INSIDE;
    } else {
      throw in.refused("these bytes are no LZ4 frame; what follows the last frame must be removed");
    }
  }

  private void pass() throws IOException {
    byte[] _ = in.octets(4, "a skippable frame");
    for (long left = in.number(4, "a skippable frame"); left > 0; ) {
      if (!in.fill()) {
        throw in.endedIn("a skippable frame");
      }
      int n = (int) Math.min(left, in.available());
      in.take(n);
      left -= n;
    }
  }

  @Override
  public void close() throws IOException {
    state = State.END;
    in.close();
  }
}

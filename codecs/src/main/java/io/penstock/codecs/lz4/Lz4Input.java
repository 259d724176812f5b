package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Limits;
import io.penstock.compress.MemberInput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// The content of all frames of an archive.
final class Lz4Input extends MemberInput {
  private final ArchiveInput in;
  private final Limits limits;
  private Optional<Lz4FrameInput> frame = Optional.empty();

  Lz4Input(ArchiveInput in, Limits limits) {
    super(in);
    this.in = in;
    this.limits = limits;
  }

  @Override
  protected int unpack(byte[] target, int at, int count) throws IOException {
    int n = frame.orElseThrow().read(target, at, count);
    if (n <= 0) {
      ended();
    }
    return n;
  }

  @Override
  protected boolean begin() throws IOException {
    byte[] head = in.peek(4);
    if (head.length < 4) {
      throw in.endedIn("a frame");
    }
    int magic = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (SkippableFrames.skippable(magic)) {
      SkippableFrames.pass(in);
      return false;
    }
    if (magic != Lz4Codec.MAGIC) {
      throw in.refused("these bytes are no LZ4 frame; what follows the last frame must be removed");
    }
    Lz4Header header = Lz4Header.read(in);
    limits.checkMemory(in.name(), in.offset(), 2L * header.block().bytes());
    byte[] room = frame.map(Lz4FrameInput::room).orElseGet(() -> new byte[0]);
    frame = Optional.of(new Lz4FrameInput(in, header, room));
    return true;
  }
}

package io.penstock.codecs.zstd;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.MemberInput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.nio.ByteBuffer;

/// The content of all frames of an archive.
///
/// The library's own stream takes a second frame that is cut short for the end, where both frames
/// came in one read.
final class ZstdInput extends MemberInput {
  private final ArchiveInput in;
  private final ZstdDecompressCtx context = new ZstdDecompressCtx();
  private boolean pending;

  ZstdInput(ArchiveInput in, int windowLog) {
    super(in);
    this.in = in;
    ZstdDecompressCtx _ = context.setLongMax(windowLog);
  }

  @Override
  protected boolean begin() throws IOException {
    byte[] head = in.peek(4);
    if (head.length < 4) {
      throw in.endedIn("a frame");
    }
    int magic = Magic.of(head);
    if (magic != Magic.FRAME && !SkippableFrames.skippable(magic)) {
      throw in.refused(
          "these bytes are no zstd frame; what follows the last frame must be removed");
    }
    pending = false;
    return true;
  }

  @Override
  protected int unpack(byte[] target, int at, int count) throws IOException {
    if (!in.fill() && !pending) {
      throw in.endedIn("a frame");
    }
    ByteBuffer source = ByteBuffer.wrap(in.buffer(), in.from(), in.available());
    ByteBuffer content = ByteBuffer.wrap(target, at, count);
    try {
      boolean last = context.decompressByteBufferStream(content, source);
      in.take(source.position() - in.from());
      pending = !content.hasRemaining();
      if (last) {
        ended();
      }
      return content.position() - at;
    } catch (ZstdException e) {
      throw in.refused("damaged zstd data: " + e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    context.close();
    super.close();
  }
}

package io.penstock.codecs.zstd;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Limits;
import io.penstock.compress.MemberInput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/// The content of all frames of an archive.
///
/// What a frame's header says is checked here: the library takes a frame that holds less than it
/// claims, if its last block is empty and it gets room for all that is claimed.
abstract class ZstdInput extends MemberInput {
  /// The header of no frame.
  private static final ZstdHeader NONE = new ZstdHeader(0, 0, 0, 0, 0);

  final ArchiveInput in;

  private final ZstdLibrary library;
  private final Limits limits;
  private ZstdHeader header = NONE;
  private long passed;

  ZstdInput(ArchiveInput in, ZstdLibrary library, Limits limits) {
    super(in);
    this.in = in;
    this.library = library;
    this.limits = limits;
  }

  /// Begins a frame, whose first byte comes next.
  abstract void begin(ZstdHeader next);

  /// Decompresses more of the frame.
  ///
  /// @return how many bytes came, maybe none; below 0 at the frame's end, of which all is taken
  /// @throws IOException if it is damaged or ends too early
  abstract int decompress(byte[] target, int at, int count) throws IOException;

  @Override
  protected final boolean begin() throws IOException {
    byte[] head = in.peek(4);
    if (SkippableFrames.cutShort(head, ZstdHeader.FRAME)) {
      throw in.endedIn("a frame");
    }
    int magic = ZstdHeader.magic(Arrays.copyOf(head, 4));
    if (SkippableFrames.skippable(magic)) {
      SkippableFrames.pass(in);
      return false;
    }
    if (magic != ZstdHeader.FRAME) {
      throw in.refused(
          "these bytes are no zstd frame; what follows the last frame must be removed");
    }
    ZstdHeader next = ZstdHeader.peek(in);
    check(next);
    header = next;
    passed = 0;
    begin(next);
    return true;
  }

  private void check(ZstdHeader next) throws IOException {
    if (next.dictionary() != 0) {
      throw in.refused(
          String.format(
              Locale.ROOT,
              "the frame asks for the dictionary %d, which is not here; unpack it by zstd -D",
              next.dictionary()));
    }
    limits.checkMemory(in.name(), in.offset(), next.window());
    if (next.window() > library.mostWindow()) {
      throw in.refused(
          String.format(
              Locale.ROOT,
              "the frame asks for a window of %d bytes, where %d are possible: %s",
              next.window(),
              library.mostWindow(),
              library.obstacle().orElse("it is damaged")));
    }
  }

  @Override
  protected final int unpack(byte[] target, int at, int count) throws IOException {
    int n = decompress(target, at, count);
    if (n < 0) {
      end();
      return 0;
    }
    passed += n;
    return n;
  }

  private void end() throws IOException {
    ended();
    long claimed = header.contentOr(passed);
    if (claimed != passed) {
      throw in.refused(
          String.format(
              Locale.ROOT,
              "a frame holds %d bytes, but its header says %s",
              passed,
              Long.toUnsignedString(claimed)));
    }
  }
}

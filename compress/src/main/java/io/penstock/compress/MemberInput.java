package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// The content of all members of an archive, one behind the other: members of gzip, frames of zstd
/// and LZ4. An archive that ends within one is refused, and a read behind a failed one fails.
///
/// Belongs to one thread at a time.
public abstract class MemberInput extends InputStream {
  private final ArchiveInput in;
  private boolean inside;
  private boolean over;
  private boolean broken;

  /// Reads members from `in`, which is closed with this.
  protected MemberInput(ArchiveInput in) {
    this.in = in;
  }

  /// Reads the head of a member.
  ///
  /// @return whether it can have content; otherwise all of it was read
  /// @throws IOException if there is none, or it is damaged
  protected abstract boolean begin() throws IOException;

  /// Unpacks more of a member, and calls [#ended] at its end.
  ///
  /// @return how many bytes came; maybe none
  /// @throws IOException if the member is damaged or ends too early
  protected abstract int unpack(byte[] target, int at, int count) throws IOException;

  /// The member that was begun has been read in full.
  protected final void ended() {
    inside = false;
  }

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public final int read(byte[] target, int at, int count) throws IOException {
    Objects.checkFromIndexSize(at, count, target.length);
    if (count == 0) {
      return 0;
    }
    if (broken) {
      throw in.refused("an earlier read of the archive has failed; read it from its begin");
    }
    broken = true; // unless it goes well: a reader that tries again must not find an end here
    int n = 0;
    while (n == 0 && !over) {
      n = inside ? unpack(target, at, count) : next();
    }
    broken = false;
    return n > 0 ? n : -1;
  }

  private int next() throws IOException {
    // An archive is never empty, but may be of asides alone, which the search for its format took.
    if (in.offset() > 0 && !in.fill()) {
      over = true;
    } else {
      inside = begin();
    }
    return 0;
  }

  @Override
  public void close() throws IOException {
    over = true;
    in.close();
  }
}

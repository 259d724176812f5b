package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// The content of all members of an archive, one behind the other: members of gzip, frames of zstd
/// and LZ4. An archive that ends within one is refused.
///
/// Belongs to one thread at a time.
public abstract class MemberInput extends InputStream {
  private final ArchiveInput in;
  private State state = State.BETWEEN;

  private enum State {
    INSIDE,
    BETWEEN,
    END
  }

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
    state = State.BETWEEN;
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
    while (state != State.END) {
      int n = state == State.INSIDE ? unpack(target, at, count) : next();
      if (n > 0) {
        return n;
      }
    }
    return -1;
  }

  private int next() throws IOException {
    // An archive is never empty, but may be of asides alone, which the search for its format took.
    if (in.offset() > 0 && !in.fill()) {
      state = State.END;
    } else {
      state = begin() ? State.INSIDE : State.BETWEEN;
    }
    return 0;
  }

  @Override
  public void close() throws IOException {
    state = State.END;
    in.close();
  }
}

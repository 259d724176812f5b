package io.penstock.text.token;

import io.penstock.text.ByteSlice;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;

/// A sliding buffer over a text, which holds it from the begin of a token to what has been read.
final class Feed {
  /// So many bytes behind a token may be looked at to tell where it ends, at most.
  private static final long LOOK_AHEAD = 16;

  private final InputStream input;
  private final int longest;
  private boolean ended;

  /// Where the array begins in the text.
  private long base;

  byte[] bytes;
  int at;
  int limit;

  /// What lies before is not needed any more.
  int mark;

  /// What a stream has left.
  Feed(InputStream input, int bufferBytes, int longest) {
    this.input = input;
    this.longest = longest;
    this.bytes = new byte[bufferBytes];
  }

  /// A slice, whose bytes are not changed.
  Feed(ByteSlice slice) {
    this.input = InputStream.nullInputStream();
    this.longest = Integer.MAX_VALUE;
    this.bytes = slice.array();
    this.at = slice.from();
    this.mark = at;
    this.limit = slice.to();
    this.base = -at;
    this.ended = true;
  }

  /// How many bytes of the text precede a place in the array.
  long offset(int place) {
    return base + place;
  }

  /// The byte at which it stands.
  ///
  /// @return -1 at the end
  int peek() throws IOException {
    return at < limit || more() ? bytes[at] & 0xff : -1;
  }

  /// Whether there are so many bytes from here on; what is missing is read.
  boolean has(int count) throws IOException {
    while (limit - at < count) {
      if (!more()) {
        return false;
      }
    }
    return true;
  }

  /// Reads on; all places change but what lies there.
  ///
  /// @return whether there was anything
  /// @throws IOException if the token is too long, or the stream fails
  boolean more() throws IOException {
    if (ended) {
      return false;
    }
    makeRoom();
    int n = 0;
    while (n == 0) {
      n = input.read(bytes, limit, bytes.length - limit);
    }
    ended = n < 0;
    limit += Math.max(0, n);
    return !ended;
  }

  /// A long token is not moved for each few bytes that come, but where there is no other room.
  private void makeRoom() throws IOException {
    requireShort();
    int kept = limit - mark;
    if (mark > 0 && (kept <= mark || limit == bytes.length)) {
      System.arraycopy(bytes, mark, bytes, 0, kept);
      base += mark;
      at -= mark;
      limit = kept;
      mark = 0;
    }
    if (limit == bytes.length) {
      grow();
    }
  }

  private void grow() throws IOException {
    try {
      bytes = Arrays.copyOf(bytes, grown(bytes.length, longest));
    } catch (OutOfMemoryError e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the token that begins at byte %d has %d bytes or more, and there is no memory for it; give the JVM more by -Xmx",
              base,
              bytes.length),
          e);
    }
  }

  /// Twice as much, but no more than the longest token needs with what is looked at behind it.
  static int grown(int length, int longest) {
    return (int) Math.min(2L * length, Math.min(Integer.MAX_VALUE - 8L, longest + LOOK_AHEAD));
  }

  /// Checks that the token is not too long, as far as it has come.
  ///
  /// @throws IOException if it is
  void requireShort() throws IOException {
    if (at - mark > longest) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the token that begins at byte %d has more than %d bytes; allow longer ones",
              offset(mark),
              longest));
    }
  }
}

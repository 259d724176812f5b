package io.penstock.tree;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A pattern of names as shells have it: `*` for any bytes, `?` for one character, `[a-z]` and
/// `[!a-z]` for one of a set of bytes, `\` before what is meant as it is.
///
/// Names are compared as bytes; a character is one byte, or all bytes of one in UTF-8.
final class NameGlob {
  private static final int CONTINUATION = 0xc0;
  private static final int CONTINUED = 0x80;
  private static final int BYTE = 0xff;

  static final NameGlob ALL = of("*");

  private final byte[] pattern;

  private NameGlob(byte[] pattern) {
    this.pattern = pattern;
  }

  /// @throws IllegalArgumentException if a bracket is not closed, or nothing follows a backslash
  static NameGlob of(String text) {
    byte[] pattern = text.getBytes(StandardCharsets.UTF_8);
    NameGlob glob = new NameGlob(pattern);
    int at = 0;
    while (at < pattern.length) {
      if (pattern[at] == '\\' && at + 1 == pattern.length) {
        throw new IllegalArgumentException("'" + text + "': nothing follows the backslash");
      }
      if (pattern[at] == '[' && closing(pattern, at) < 0) {
        throw new IllegalArgumentException("'" + text + "': a bracket is not closed");
      }
      at = glob.after(at);
    }
    return glob;
  }

  // A bracket right at the begin of a set is one of its bytes.
  private static int closing(byte[] pattern, int open) {
    int at = open + 1;
    if (at < pattern.length && (pattern[at] == '!' || pattern[at] == '^')) {
      at++;
    }
    for (int i = at + 1; i < pattern.length; i++) {
      if (pattern[i] == ']') {
        return i;
      }
    }
    return -1;
  }

  boolean matchesAll() {
    return pattern.length == 1 && pattern[0] == '*';
  }

  boolean matches(byte[] name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int from = 0;
    while (n < name.length) {
      if (p < pattern.length && pattern[p] == '*') {
        star = p++;
        from = n;
        continue;
      }
      int taken = p < pattern.length ? taken(p, name, n) : 0;
      if (taken > 0) {
        n += taken;
        p = after(p);
      } else if (star >= 0) {
        p = star + 1;
        n = ++from;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  /// How many bytes of the name what stands at `p` takes; 0 if it does not match.
  private int taken(int p, byte[] name, int n) {
    return switch (pattern[p]) {
      case '?' -> character(name, n);
      case '[' -> inSet(p, name[n] & BYTE) ? 1 : 0;
      case '\\' -> pattern[p + 1] == name[n] ? 1 : 0;
      default -> pattern[p] == name[n] ? 1 : 0;
    };
  }

  private int after(int p) {
    return switch (pattern[p]) {
      case '[' -> closing(pattern, p) + 1;
      case '\\' -> p + 2;
      default -> p + 1;
    };
  }

  private static int character(byte[] name, int n) {
    int end = n + 1;
    while ((name[n] & CONTINUATION) == CONTINUATION
        && end < name.length
        && (name[end] & CONTINUATION) == CONTINUED) {
      end++;
    }
    return end - n;
  }

  private boolean inSet(int open, int value) {
    int end = closing(pattern, open);
    int at = open + 1;
    boolean others = pattern[at] == '!' || pattern[at] == '^';
    if (others) {
      at++;
    }
    boolean found = false;
    while (at < end) {
      boolean range = at + 2 < end && pattern[at + 1] == '-';
      int low = pattern[at] & BYTE;
      int high = range ? pattern[at + 2] & BYTE : low;
      found |= low <= value && value <= high;
      at += range ? 3 : 1;
    }
    return found != others;
  }

  @Override
  public String toString() {
    return new String(Arrays.copyOf(pattern, pattern.length), StandardCharsets.UTF_8);
  }
}

package io.penstock.compress;

import io.penstock.file.FormatException;
import java.util.Locale;

/// Limits for an archive that is read: a few bytes can unpack to more than any disk holds.
///
/// @param bytes of the whole content
/// @param ratio bytes of content for each byte of the archive, which counts from [#GRACE] bytes of
///   content on
/// @param memory that one frame, one window or one index may take, in bytes
public record Limits(long bytes, long ratio, long memory) {
  /// Bytes of content below which the ratio is not checked.
  public static final long GRACE = 16L << 20;

  private static final long USUAL_RATIO = 200;
  private static final long USUAL_MEMORY = 256L << 20;

  /// @throws IllegalArgumentException if one is below 1
  public Limits {
    if (bytes < 1 || ratio < 1 || memory < 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "limits must be at least 1, not %d bytes, ratio %d, %d bytes of memory",
              bytes,
              ratio,
              memory));
    }
  }

  /// Any size, a ratio of 200, and 256 MiB of memory.
  public static Limits defaults() {
    return new Limits(Long.MAX_VALUE, USUAL_RATIO, USUAL_MEMORY);
  }

  /// None, for archives whose origin is trusted, as those of the program itself: any size, at any
  /// ratio, and as much memory as they ask for. Zeros and other text that repeats itself need it. A
  /// damaged archive may ask for more memory than there is, which is an OutOfMemoryError.
  public static Limits trusted() {
    return new Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /// At most so much content, at whatever ratio.
  public static Limits upTo(long bytes) {
    return new Limits(bytes, Long.MAX_VALUE, USUAL_MEMORY);
  }

  /// The same with another memory.
  public Limits withMemory(long most) {
    return new Limits(bytes, ratio, most);
  }

  /// Checks how far an archive is.
  ///
  /// @param name of the archive
  /// @param packed bytes of it that were read
  /// @param content bytes that they gave, or are said to give
  /// @throws FormatException if that is beyond a limit
  public void check(String name, long packed, long content) throws FormatException {
    if (content > bytes) {
      throw new FormatException(
          name,
          packed,
          String.format(
              Locale.ROOT,
              "unpacks to more than the limit of %d bytes; allow more if you trust it",
              bytes));
    }
    if (content > GRACE && content / ratio > packed) {
      throw new FormatException(
          name,
          packed,
          String.format(
              Locale.ROOT,
              "unpacks to more than %d times its size, as an archive made to fill disks does; name"
                  + " a limit in bytes if you trust it",
              ratio));
    }
  }

  /// Checks what has to be held at once.
  ///
  /// @param offset of what asks for it
  /// @throws FormatException if it is more than the memory that is allowed
  public void checkMemory(String name, long offset, long needed) throws FormatException {
    if (needed > memory) {
      throw new FormatException(
          name,
          offset,
          String.format(
              Locale.ROOT, "asks for %d bytes of memory at once; the limit is %d", needed, memory));
    }
  }
}

package io.penstock.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// A transfer that could not be completed: which file, where, how far, and why.
public final class TransferException extends IOException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final long offset;
  private final long length;
  private final long done;
  private final boolean atEnd;

  /// A failed transfer.
  ///
  /// @param operation a verb in the infinitive, `read`
  /// @param offset where it began, in bytes
  /// @param length how many bytes were asked for
  /// @param done how many of them were moved
  public TransferException(
      String engine,
      String operation,
      Path file,
      long offset,
      long length,
      long done,
      String reason) {
    this(engine, operation, file, offset, length, done, reason, false);
  }

  private TransferException(
      String engine,
      String operation,
      Path file,
      long offset,
      long length,
      long done,
      String reason,
      boolean atEnd) {
    super(
        String.format(
            Locale.ROOT,
            "%s: cannot %s %d bytes at offset %d (%d done, engine %s): %s",
            file,
            operation,
            length,
            offset,
            done,
            engine,
            reason));
    this.file = file.toString();
    this.offset = offset;
    this.length = length;
    this.done = done;
    this.atEnd = atEnd;
  }

  /// The same with the failure that led to it.
  public TransferException(
      String engine,
      String operation,
      Path file,
      long offset,
      long length,
      long done,
      Throwable cause) {
    this(engine, operation, file, offset, length, done, reason(cause));
    initCause(cause);
  }

  private static String reason(Throwable cause) {
    return cause instanceof IOException failure
        ? FileErrors.reason(failure)
        : String.valueOf(cause.getMessage());
  }

  // For a class that is to load this one when it throws it, not when it is verified.

  /// A read that met the end of the file behind the bytes that it has moved.
  ///
  /// @param size that the file tells
  public static IOException ended(
      String engine, Path file, long offset, long length, long done, long size) {
    String reason = FileErrors.ended(size);
    return new TransferException(engine, "read", file, offset, length, done, reason, true);
  }

  static IOException of(
      String engine,
      String operation,
      Path file,
      long offset,
      long length,
      long done,
      String reason) {
    return new TransferException(engine, operation, file, offset, length, done, reason);
  }

  static IOException of(
      String engine,
      String operation,
      Path file,
      long offset,
      long length,
      long done,
      Throwable cause) {
    return new TransferException(engine, operation, file, offset, length, done, cause);
  }

  /// The file's path.
  public String file() {
    return file;
  }

  /// Where the transfer began, in bytes.
  public long offset() {
    return offset;
  }

  /// How many bytes were asked for.
  public long length() {
    return length;
  }

  /// How many bytes were moved before it failed.
  public long done() {
    return done;
  }

  /// Whether this is a read that failed because the file ends at [#offset()] plus [#done()].
  public boolean isAtEnd() {
    return atEnd;
  }
}

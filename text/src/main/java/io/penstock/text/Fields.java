package io.penstock.text;

import java.util.Locale;

/// A cursor over the fields of a slice, which are separated by one byte.
///
/// ```java
/// Fields fields = Fields.separatedBy(';');
/// for (fields.of(line); fields.next(); ) {
///   use(fields.field());
/// }
/// ```
///
/// Two separators in a row have an empty field between them, and a slice without any is one field,
/// even if it is empty. There are no quotes: CSV is for a library that knows its rules.
///
/// Belongs to one thread at a time.
public final class Fields {
  private static final int DONE = -1;

  private final byte separator;
  private final ByteSlice field = new ByteSlice();
  private ByteSlice whole = new ByteSlice();
  private int at = DONE;

  private Fields(byte separator) {
    this.separator = separator;
  }

  /// Fields with a character of ASCII between them.
  ///
  /// @throws IllegalArgumentException if it is none
  public static Fields separatedBy(char separator) {
    if (separator > Byte.MAX_VALUE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "'%c' is no character of ASCII, and fields are separated by one byte",
              separator));
    }
    return new Fields((byte) separator);
  }

  /// Goes before the first field of a slice, which must show the same bytes until the last one.
  ///
  /// @return these fields
  public Fields of(ByteSlice slice) {
    whole = slice;
    at = slice.from();
    return this;
  }

  /// Goes to the next field.
  ///
  /// @return whether there is one
  public boolean next() {
    if (at == DONE) {
      return false;
    }
    int end = ByteScan.find(whole.array(), at, whole.to(), separator);
    field.set(whole.array(), at, end);
    at = end < whole.to() ? end + 1 : DONE;
    return true;
  }

  /// Goes some fields on: `skip(0)` is [#next].
  ///
  /// @return whether there is one
  public boolean skip(int fields) {
    for (int i = 0; i < fields; i++) {
      if (!next()) {
        return false;
      }
    }
    return next();
  }

  /// The field to which [#next] went, until it goes on: always the same object.
  public ByteSlice field() {
    return field;
  }

  /// What follows the field, behind its separator; empty behind the last one.
  public ByteSlice rest() {
    return new ByteSlice().set(whole.array(), at == DONE ? whole.to() : at, whole.to());
  }
}

package io.penstock.compress;

/// The compression method of a zip entry.
///
/// @param code as the archive has it
/// @param encrypted whether it needs a password
public record ZipMethod(int code, boolean encrypted) {
  static final int STORED = 0;
  static final int DEFLATED = 8;

  /// Whether it can be unpacked here.
  public boolean isKnown() {
    return !encrypted && (code == STORED || code == DEFLATED);
  }

  /// In a word.
  public String label() {
    String label =
        switch (code) {
          case STORED -> "stored";
          case DEFLATED -> "deflated";
          default -> "method " + code;
        };
    return encrypted ? label + ", encrypted" : label;
  }
}

package io.penstock.compress;

import java.time.Instant;

/// What a zip archive's directory says of one file or folder.
///
/// @param name with `/` between its parts, and at the end of a folder's; as it is in the archive,
///   which may be any text
/// @param packedBytes in the archive
/// @param contentBytes unpacked
/// @param crc the CRC-32 of the content
/// @param headerAt where its own header is
/// @param mode of Unix, with the type of the file; 0 where the archive has none
/// @param modified when its content was changed last, to two seconds
public record ZipItem(
    String name,
    ZipMethod method,
    long packedBytes,
    long contentBytes,
    long crc,
    long headerAt,
    int mode,
    Instant modified) {
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int FOLDER = 0040000;

  /// Whether it is a folder.
  public boolean isFolder() {
    return name.endsWith("/");
  }

  /// Whether it is a link, a device, or anything else but a file or a folder.
  public boolean isSpecial() {
    int type = mode & TYPE;
    return type != 0 && type != (isFolder() ? FOLDER : REGULAR);
  }
}

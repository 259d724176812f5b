package io.penstock.compress;

import java.time.Instant;

/// An entry of a zip archive's directory.
///
/// @param name with `/` between its parts, and at the end of a folder's; as it is in the archive,
///   which may be any text
/// @param packedBytes in the archive
/// @param contentBytes unpacked
/// @param crc the CRC-32 of the content
/// @param headerAt where its own header is
/// @param mode of Unix, with the type of the file; 0 where the archive has none
/// @param modified when its content was changed last: exactly where the archive has an extra field
///   for it; else to two seconds, and as a local time of whoever wrote it, which is taken for one
///   of the system's zone
public record ZipItem(
    String name,
    ZipMethod method,
    long packedBytes,
    long contentBytes,
    long crc,
    long headerAt,
    int mode,
    Instant modified) {
  private static final int LONGEST_QUOTED = 120;
  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int SOCKET = 0140000;
  private static final int BLOCK_DEVICE = 0060000;
  private static final int CHARACTER_DEVICE = 0020000;

  /// Whether it is a folder.
  public boolean isFolder() {
    return name.endsWith("/");
  }

  /// Whether it is a link, a device or a socket.
  ///
  /// A pipe is none: archivers that read a file from one keep its type beside the content. Nor is
  /// what has a type that Unix does not know: some writers fill the field with ones.
  public boolean isSpecial() {
    return switch (mode & TYPE) {
      case LINK, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE -> true;
      default -> false;
    };
  }

  /// The name as messages show it: in quotes, cut if long, and without control characters, which a
  /// terminal might obey.
  String quotedName() {
    StringBuilder quoted = new StringBuilder("'");
    name.codePoints()
        .limit(LONGEST_QUOTED)
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .forEach(quoted::appendCodePoint);
    return quoted.append(name.length() > LONGEST_QUOTED ? "..." : "").append("'").toString();
  }
}

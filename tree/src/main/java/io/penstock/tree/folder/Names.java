package io.penstock.tree.folder;

import io.penstock.ffi.FileName;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// Names as bytes and as paths, without loss.
public final class Names {
  private static final Charset ENCODING =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);
  private static final char UNDECODABLE = '\ufffd';
  private static final int BYTE = 0xff;

  private Names() {}

  /// As the system has it, relative if the path is.
  ///
  /// @throws java.nio.file.ProviderMismatchException if the system does not know it
  public static byte[] bytes(Path path) {
    return FileName.bytes(path);
  }

  /// The path that the system has under these bytes.
  public static Path path(byte[] bytes) {
    String text = new String(bytes, ENCODING);
    if (text.indexOf(UNDECODABLE) < 0 && Arrays.equals(text.getBytes(ENCODING), bytes)) {
      try {
        return Path.of(text);
      } catch (InvalidPathException _) {
        return escaped(bytes);
      }
    }
    return escaped(bytes);
  }

  private static Path escaped(byte[] bytes) {
    boolean absolute = bytes.length > 0 && bytes[0] == '/';
    StringBuilder uri = new StringBuilder("file:///");
    for (int i = absolute ? 1 : 0; i < bytes.length; i++) {
      if (bytes[i] == '/') {
        uri.append('/');
      } else {
        uri.append('%').append(String.format(Locale.ROOT, "%02X", bytes[i] & BYTE));
      }
    }
    Path path = Path.of(URI.create(uri.toString()));
    return absolute ? path : Path.of("/").relativize(path);
  }

  /// As text for people; bytes that are no text become U+FFFD.
  public static String text(byte[] bytes) {
    return new String(bytes, ENCODING);
  }
}

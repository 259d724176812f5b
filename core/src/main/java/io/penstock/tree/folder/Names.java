package io.penstock.tree.folder;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// Names as bytes and as paths, without loss.
///
/// A path from a listing keeps bytes that are no text in the JVM's encoding of file names, but its
/// string has lost them; its URI has them all.
public final class Names {
  private static final Charset ENCODING =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);
  private static final char UNDECODABLE = '\ufffd';
  private static final int HEXADECIMAL = 16;
  private static final int BYTE = 0xff;

  private Names() {}

  /// As the system has it.
  public static byte[] bytes(Path path) {
    String text = path.toString();
    byte[] bytes = text.getBytes(ENCODING);
    boolean lossless = text.indexOf(UNDECODABLE) < 0 && new String(bytes, ENCODING).equals(text);
    return lossless ? bytes : unescaped(path);
  }

  private static byte[] unescaped(Path path) {
    String escaped = path.toUri().getRawPath();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes.write(Integer.parseInt(escaped, i + 1, i + 3, HEXADECIMAL));
        i += 2;
      } else {
        bytes.write(escaped.charAt(i));
      }
    }
    byte[] absolute = bytes.toByteArray();
    int end = absolute.length - (absolute.length > 1 && escaped.endsWith("/") ? 1 : 0);
    return Arrays.copyOfRange(absolute, path.isAbsolute() ? 0 : relativeFrom(path, absolute), end);
  }

  // An absolute path ends with what the relative one has: as many names, counted from behind.
  private static int relativeFrom(Path path, byte[] absolute) {
    int names = path.getNameCount();
    int at = absolute.length - (absolute[absolute.length - 1] == '/' ? 1 : 0);
    while (at > 0 && (absolute[at - 1] != '/' || --names > 0)) {
      at--;
    }
    return at;
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

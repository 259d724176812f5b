package io.penstock.ffi;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.util.Arrays;

/// A file's name as the system has it: bytes in no encoding.
///
/// A path from a listing keeps bytes that are no text in the JVM's encoding of file names, but its
/// string has lost them; its URI has them all. A relative path stays one: folders above the working
/// one need not be searchable.
public final class FileName {
  private static final Charset ENCODING =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);

  private static final char UNDECODABLE = '\ufffd';
  private static final int HEXADECIMAL = 16;
  private static final byte[] WORKING_FOLDER = {'.'};

  private FileName() {}

  /// Whether the system knows a path too: not those of archives and of memory, whose names may be
  /// those of other files on disk.
  public static boolean isSystems(Path path) {
    return path.getFileSystem().equals(FileSystems.getDefault())
        && path.getClass().getModule().equals(Object.class.getModule());
  }

  /// The bytes of a path, relative if it is.
  ///
  /// @throws ProviderMismatchException if the system does not know it
  public static byte[] bytes(Path path) {
    if (!isSystems(path)) {
      throw new ProviderMismatchException(
          path + " belongs to file system " + path.getFileSystem().provider().getScheme());
    }
    String text = path.toString();
    byte[] bytes = text.getBytes(ENCODING);
    boolean lossless = text.indexOf(UNDECODABLE) < 0 && new String(bytes, ENCODING).equals(text);
    return lossless ? bytes : unescaped(path);
  }

  /// The same, or `.`, with a zero at its end.
  static MemorySegment of(Path path, Arena arena) {
    byte[] bytes = bytes(path);
    byte[] name = bytes.length == 0 ? WORKING_FOLDER : bytes;
    MemorySegment cString = arena.allocate(name.length + 1L);
    MemorySegment.copy(name, 0, cString, ValueLayout.JAVA_BYTE, 0, name.length);
    return cString;
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
}

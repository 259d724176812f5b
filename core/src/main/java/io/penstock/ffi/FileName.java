package io.penstock.ffi;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// A file's name as the system has it: bytes that end with a zero, in no encoding.
///
/// A path from a listing keeps bytes that are no text in the JVM's encoding of file names, but its
/// string has lost them. Its URI has them all.
final class FileName {
  private static final int HEXADECIMAL = 16;

  private FileName() {}

  static MemorySegment of(Path path, Arena arena) {
    byte[] name = bytes(path);
    MemorySegment cString = arena.allocate(name.length + 1L);
    MemorySegment.copy(name, 0, cString, ValueLayout.JAVA_BYTE, 0, name.length);
    return cString;
  }

  static byte[] bytes(Path path) {
    String escaped = path.toUri().getRawPath();
    boolean folder = escaped.length() > 1 && escaped.endsWith("/");
    int end = escaped.length() - (folder ? 1 : 0);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < end; i++) {
      if (escaped.charAt(i) == '%') {
        bytes.write(Integer.parseInt(escaped, i + 1, i + 3, HEXADECIMAL));
        i += 2;
      } else {
        bytes.write(escaped.charAt(i));
      }
    }
    return bytes.toByteArray();
  }
}

package io.penstock.file;

import io.penstock.ffi.FolderCalls;
import io.penstock.ffi.InodeAttributes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// Extended attributes of all kinds: the JDK knows those of users alone.
final class Attributes {
  private static final int MOST = 1000;

  private Attributes() {}

  /// Sets one; false where that cannot be done.
  static boolean set(Path file, String name, byte[] value) throws IOException {
    FolderCalls calls = FolderCalls.ofProcess().orElseThrow();
    boolean[] done = {false};
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(value.length);
      bytes.copyFrom(MemorySegment.ofArray(value));
      long named = arena.allocateFrom(name).address();
      boolean _ =
          InodeAttributes.open(
              calls,
              file,
              open ->
                  done[0] = calls.setAttribute(open, named, bytes.address(), value.length) >= 0);
    }
    return done[0];
  }

  /// The value of one; empty where there is none.
  static byte[] get(Path file, String name) throws IOException {
    FolderCalls calls = FolderCalls.ofProcess().orElseThrow();
    long[] length = {0};
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(MOST);
      long named = arena.allocateFrom(name).address();
      boolean _ =
          InodeAttributes.open(
              calls, file, open -> length[0] = calls.attribute(open, named, bytes.address(), MOST));
      return bytes.asSlice(0, Math.max(0, length[0])).toArray(ValueLayout.JAVA_BYTE);
    }
  }
}

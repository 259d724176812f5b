package io.penstock.codecs.zstd;

import com.github.luben.zstd.util.Native;
import com.github.luben.zstd.util.ZstdVersion;
import io.penstock.ffi.MemoryFile;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.module.ModuleReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Loads zstd-jni's native code: from the folder for temporary files, or where its own loader finds
/// it or unpacks it to; else from memory, or from the user's folder. The first may be full,
/// missing, or forbid that code in it runs.
///
/// zstd-jni's own loader asks for a random name, for which the JDK looks up and checks its
/// providers of security: 19 ms of a fresh JVM.
///
/// No class of zstd-jni but its loader may be touched where this has failed.
final class ZstdLoading {
  /// A property: where zstd-jni takes its code from, if it is set.
  private static final String PATH = "ZstdNativePath";

  /// A property: where zstd-jni unpacks it to, if it is set.
  private static final String FOLDER = "ZstdTempFolder";

  private static final int WAYS = 4;

  /// The library of this process, looked for when this class is initialized.
  static final ZstdLibrary LIBRARY =
      obstacle().<ZstdLibrary>map(JavaZstd::new).orElseGet(NativeZstd::new);

  private ZstdLoading() {}

  /// Loads it, in the first of all ways that works.
  ///
  /// @return why it cannot be loaded, in one line of zstd-jni's own loader; empty where it is
  private static Optional<String> obstacle() {
    List<String> obstacles = new ArrayList<>();
    for (int way = 0; way < WAYS; way++) {
      try {
        load(way);
        return Optional.empty();
      } catch (LinkageError | RuntimeException | IOException e) { // as loaders throw
        String reason = e.getMessage() == null ? e.toString() : e.getMessage();
        obstacles.add(reason.lines().findFirst().orElse(reason));
      }
    }
    return Optional.of(obstacles.get(1));
  }

  private static void load(int way) throws IOException {
    switch (way) {
      case 0 -> fromTemporary();
      case 1 -> Native.load();
      case 2 -> fromMemory();
      default -> Native.load(new File(System.getProperty("user.home", ".")));
    }
  }

  // No other process can have made a file that is created here, whatever its name.
  private static void fromTemporary() throws IOException {
    if (System.getProperty(FOLDER) != null) {
      throw new IOException("another folder was asked for");
    }
    requireNoPath();
    String name = "libzstd-jni-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".so";
    Path file = Path.of(System.getProperty("java.io.tmpdir", "."), name);
    try (InputStream code = code()) {
      byte[] bytes = code.readAllBytes();
      OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
      try {
        try (out) {
          out.write(bytes);
        }
        load(file);
      } finally {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void requireNoPath() throws IOException {
    if (System.getProperty(PATH) != null) {
      throw new IOException("another path was asked for");
    }
  }

  private static void load(Path file) {
    try {
      String _ = System.setProperty(PATH, file.toString());
      Native.load();
    } finally {
      String _ = System.clearProperty(PATH);
    }
  }

  private static void fromMemory() throws IOException {
    requireNoPath();
    try (InputStream code = code();
        MemoryFile file = MemoryFile.create("zstd-jni")) {
      Files.write(file.path(), code.readAllBytes());
      load(file.path());
    }
  }

  private static InputStream code() throws IOException {
    String name = "linux/" + architecture() + "/libzstd-jni-" + ZstdVersion.VERSION + ".so";
    Module module = Native.class.getModule();
    Optional<InputStream> found =
        module.isNamed()
            ? ofModule(module, name)
            : Optional.ofNullable(Native.class.getResourceAsStream("/" + name));
    return found.orElseThrow(() -> new FileNotFoundException(name + " is not in zstd-jni"));
  }

  private static String architecture() {
    return System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
  }

  // What is in a module's folders is hidden from the class loaders of others.
  private static Optional<InputStream> ofModule(Module module, String name) throws IOException {
    ModuleReader reader =
        module
            .getLayer()
            .configuration()
            .findModule(module.getName())
            .orElseThrow()
            .reference()
            .open();
    try (reader) {
      Optional<InputStream> in = reader.open(name);
      if (in.isEmpty()) {
        return in;
      }
      try (InputStream code = in.get()) {
        return Optional.of(new ByteArrayInputStream(code.readAllBytes()));
      }
    }
  }
}

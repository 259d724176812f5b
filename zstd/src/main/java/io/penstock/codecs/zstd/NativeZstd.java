package io.penstock.codecs.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import com.github.luben.zstd.util.Native;
import com.github.luben.zstd.util.ZstdVersion;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import io.penstock.ffi.MemoryFile;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.module.ModuleReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// zstd-jni, and how its native code is loaded: from the folder for temporary files, or where its
/// own loader finds it or unpacks it to; else from memory, or from the user's folder. The first may
/// be full, missing, or forbid that code in it runs.
///
/// zstd-jni's own loader asks for a random name, for which the JDK looks up and checks its
/// providers of security: 19 ms of a fresh JVM.
///
/// No class of zstd-jni but its loader may be initialized where this has failed.
final class NativeZstd implements ZstdLibrary {
  /// A property: where zstd-jni takes its code from, if it is set.
  private static final String PATH = "ZstdNativePath";

  /// A property: where zstd-jni unpacks it to, if it is set.
  private static final String FOLDER = "ZstdTempFolder";

  private static final int WAYS = 4;

  private static final ZstdLibrary OF_PROCESS =
      loadingObstacle().<ZstdLibrary>map(JavaZstd::new).orElseGet(NativeZstd::new);

  /// The library of this process, looked for when it is needed first: this one, or the one in Java
  /// where this cannot be loaded.
  static ZstdLibrary ofProcess() {
    return OF_PROCESS;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public long mostWindow() {
    return 1L << Zstd.windowLogMax();
  }

  @Override
  public FrameEncoder encoder(int level) {
    ZstdCompressCtx context = new ZstdCompressCtx().setLevel(level).setChecksum(true);
    return new FrameEncoder() {
      @Override
      public ByteBuffer encode(byte[] content, int count) throws IOException {
        byte[] frame = new byte[Math.toIntExact(Zstd.compressBound(count))];
        try {
          int n = context.compressByteArray(frame, 0, frame.length, content, 0, count);
          return ByteBuffer.wrap(frame, 0, n);
        } catch (ZstdException e) {
          throw new IOException("zstd cannot compress a frame: " + e.getMessage(), e);
        }
      }

      @Override
      public void close() {
        context.close();
      }
    };
  }

  @Override
  public FrameDecoder decoder() {
    ZstdDecompressCtx context = decompressor();
    return new FrameDecoder() {
      @Override
      public void decode(byte[] frame, byte[] content) throws IOException {
        try {
          int n = context.decompressByteArray(content, 0, content.length, frame, 0, frame.length);
          ZstdLibrary.requireAll(content, n);
        } catch (RuntimeException e) {
          throw ZstdLibrary.damaged(content, e);
        }
      }

      @Override
      public void close() {
        context.close();
      }
    };
  }

  private static ZstdDecompressCtx decompressor() {
    return new ZstdDecompressCtx().setLongMax(Zstd.windowLogMax()); // the caller has a limit
  }

  @Override
  public OutputStream output(OutputStream out, int level, int threads) throws IOException {
    ZstdOutputStreamNoFinalizer made = new ZstdOutputStreamNoFinalizer(out, level);
    made.setChecksum(true);
    made.setWorkers(threads);
    return made;
  }

  @Override
  public ZstdInput input(ArchiveInput in, Limits limits) {
    return new NativeInput(in, this, limits);
  }

  /// The content of frames.
  ///
  /// The library's own stream takes a second frame that is cut short for the end, where both frames
  /// came in one read.
  private static final class NativeInput extends ZstdInput {
    private final ZstdDecompressCtx context = decompressor();
    private boolean pending;
    private boolean ended;

    NativeInput(ArchiveInput in, ZstdLibrary library, Limits limits) {
      super(in, library, limits);
    }

    @Override
    void begin(ZstdHeader header) {
      pending = false;
      ended = false;
    }

    @Override
    int decompress(byte[] target, int at, int count) throws IOException {
      if (ended) {
        return -1;
      }
      if (!in.fill() && !pending) {
        throw in.endedIn("a frame");
      }
      ByteBuffer source = ByteBuffer.wrap(in.buffer(), in.from(), in.available());
      ByteBuffer content = ByteBuffer.wrap(target, at, count);
      try {
        ended = context.decompressByteBufferStream(content, source);
        in.take(source.position() - in.from());
        pending = !content.hasRemaining();
        return content.position() - at;
      } catch (ZstdException e) {
        throw in.refused("damaged zstd data: " + e.getMessage());
      }
    }

    @Override
    public void close() throws IOException {
      context.close();
      super.close();
    }
  }

  // ---- loading ----------------------------------------------------------------------------------

  /// Loads it, in the first of all ways that works.
  ///
  /// @return why it cannot be loaded, in one line of zstd-jni's own loader; empty where it is
  private static Optional<String> loadingObstacle() {
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

package io.penstock.evaluate.start;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Packing;
import io.penstock.file.ArrayFile;
import io.penstock.file.Raw;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.stream.ArrayDataOutputStream;
import io.penstock.text.Lines;
import io.penstock.tree.FileCopy;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.FileSystem;
import okio.Okio;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.MMapDirectory;

/// A program that uses one library once, for one small thing, and prints two numbers: the
/// nanoseconds from just before the first call to its return, and what it came to.
///
/// It loads nothing before its clock starts that a use needs: each library has a class of its own,
/// and the verifier of that class loads nothing that a use does not need.
final class FirstUse {
  static final String READ = "read";
  static final String CREATE = "create";
  static final String STREAM = "stream";
  static final String COPY = "copy";
  static final String LEASE = "lease";
  static final String GZIP = "gzip";
  static final String LINES = "lines";

  static final String JDK = "jdk";
  static final String ARENA = "jdk-arena";
  static final String PENSTOCK = "penstock";
  static final String OKIO = "okio";
  static final String LUCENE = "lucene";
  static final String NETTY = "netty";
  static final String ZSTD_JNI = "zstd-jni";
  static final String AIRCOMPRESSOR = "aircompressor";

  /// Of the arrays that are read and created.
  static final int ELEMENTS = 1024;

  /// Of the memory that is leased.
  static final int LEASED_BYTES = 4096;

  /// Of the text that is compressed.
  static final int TEXT_BYTES = 1000;

  private static final int WORD = 40;

  private FirstUse() {}

  /// Arguments: what, by which library, an existing file, one that there is not.
  static void main(String[] arguments) throws IOException {
    String what = arguments[0];
    String library = arguments[1];
    Path from = Path.of(arguments[2]);
    Path to = Path.of(arguments[3]);
    long[] numbers = RawLongs.first(ELEMENTS);
    byte[] text = text();
    long start = System.nanoTime();
    Object result =
        switch (library) {
          case JDK -> Jdk.use(what, from, to, numbers, text);
          case PENSTOCK -> Penstock.use(what, from, to, numbers, text);
          case OKIO -> OkioLibrary.use(what, from, to, numbers);
          case LUCENE -> Lucene.read(from);
          case NETTY -> Netty.lease();
          case ARENA -> Jdk.leaseOfArena();
          case ZSTD_JNI -> ZstdJni.compress(text);
          case AIRCOMPRESSOR -> Aircompressor.compress(text);
          default -> throw new IllegalArgumentException(library);
        };
    long nanos = System.nanoTime() - start;
    System.out.println(nanos + " " + answer(library, result));
  }

  /// Words without a meaning.
  static byte[] text() {
    byte[] text = new byte[TEXT_BYTES];
    for (int i = 0; i < TEXT_BYTES; i++) {
      text[i] = (byte) (i % WORD == 0 ? ' ' : 'a' + i % WORD % 26);
    }
    return text;
  }

  private static long answer(String library, Object result) throws IOException {
    return switch (result) {
      case Long number -> number;
      case long[] numbers -> RawLongs.sum(LongBuffer.wrap(numbers));
      case byte[] compressed -> Arrays.hashCode(decompressed(library, compressed));
      default -> throw new IllegalStateException("no such result: " + result);
    };
  }

  private static byte[] decompressed(String library, byte[] compressed) throws IOException {
    if (library.equals(ZSTD_JNI) || library.equals(AIRCOMPRESSOR)) {
      return Zstd.decompress(compressed, TEXT_BYTES);
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return in.readAllBytes();
    }
  }

  private static IllegalArgumentException unknown(String what) {
    return new IllegalArgumentException("no way to " + what);
  }

  private static final class Jdk {
    private static final int BEGIN = 128;

    static Object use(String what, Path from, Path to, long[] numbers, byte[] text)
        throws IOException {
      return switch (what) {
        case READ -> read(from);
        case CREATE -> create(to, numbers);
        case STREAM -> write(to, firstInt(numbers));
        case COPY -> {
          Files.copy(from, to);
          yield 1L;
        }
        case LEASE -> lease();
        case GZIP -> compress(text);
        case LINES -> count(from);
        default -> throw unknown(what);
      };
    }

    private static Object read(Path from) throws IOException {
      long[] target = new long[ELEMENTS];
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(from));
      bytes.order(ByteOrder.nativeOrder()).asLongBuffer().get(target);
      return target;
    }

    private static Object create(Path to, long[] numbers) throws IOException {
      String header =
          "{'descr': '<i8', 'fortran_order': False, 'shape': (" + numbers.length + ",), }";
      ByteBuffer file =
          ByteBuffer.allocate(BEGIN + numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
      file.putShort((short) (BEGIN - file.position() - Short.BYTES));
      file.put(header.getBytes(StandardCharsets.ISO_8859_1));
      Arrays.fill(file.array(), file.position(), BEGIN - 1, (byte) ' ');
      file.put(BEGIN - 1, (byte) '\n').position(BEGIN).asLongBuffer().put(numbers);
      Files.write(to, file.array());
      return (long) numbers.length;
    }

    private static Object write(Path to, int number) throws IOException {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(to)))) {
        out.writeInt(number);
      }
      return 1L;
    }

    private static Object lease() {
      ByteBuffer block = ByteBuffer.allocateDirect(LEASED_BYTES);
      return (long) block.put(LEASED_BYTES - 1, (byte) 1).get(LEASED_BYTES - 1);
    }

    static Object leaseOfArena() {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment block = arena.allocate(LEASED_BYTES).fill((byte) 1);
        return (long) block.asByteBuffer().get(LEASED_BYTES - 1);
      }
    }

    /// To a variable of its own class: as an `OutputStream` the verifier would load it for all
    /// uses.
    private static Object compress(byte[] text) throws IOException {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
        out.write(text);
      }
      return compressed.toByteArray();
    }

    private static Object count(Path from) throws IOException {
      try (var lines = Files.lines(from)) {
        return lines.count();
      }
    }
  }

  /// Those whose bytes, the first of which is the highest, a file of numbers begins with.
  private static int firstInt(long[] numbers) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        ? Integer.reverseBytes((int) numbers[0])
        : (int) (numbers[0] >>> Integer.SIZE);
  }

  private static final class Penstock {
    static Object use(String what, Path from, Path to, long[] numbers, byte[] text)
        throws IOException {
      return switch (what) {
        case READ -> read(from);
        case CREATE -> create(to, numbers);
        case STREAM -> write(to, firstInt(numbers));
        case COPY -> {
          long _ = FileCopy.of(from, to).run();
          yield 1L;
        }
        case LEASE -> lease();
        case GZIP -> compress(text);
        case LINES -> Lines.of(from).count();
        default -> throw unknown(what);
      };
    }

    private static Object read(Path from) throws IOException {
      long[] target = new long[ELEMENTS];
      Raw format = Raw.of(ElementType.LONG, ByteOrder.nativeOrder(), Shape.of(ELEMENTS));
      try (ArrayFile file = ArrayFile.open(from, format)) {
        file.read(target);
      }
      return target;
    }

    private static Object create(Path to, long[] numbers) throws IOException {
      try (ArrayFile file = ArrayFile.create(to, ElementType.LONG, Shape.of(numbers.length))) {
        file.write(numbers);
      }
      return (long) numbers.length;
    }

    private static Object write(Path to, int number) throws IOException {
      try (ArrayDataOutputStream out = ArrayDataOutputStream.create(to)) {
        out.writeInt(number);
      }
      return 1L;
    }

    private static Object lease() {
      try (Lease lease = BufferPool.shared().lease(LEASED_BYTES)) {
        return (long) lease.segment().fill((byte) 1).asByteBuffer().get(LEASED_BYTES - 1);
      }
    }

    private static Object compress(byte[] text) throws IOException {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (OutputStream out = Compression.output(compressed, Packing.of(Codecs.gzip()))) {
        out.write(text);
      }
      return compressed.toByteArray();
    }
  }

  private static final class OkioLibrary {
    static Object use(String what, Path from, Path to, long[] numbers) throws IOException {
      return switch (what) {
        case READ -> {
          long[] target = new long[ELEMENTS];
          try (BufferedSource source = Okio.buffer(Okio.source(from))) {
            ByteBuffer bytes = ByteBuffer.wrap(source.readByteArray());
            bytes.order(ByteOrder.nativeOrder()).asLongBuffer().get(target);
          }
          yield target;
        }
        case STREAM -> {
          try (BufferedSink sink = Okio.buffer(Okio.sink(to))) {
            sink.writeInt(firstInt(numbers));
          }
          yield 1L;
        }
        case COPY -> {
          FileSystem.SYSTEM.copy(okio.Path.get(from), okio.Path.get(to));
          yield 1L;
        }
        case LINES -> {
          long lines = 0;
          try (BufferedSource source = Okio.buffer(Okio.source(from))) {
            while (source.readUtf8Line() != null) {
              lines++;
            }
          }
          yield lines;
        }
        default -> throw unknown(what);
      };
    }
  }

  private static final class Lucene {
    static Object read(Path from) throws IOException {
      long[] target = new long[ELEMENTS];
      try (Directory folder = new MMapDirectory(from.getParent());
          IndexInput file = folder.openInput(from.getFileName().toString(), IOContext.DEFAULT)) {
        file.readLongs(target, 0, ELEMENTS);
      }
      return target;
    }
  }

  private static final class Netty {
    static Object lease() {
      ByteBuf block = PooledByteBufAllocator.DEFAULT.directBuffer(LEASED_BYTES);
      try {
        return (long) block.setByte(LEASED_BYTES - 1, 1).getByte(LEASED_BYTES - 1);
      } finally {
        block.release();
      }
    }
  }

  private static final class ZstdJni {
    static Object compress(byte[] text) {
      return Zstd.compress(text);
    }
  }

  private static final class Aircompressor {
    static Object compress(byte[] text) {
      ZstdJavaCompressor compressor = new ZstdJavaCompressor();
      byte[] compressed = new byte[compressor.maxCompressedLength(text.length)];
      int length = compressor.compress(text, 0, text.length, compressed, 0, compressed.length);
      return Arrays.copyOf(compressed, length);
    }
  }
}

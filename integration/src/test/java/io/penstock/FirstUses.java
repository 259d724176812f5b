package io.penstock;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Packing;
import io.penstock.file.ArrayFile;
import io.penstock.file.FileEngines;
import io.penstock.file.Raw;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.stream.ArrayDataOutputStream;
import io.penstock.text.Lines;
import io.penstock.tree.FileCopy;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPOutputStream;

/// A program that does one small thing, with the JDK or with this library, and ends.
final class FirstUses {
  private static final int ELEMENTS = 1024;

  private FirstUses() {}

  /// Arguments: what, `jdk` or `penstock`, an existing file of 8 KiB, one that there is not.
  public static void main(String[] arguments) throws IOException {
    Path from = Path.of(arguments[2]);
    Path to = Path.of(arguments[3]);
    if (arguments[1].equals("jdk")) {
      Jdk.use(arguments[0], from, to);
    } else {
      Penstock.use(arguments[0], from, to);
    }
  }

  private static final class Jdk {
    static void use(String what, Path from, Path to) throws IOException {
      switch (what) {
        case "read" -> Files.readAllBytes(from);
        case "create" -> Files.write(to, new byte[8 * ELEMENTS]);
        case "stream" -> {
          try (DataOutputStream out =
              new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(to)))) {
            out.writeInt(1);
          }
        }
        case "gzip" -> {
          try (OutputStream out = new GZIPOutputStream(OutputStream.nullOutputStream())) {
            out.write(new byte[1000]);
          }
        }
        case "lines" -> {
          try (var lines = Files.lines(from)) {
            long _ = lines.count();
          }
        }
        case "copy" -> Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        case "lease" -> ByteBuffer.allocateDirect(4096).put(0, (byte) 1);
        default -> throw new IllegalArgumentException(what);
      }
    }
  }

  private static final class Penstock {
    static void use(String what, Path from, Path to) throws IOException {
      switch (what) {
        case "read" -> Read.from(from);
        case "create" -> Create.at(to);
        case "stream" -> Stream.to(to);
        case "copy" -> Copy.of(from, to);
        case "gzip" -> Gzip.some();
        case "lines" -> Text.of(from);
        case "lease" -> Memory.lease();
        case "bind" -> FileEngines.bind();
        default -> throw new IllegalArgumentException(what);
      }
    }
  }

  // A class for each, so that none is loaded for another.

  private static final class Read {
    static void from(Path file) throws IOException {
      Raw format = Raw.of(ElementType.DOUBLE, ByteOrder.nativeOrder(), Shape.of(ELEMENTS));
      try (ArrayFile open = ArrayFile.open(file, format)) {
        open.read(new double[ELEMENTS]);
      }
    }
  }

  private static final class Create {
    static void at(Path file) throws IOException {
      try (ArrayFile made = ArrayFile.create(file, ElementType.DOUBLE, Shape.of(ELEMENTS))) {
        made.write(new double[ELEMENTS]);
      }
    }
  }

  private static final class Stream {
    static void to(Path file) throws IOException {
      try (ArrayDataOutputStream out = ArrayDataOutputStream.create(file)) {
        out.writeInt(1);
      }
    }
  }

  private static final class Copy {
    static void of(Path from, Path to) throws IOException {
      long _ = FileCopy.of(from, to).run();
    }
  }

  private static final class Gzip {
    static void some() throws IOException {
      try (OutputStream out =
          Compression.output(OutputStream.nullOutputStream(), Packing.of(Codecs.gzip()))) {
        out.write(new byte[1000]);
      }
    }
  }

  private static final class Text {
    static void of(Path file) throws IOException {
      long _ = Lines.of(file).count();
    }
  }

  private static final class Memory {
    static void lease() {
      try (Lease lease = BufferPool.shared().lease(4096)) {
        lease.segment().fill((byte) 1);
      }
    }
  }
}

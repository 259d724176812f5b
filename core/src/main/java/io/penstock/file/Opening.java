package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// The opening of array files, step by step, with nothing left behind when a step fails.
final class Opening {
  private Opening() {}

  static ArrayFile npy(Path file, Access access) throws IOException {
    return open(file, access, new Header(file, access));
  }

  static ArrayFile raw(Path file, Raw format, Access access) throws IOException {
    return open(file, access, new Described(file, format));
  }

  static ArrayFile whole(Path file, ElementType type, ByteOrder order, Access access)
      throws IOException {
    return open(file, access, new Everything(file, type, order, access));
  }

  /// Of a file that was opened just now: who has asked already is not asked to do so again.
  private static long size(EngineFile file) throws IOException {
    if (file instanceof BootstrapFile) { // before AutoFile is loaded
      return file.size();
    }
    return file instanceof AutoFile auto ? auto.sizeAtOpening() : file.size();
  }

  /// Finds out what an open file holds. No lambda does: the first one takes a fresh JVM six
  /// milliseconds.
  interface Inspection {
    Format of(EngineFile file) throws IOException;
  }

  /// The header of a `.npy` file. One that is open for writing alone is opened once more to read
  /// it.
  private record Header(Path path, Access access) implements Inspection {
    @Override
    public Format of(EngineFile file) throws IOException {
      if (access.mode().reads()) {
        return read(path, file);
      }
      Optional<Path> opened = file.openPath();
      try (EngineFile readable =
          opened.isPresent()
              ? access.engine().reopen(path, opened.get(), OpenMode.READ)
              : access.engine().open(path, OpenMode.READ)) {
        return read(path, readable);
      }
    }

    static Npy read(Path path, EngineFile file) throws IOException {
      return Npy.read(path.toString(), size(file), new Bytes(file));
    }
  }

  /// The first bytes of a file.
  private record Bytes(EngineFile file) implements Npy.Source {
    @Override
    public void readFully(long offset, byte[] target) throws IOException {
      if (file.tryRead(offset, target, 0, target.length) == target.length) {
        return;
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(Math.max(1, target.length));
        file.read(offset, bytes, 0, target.length);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, target, 0, target.length);
      }
    }

    boolean isEmpty() throws IOException {
      try {
        readFully(0, new byte[1]);
        return false;
      } catch (TransferException _) {
        return true;
      }
    }
  }

  static Npy header(Path file, EngineFile source) throws IOException {
    return Header.read(file, source);
  }

  private record Described(Path path, Raw format) implements Inspection {
    @Override
    public Format of(EngineFile file) throws IOException {
      requireWhole(path, size(file), format);
      return format;
    }
  }

  private record Everything(Path path, ElementType type, ByteOrder order, Access access)
      implements Inspection {
    @Override
    public Format of(EngineFile file) throws IOException {
      long size = size(file);
      if (size == 0 && access.mode().reads() && !new Bytes(file).isEmpty()) {
        throw FormatException.of(
            path.toString(),
            0,
            "there are bytes, but the file tells a size of 0, as the kernel's own do; open a copy of it");
      }
      long rest = size % type.bytes();
      if (rest != 0) {
        throw FormatException.of(
            path.toString(),
            size - rest,
            String.format(
                Locale.ROOT, "%d bytes are left over, elements have %d", rest, type.bytes()));
      }
      return Raw.of(type, order, Shape.of(size / type.bytes()));
    }
  }

  private static ArrayFile open(Path file, Access access, Inspection inspection)
      throws IOException {
    EngineFile engineFile = access.engine().open(file, access.mode());
    boolean opened = false;
    try {
      Format format = inspection.of(engineFile);
      opened = true;
      FileHandle handle = new FileHandle(file, access, engineFile);
      return new ArrayFile(file, format, access, handle, new Completion.Plain(handle));
    } finally {
      if (!opened) {
        engineFile.close();
      }
    }
  }

  static void requireWhole(Path file, long size, Raw format) throws IOException {
    long end = format.dataOffset() + format.dataBytes();
    if (size < end) {
      throw FormatException.of(
          file.toString(),
          size,
          String.format(
              Locale.ROOT,
              "the file ends here, %d bytes short of %s elements of shape %s from byte %d on; check the description",
              end - size,
              format.type().label(),
              format.shape(),
              format.dataOffset()));
    }
  }
}

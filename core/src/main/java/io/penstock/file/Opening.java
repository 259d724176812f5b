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
import org.jspecify.annotations.Nullable;

/// The opening and creation of array files, step by step, with nothing left behind when a step
/// fails.
final class Opening {
  private Opening() {}

  static ArrayFile npy(Path file, Access access) throws IOException {
    return open(file, access, null, null, ByteOrder.nativeOrder());
  }

  static ArrayFile raw(Path file, Raw format, Access access) throws IOException {
    return open(file, access, format, null, ByteOrder.nativeOrder());
  }

  static ArrayFile whole(Path file, ElementType type, ByteOrder order, Access access)
      throws IOException {
    return open(file, access, null, type, order);
  }

  /// Opens a file of a described format, of elements of a type from its first byte to its last, or
  /// with the header of a `.npy` file. No lambda says which: the first one takes a fresh JVM six
  /// milliseconds.
  private static ArrayFile open(
      Path file,
      Access access,
      @Nullable Raw described,
      @Nullable ElementType elements,
      ByteOrder order)
      throws IOException {
    EngineFile engineFile = access.engine().open(file, access.mode());
    boolean opened = false;
    try {
      Format format;
      if (described != null) {
        requireWhole(file, size(engineFile), described);
        format = described;
      } else if (elements != null) {
        format = everything(file, elements, order, access, engineFile);
      } else {
        format = npyFormat(file, access, engineFile);
      }
      opened = true;
      FileHandle handle = new FileHandle(file, access, engineFile);
      return new ArrayFile(file, format, handle, new Completion(handle));
    } finally {
      if (!opened) {
        engineFile.close();
      }
    }
  }

  /// The header of a `.npy` file. One that is open for writing alone is opened once more to read
  /// it.
  private static Npy npyFormat(Path path, Access access, EngineFile file) throws IOException {
    if (access.mode().reads()) {
      return header(path, file);
    }
    Optional<Path> opened = file.openPath();
    try (EngineFile readable =
        opened.isPresent()
            ? access.engine().reopen(path, opened.get(), OpenMode.READ)
            : access.engine().open(path, OpenMode.READ)) {
      return header(path, readable);
    }
  }

  static Npy header(Path file, EngineFile source) throws IOException {
    return Npy.read(file.toString(), size(source), new Bytes(source));
  }

  private static Raw everything(
      Path path, ElementType type, ByteOrder order, Access access, EngineFile file)
      throws IOException {
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

  /// Of a file that was opened just now: who has asked already is not asked to do so again.
  private static long size(EngineFile file) throws IOException {
    if (file instanceof BootstrapFile) { // before AutoFile is loaded
      return file.size();
    }
    return file instanceof AutoFile auto ? auto.sizeAtOpening() : file.size();
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

  // ---- creation --------------------------------------------------------------------------------

  static ArrayFile create(Path file, Format format, Creation creation) throws IOException {
    // A switch would load a class.
    Creation.Appearance appearance = creation.appearance();
    if (appearance == Creation.Appearance.AT_ONCE) {
      return createInPlace(file, format, creation);
    }
    boolean replacing = appearance == Creation.Appearance.WHEN_COMPLETE;
    Publication publication = replacing ? Publication.of(file) : Publication.ofNew(file);
    return createBeside(file, publication, format, creation);
  }

  private static ArrayFile createInPlace(Path file, Format format, Creation creation)
      throws IOException {
    Publication.requireFolder(file);
    EngineFile made = creation.access().engine().create(file);
    MadeEntry entry = MadeEntry.ofNew(file, made);
    FileHandle handle;
    try {
      handle = prepare(file, made, format, creation);
    } catch (IOException | RuntimeException | Error e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(entry::remove);
      throw e;
    }
    return new ArrayFile(file, format, handle, new Completion(handle));
  }

  private static ArrayFile createBeside(
      Path file, Publication publication, Format format, Creation creation) throws IOException {
    FileHandle handle = prepare(publication, format, creation);
    Completion completion = new Completion(handle, publication, format.elementShape().size());
    return new ArrayFile(file, format, handle, completion);
  }

  /// A publication's temporary file with its header and its size.
  static FileHandle prepare(Publication publication, Format format, Creation creation)
      throws IOException {
    publication.create();
    try {
      Path file = publication.temporary();
      EngineFile made = creation.access().engine().open(file, OpenMode.READ_WRITE);
      return prepare(file, made, format, creation);
    } catch (IOException | RuntimeException | Error e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(publication::discard);
      throw e;
    }
  }

  /// A new file with its header and its size; it is closed where that fails.
  private static FileHandle prepare(Path file, EngineFile made, Format format, Creation creation)
      throws IOException {
    try {
      lay(made, format, creation.allocation());
    } catch (IOException | RuntimeException | Error e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(made::close);
      throw e;
    }
    return new FileHandle(file, creation.access(), made);
  }

  private static void lay(EngineFile file, Format format, Creation.Allocation allocation)
      throws IOException {
    long size = format.dataOffset() + format.dataBytes();
    if (allocation == Creation.Allocation.RESERVED) {
      file.reserve(size);
    } else {
      file.resize(size);
    }
    if (format instanceof Npy npy) {
      byte[] header = npy.header();
      if (file.tryWrite(0, header, 0, header.length) == header.length) {
        return;
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(header.length);
        bytes.copyFrom(MemorySegment.ofArray(header));
        file.write(0, bytes, 0, header.length);
      }
    }
  }
}

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

/// The opening and creation of array files, step by step, with nothing left behind when a step
/// fails.
final class Opening {
  private Opening() {}

  static ArrayFile npy(Path file, Access access) throws IOException {
    return open(file, access, engineFile -> header(file, access, engineFile));
  }

  static ArrayFile raw(Path file, Raw format, Access access) throws IOException {
    return open(
        file,
        access,
        engineFile -> {
          requireWhole(file, size(engineFile), format);
          return format;
        });
  }

  static ArrayFile whole(Path file, ElementType type, ByteOrder order, Access access)
      throws IOException {
    return open(
        file,
        access,
        engineFile -> {
          long size = size(engineFile);
          if (size == 0 && access.mode().reads() && hasBytes(engineFile)) {
            throw new FormatException(
                file.toString(),
                0,
                "there are bytes, but the file tells a size of 0, as the kernel's own do; open a copy of it");
          }
          long rest = size % type.bytes();
          if (rest != 0) {
            throw new FormatException(
                file.toString(),
                size - rest,
                String.format(
                    Locale.ROOT, "%d bytes are left over, elements have %d", rest, type.bytes()));
          }
          return Raw.of(type, order, Shape.of(size / type.bytes()));
        });
  }

  /// Of a file that was opened just now: who has asked already is not asked to do so again.
  private static long size(EngineFile file) throws IOException {
    return file instanceof AutoFile auto ? auto.sizeAtOpening() : file.size();
  }

  private static boolean hasBytes(EngineFile file) throws IOException {
    try {
      readFully(file, 0, new byte[1]);
      return true;
    } catch (TransferException _) {
      return false;
    }
  }

  /// Finds out what an open file holds.
  interface Inspection {
    Format of(EngineFile file) throws IOException;
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

  /// A file that is open for writing alone is opened once more to read its header.
  private static Npy header(Path file, Access access, EngineFile engineFile) throws IOException {
    if (access.mode().reads()) {
      return header(file, engineFile);
    }
    Optional<Path> opened = engineFile.openPath();
    try (EngineFile readable =
        opened.isPresent()
            ? access.engine().reopen(file, opened.get(), OpenMode.READ)
            : access.engine().open(file, OpenMode.READ)) {
      return header(file, readable);
    }
  }

  static Npy header(Path file, EngineFile source) throws IOException {
    return Npy.read(
        file.toString(), size(source), (offset, target) -> readFully(source, offset, target));
  }

  private static void readFully(EngineFile source, long offset, byte[] target) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(Math.max(1, target.length));
      source.read(offset, bytes, 0, target.length);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, target, 0, target.length);
    }
  }

  static void requireWhole(Path file, long size, Raw format) throws IOException {
    long end = format.dataOffset() + format.dataBytes();
    if (size < end) {
      throw new FormatException(
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

  static ArrayFile create(Path file, Format format, Creation creation) throws IOException {
    return switch (creation.appearance()) {
      case AT_ONCE -> createInPlace(file, format, creation);
      case WHEN_COMPLETE -> createBeside(file, Publication.of(file), format, creation);
      case NEW_WHEN_COMPLETE -> createBeside(file, Publication.ofNew(file), format, creation);
    };
  }

  private static ArrayFile createInPlace(Path file, Format format, Creation creation)
      throws IOException {
    Publication.requireFolder(file);
    EngineFile made = creation.access().engine().create(file);
    MadeEntry entry;
    try {
      entry = MadeEntry.of(file);
    } catch (IOException e) {
      made.close();
      throw e;
    }
    FileHandle handle = prepare(file, made, format, creation, entry::remove);
    return new ArrayFile(file, format, creation.access(), handle, new Completion.Plain(handle));
  }

  private static ArrayFile createBeside(
      Path file, Publication publication, Format format, Creation creation) throws IOException {
    FileHandle handle = prepare(publication, format, creation);
    Completion completion =
        new Completion.Published(handle, publication, format.elementShape().size());
    return new ArrayFile(file, format, creation.access(), handle, completion);
  }

  /// A publication's temporary file with its header and its size.
  static FileHandle prepare(Publication publication, Format format, Creation creation)
      throws IOException {
    publication.create();
    EngineFile made;
    try {
      made = creation.access().engine().open(publication.temporary(), OpenMode.READ_WRITE);
    } catch (IOException | RuntimeException | Error e) {
      publication.discard();
      throw e;
    }
    return prepare(publication.temporary(), made, format, creation, publication::discard);
  }

  /// A new file with its header and its size.
  ///
  /// @param discard what becomes of the file where that fails
  private static FileHandle prepare(
      Path file, EngineFile made, Format format, Creation creation, Failures.Step discard)
      throws IOException {
    Failures failures = new Failures();
    failures.of(() -> lay(made, format, creation.allocation()));
    if (failures.any()) {
      failures.of(made::close);
      failures.of(discard);
    }
    failures.rethrow();
    return new FileHandle(file, creation.access(), made);
  }

  private static void lay(EngineFile file, Format format, Creation.Allocation allocation)
      throws IOException {
    long size = format.dataOffset() + format.dataBytes();
    switch (allocation) {
      case RESERVED -> file.reserve(size);
      case SPARSE -> file.resize(size);
    }
    if (format instanceof Npy npy) {
      byte[] header = npy.header();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(header.length);
        bytes.copyFrom(ElementType.segment(header));
        file.write(0, bytes, 0, header.length);
      }
    }
  }
}

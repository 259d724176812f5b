package io.penstock.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// The creation of array files, step by step, with nothing left behind when a step fails.
final class ArrayFileCreation {
  private ArrayFileCreation() {}

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
    MadeEntry entry;
    try {
      entry = MadeEntry.of(file);
    } catch (IOException e) {
      made.close();
      throw e;
    }
    FileHandle handle;
    try {
      handle = prepare(file, made, format, creation);
    } catch (IOException | RuntimeException | Error e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(entry::remove);
      throw e;
    }
    return new ArrayFile(file, format, creation.access(), handle, new Completion(handle));
  }

  private static ArrayFile createBeside(
      Path file, Publication publication, Format format, Creation creation) throws IOException {
    FileHandle handle = prepare(publication, format, creation);
    Completion completion = new Completion(handle, publication, format.elementShape().size());
    return new ArrayFile(file, format, creation.access(), handle, completion);
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

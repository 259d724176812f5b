package io.penstock.file;

import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// A file of which no more than so many bytes are had at once without a wait.
final class PartedFile extends ForwardedFile {
  final List<String> asked = new ArrayList<>();
  long now = Long.MAX_VALUE;
  long ofArrays = Long.MAX_VALUE;

  PartedFile(EngineFile file) {
    super(file);
  }

  @Override
  public long readNow(long offset, MemorySegment target, long at, long length) throws IOException {
    asked.add("now " + offset + " " + length);
    long n = Math.min(now, length);
    file.read(offset, target, at, n);
    return n;
  }

  @Override
  public long tryReadNow(long offset, Object array, long at, long length) throws IOException {
    asked.add("array " + offset + " " + at + " " + length);
    return file.tryRead(offset, array, at, Math.min(ofArrays, length));
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    asked.add("read " + offset + " " + length);
    file.read(offset, target, at, length);
  }

  @Override
  public int ringDescriptor() {
    return file.ringDescriptor();
  }
}

package io.penstock.simulation;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.simulation.runtime.Calls;
import io.penstock.simulation.runtime.Draws;
import io.penstock.simulation.runtime.Simulation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A disk whose calls take virtual time, and fail from a drawn one on, or once. It knows what was
/// written since the last sync, so that a loss of power can take away any of it, in sectors.
final class SimulatedDisk implements FileEngine, AutoCloseable {
  private static final int SECTOR = 512;

  private final Simulation simulation;
  private final Draws draws;
  private final FileEngine real = FileEngines.of(FileEngine.Channel.class);
  private final long delayNanos;
  private final Map<Path, Unsynced> unsynced = new HashMap<>();
  private final Set<EngineFile> files = new LinkedHashSet<>();
  private long callsUntilFault = Long.MAX_VALUE;
  private boolean lasting;
  private long faults;

  SimulatedDisk(Simulation simulation) {
    this.simulation = simulation;
    this.draws = simulation.draws();
    this.delayNanos = draws.spread(1_000, 10_000_000);
  }

  /// The longest time that a call takes.
  long delayNanos() {
    return delayNanos;
  }

  /// Lets a later call fail.
  ///
  /// @param calls how many come before it
  /// @param on whether all that follow fail too
  void failAfter(long calls, boolean on) {
    callsUntilFault = calls;
    lasting = on;
  }

  /// How many calls have failed.
  long faults() {
    return faults;
  }

  private void pass(String call, Path file) throws IOException {
    Calls.parkNanos(1 + draws.below(delayNanos));
    if (callsUntilFault-- <= 0) {
      callsUntilFault = lasting ? 0 : Long.MAX_VALUE;
      faults++;
      simulation.note(call + " fails");
      throw new IOException(file + ": cannot " + call + ": EIO: the device failed");
    }
  }

  /// What a file had at its last sync, and what was written since.
  private static final class Unsynced {
    private byte[] image;
    private final List<Write> writes = new ArrayList<>();

    Unsynced(byte[] image) {
      this.image = image;
    }
  }

  private static final class Write {
    private final long offset;
    private final byte[] bytes;

    Write(long offset, byte[] bytes) {
      this.offset = offset;
      this.bytes = bytes;
    }
  }

  /// Leaves a file as a loss of power may: any sectors written since the last sync are lost.
  void losePower(Path file) throws IOException {
    Unsynced open = unsynced.get(file.toRealPath());
    if (open == null) {
      return;
    }
    try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
      disk.setLength(0);
      disk.write(open.image);
      for (Write write : open.writes) {
        if (draws.below(3) > 0) {
          keepSectors(disk, write);
        }
      }
    }
  }

  private void keepSectors(RandomAccessFile disk, Write write) throws IOException {
    boolean whole = draws.below(2) == 0;
    int at = 0;
    while (at < write.bytes.length) {
      long offset = write.offset + at;
      int n = (int) Math.min(write.bytes.length - at, SECTOR - offset % SECTOR);
      if ((whole || draws.below(2) == 0) && offset <= disk.length()) {
        disk.seek(offset);
        disk.write(write.bytes, at, n);
      }
      at += n;
    }
  }

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    pass("open", file);
    return of(file, real.open(file, mode));
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    pass("create", file);
    return of(file, real.create(file));
  }

  private EngineFile of(Path file, EngineFile opened) throws IOException {
    files.add(opened);
    Path real = file.toRealPath();
    Unsynced open = unsynced.get(real);
    if (open == null) {
      open = new Unsynced(Files.readAllBytes(file));
      unsynced.put(real, open);
    }
    return new Timed(file, opened, open);
  }

  /// Closes what processes that were killed have left open.
  @Override
  public void close() throws IOException {
    for (EngineFile file : files) {
      file.close();
    }
  }

  private final class Timed implements EngineFile {
    private final Path path;
    private final EngineFile file;
    private final Unsynced open;

    Timed(Path path, EngineFile file, Unsynced open) {
      this.path = path;
      this.file = file;
      this.open = open;
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      pass("read", path);
      file.read(offset, target, at, length);
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      pass("write", path);
      byte[] bytes = source.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
      file.write(offset, source, at, length);
      open.writes.add(new Write(offset, bytes));
    }

    @Override
    public void sync() throws IOException {
      pass("sync", path);
      open.image = Files.readAllBytes(path);
      open.writes.clear();
    }

    @Override
    public boolean cached(long offset, long length) {
      return false;
    }

    @Override
    public int preferredBytes() {
      return file.preferredBytes();
    }

    @Override
    public int alignment() {
      return file.alignment();
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void reserve(long size) throws IOException {
      pass("reserve", path);
      file.reserve(size);
    }

    @Override
    public void resize(long size) throws IOException {
      pass("resize", path);
      file.resize(size);
    }

    @Override
    public String explain() {
      return "simulated";
    }

    @Override
    public void close() throws IOException {
      files.remove(file);
      file.close();
    }
  }
}

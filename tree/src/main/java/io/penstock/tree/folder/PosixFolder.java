package io.penstock.tree.folder;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FolderCalls;
import io.penstock.ffi.InodeAttributes;
import io.penstock.file.FileErrors;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A folder by its descriptor: openat(2) and its kin.
final class PosixFolder implements Folder {
  /// O_NONBLOCK of asm-generic/fcntl.h (v6.1): a pipe that has taken a file's place must not make
  /// us wait.
  private static final int NO_WAIT = 04000;

  /// O_RDONLY | O_CLOEXEC | O_NONBLOCK.
  static final int READ = 02000000 | NO_WAIT;

  /// O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC of asm-generic/fcntl.h (v6.1): what is written may be
  /// read back.
  private static final int NEW = 02 | 0100 | 0200 | 02000000;

  /// arch/arm64/include/uapi/asm/fcntl.h has values of its own; the others are the generic ones.
  private static final boolean ARM = "aarch64".equals(System.getProperty("os.arch"));

  static final int NO_FOLLOW = ARM ? 0100000 : 0400000;
  private static final int FOLDER = ARM ? 040000 : 0200000;

  static final int BASIC = 0x7ff; // STATX_BASIC_STATS, linux/stat.h (v6.1)
  private static final int INODE = 0x100; // STATX_INO

  // The offsets of the fields of struct statx (linux/stat.h, v6.1).
  private static final int STX_NLINK = 16;
  private static final int STX_UID = 20;
  private static final int STX_GID = 24;
  private static final int STX_MODE = 28;
  private static final int STX_INO = 32;
  private static final int STX_SIZE = 40;
  private static final int STX_BLOCKS = 48;
  private static final int STX_ATIME = 64;
  private static final int STX_MTIME = 112;
  private static final int STX_DEV_MAJOR = 136;
  private static final int STX_DEV_MINOR = 140;

  private static final int MODE_BITS = 07777;
  private static final int BLOCK = 512;
  private static final int HALF = 32;
  private static final long LOWER = 0xffff_ffffL;

  private static final byte[] SELF = {'.'};
  private static final int ENTRIES = 32 << 10;

  private final FolderCalls calls;
  private final int descriptor;

  PosixFolder(FolderCalls calls, int descriptor) {
    this.calls = calls;
    this.descriptor = descriptor;
  }

  @Override
  public boolean list(Sink sink) throws IOException {
    Block block = BufferPool.shared().take(ENTRIES);
    try {
      MemorySegment entries = block.memory();
      long bytes = calls.entries(descriptor, entries.address(), ENTRIES);
      if (bytes < 0) {
        throw failure(SELF, (int) -bytes);
      }
      Cursor cursor = new Cursor(entries);
      while (cursor.next(bytes)) {
        sink.entry(cursor);
      }
      return bytes > 0;
    } finally {
      block.release();
    }
  }

  @Override
  public Folder folder(byte[] name) throws IOException {
    int opened = openat(name, READ | FOLDER | NO_FOLLOW, 0);
    return new PosixFolder(calls, opened);
  }

  /// An entry's descriptor. A link is refused, whatever the flags. Waits for nobody at the other
  /// end of a pipe, but for who has a lease on the file (fcntl(2)), as servers of network file
  /// systems have, and gives it back in time.
  private int openat(byte[] name, int flags, int mode) throws IOException {
    int opened = repeated(name, flags | NO_FOLLOW, mode);
    if (opened == -Errno.EAGAIN) {
      opened = repeated(name, (flags | NO_FOLLOW) & ~NO_WAIT, mode);
    }
    require(name, opened);
    return opened;
  }

  private int repeated(byte[] name, int flags, int mode) throws IOException {
    int opened;
    do {
      opened = calls.open(descriptor, address(name), flags, mode);
    } while (opened == -Errno.EINTR);
    return opened;
  }

  @Override
  public Folder again() throws IOException {
    return folder(SELF);
  }

  private long address(byte[] name) throws IOException {
    if (name.length >= FolderCalls.LONGEST_NAME) {
      throw failure(name, Errno.ENAMETOOLONG);
    }
    return calls.name(name);
  }

  @Override
  public EntryFacts facts(byte[] name) throws IOException {
    return facts(name, address(name), 0);
  }

  @Override
  public Optional<EntryFacts> find(byte[] name) throws IOException {
    int result = statx(address(name), 0, BASIC);
    if (result == -Errno.ENOENT) {
      return Optional.empty(); // an exception would take longer than the call
    }
    require(name, result);
    return Optional.of(facts(calls.cells()));
  }

  @Override
  public EntryFacts facts() throws IOException {
    return facts(SELF, address(new byte[0]), FolderCalls.EMPTY_PATH);
  }

  @Override
  public FileId id() throws IOException {
    MemorySegment cells = calls.cells();
    stat(SELF, address(new byte[0]), FolderCalls.EMPTY_PATH, INODE);
    return id(cells);
  }

  private EntryFacts facts(byte[] name, long address, int flags) throws IOException {
    stat(name, address, flags, BASIC);
    return facts(calls.cells());
  }

  private void stat(byte[] name, long address, int flags, int mask) throws IOException {
    require(name, statx(address, flags, mask));
  }

  private int statx(long address, int flags, int mask) {
    long cells = calls.cells().address();
    return calls.statx(descriptor, address, flags | FolderCalls.NO_FOLLOW, mask, cells);
  }

  @Override
  public OpenFile open(byte[] name) throws IOException {
    PosixOpenFile file = new PosixOpenFile(calls, openat(name, READ, 0));
    try {
      EntryType type = file.openedAs().type();
      if (type != EntryType.FILE) {
        throw new FileSystemException(Names.text(name), null, "is no regular file any more");
      }
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public OpenFile create(byte[] name, int mode, byte[] replaced) throws IOException {
    InodeAttributes kept = replaced(replaced);
    return kept == null
        ? new PosixOpenFile(calls, openat(name, NEW, mode))
        : new PosixOpenFile(calls, openat(name, NEW, OpenFile.PRIVATE), kept);
  }

  /// @return null where there is no regular file of this name
  private @Nullable InodeAttributes replaced(byte[] name) throws IOException {
    Optional<EntryFacts> there = find(name);
    if (there.isEmpty() || !Folder.isReplaced(name, there.get().type())) {
      return null;
    }
    int opened = InodeAttributes.open(calls, descriptor, name);
    if (opened == -Errno.EACCES || opened == -Errno.EPERM) {
      return InodeAttributes.unopened(calls, descriptor, name);
    }
    require(name, opened);
    try (PosixOpenFile _ = new PosixOpenFile(calls, opened)) {
      return InodeAttributes.of(calls, opened);
    }
  }

  @Override
  public int makeFolder(byte[] name, int mode) throws IOException {
    require(name, calls.makeFolder(descriptor, address(name), mode));
    int given = facts(name).mode();
    if ((given & OWNERS) != OWNERS) {
      int result = calls.setMode(descriptor, address(name), given | OWNERS, FolderCalls.NO_FOLLOW);
      require(name, result);
    }
    return given;
  }

  @Override
  public byte[] readLink(byte[] name) throws IOException {
    MemorySegment text = calls.text();
    long bytes = calls.readLink(descriptor, address(name), text.address(), text.byteSize());
    require(name, bytes);
    return text.asSlice(0, bytes).toArray(JAVA_BYTE);
  }

  @Override
  public void makeLink(byte[] name, byte[] text) throws IOException {
    if (text.length >= FolderCalls.LONGEST_NAME) {
      throw failure(name, Errno.ENAMETOOLONG);
    }
    long target = calls.secondName(text);
    require(name, calls.makeLink(target, descriptor, address(name)));
  }

  @Override
  public void makeName(byte[] file, FileId id, Folder to, byte[] name) throws IOException {
    long second = calls.secondName(name);
    require(name, calls.link(descriptor, address(file), ((PosixFolder) to).descriptor, second));
    try {
      if (!FileId.of(to.facts(name)).equals(id)) {
        throw new FileSystemException(Names.text(file), null, "was replaced while it was linked");
      }
    } catch (IOException e) {
      to.remove(name);
      throw e;
    }
  }

  @Override
  public void rename(byte[] name, byte[] to) throws IOException {
    long second = calls.secondName(to);
    require(to, calls.rename(descriptor, address(name), descriptor, second));
  }

  @Override
  public void remove(byte[] name) throws IOException {
    require(name, calls.remove(descriptor, address(name), 0));
  }

  @Override
  public void setOwner(byte[] name, int owner, int group) throws IOException {
    require(name, calls.setOwner(descriptor, address(name), owner, group, FolderCalls.NO_FOLLOW));
  }

  @Override
  public void setTimes(byte[] name, Instant accessed, Instant modified) throws IOException {
    long times = PosixOpenFile.times(calls, accessed, modified);
    require(name, calls.setTimes(descriptor, address(name), times, FolderCalls.NO_FOLLOW));
  }

  @Override
  public void setMode(int mode) throws IOException {
    require(SELF, calls.setMode(descriptor, mode));
  }

  @Override
  public int modeWithoutList(int mode) throws IOException {
    return AccessList.modeWithout(calls, descriptor, mode);
  }

  @Override
  public void takeAttributes(Folder from) throws IOException {
    PosixOpenFile.takeAttributes(calls, ((PosixFolder) from).descriptor, descriptor);
  }

  @Override
  public void sync() throws IOException {
    int result = calls.sync(descriptor);
    if (!Errno.saysUnsupported(-result)) { // no file system does more than it can
      require(SELF, result);
    }
  }

  static IOException failure(byte[] name, int errno) {
    return FileErrors.opening(Names.path(name), errno, Errno.describe(errno));
  }

  static void require(byte[] name, long result) throws IOException {
    if (result < 0) {
      throw failure(name, (int) -result);
    }
  }

  @Override
  public void close() {
    if (descriptor >= 0) {
      int _ = calls.close(descriptor); // nothing was written through it
    }
  }

  private static FileId id(MemorySegment stat) {
    return new FileId(device(stat), stat.get(JAVA_LONG_UNALIGNED, STX_INO));
  }

  private static long device(MemorySegment stat) {
    long major = stat.get(JAVA_INT_UNALIGNED, STX_DEV_MAJOR);
    return (major << HALF) | (stat.get(JAVA_INT_UNALIGNED, STX_DEV_MINOR) & LOWER);
  }

  static EntryFacts facts(MemorySegment stat) {
    int mode = stat.get(JAVA_SHORT_UNALIGNED, STX_MODE);
    return new EntryFacts(
        NameList.ofMode(mode),
        mode & MODE_BITS,
        stat.get(JAVA_INT_UNALIGNED, STX_UID),
        stat.get(JAVA_INT_UNALIGNED, STX_GID),
        stat.get(JAVA_INT_UNALIGNED, STX_NLINK) & LOWER,
        stat.get(JAVA_LONG_UNALIGNED, STX_SIZE),
        stat.get(JAVA_LONG_UNALIGNED, STX_BLOCKS) * BLOCK,
        device(stat),
        stat.get(JAVA_LONG_UNALIGNED, STX_INO),
        time(stat, STX_MTIME),
        time(stat, STX_ATIME));
  }

  private static Instant time(MemorySegment stat, long at) {
    return Instant.ofEpochSecond(
        stat.get(JAVA_LONG_UNALIGNED, at), stat.get(JAVA_INT_UNALIGNED, at + Long.BYTES));
  }

  /// A place in a buffer of struct linux_dirent64 (getdents(2)).
  private final class Cursor implements Found {
    private static final int LENGTH = 16;
    private static final int TYPE = 18;
    private static final int NAME = 19;
    private static final int SHORT = 0xffff;

    private final MemorySegment entries;
    private long at;
    private long next;
    private int nameBytes;
    private @Nullable EntryType resolved;
    private @Nullable IOException failure; // why it could not be looked at

    Cursor(MemorySegment entries) {
      this.entries = entries;
    }

    boolean next(long end) {
      while (next < end) {
        at = next;
        next = at + (entries.get(JAVA_SHORT_UNALIGNED, at + LENGTH) & SHORT);
        nameBytes = length();
        if (!isDots()) {
          resolved = null;
          failure = null;
          return true;
        }
      }
      return false;
    }

    // The zero byte is among the record's last eight.
    private int length() {
      long end = Math.max(at + NAME, next - Long.BYTES);
      while (entries.get(JAVA_BYTE, end) != 0) {
        end++;
      }
      return (int) (end - at - NAME);
    }

    private boolean isDots() {
      return nameBytes <= 2
          && entries.get(JAVA_BYTE, at + NAME) == '.'
          && (nameBytes == 1 || entries.get(JAVA_BYTE, at + NAME + 1) == '.');
    }

    @Override
    public EntryType type() {
      int type = entries.get(JAVA_BYTE, at + TYPE);
      return type == 0 ? resolved() : NameList.ofListing(type);
    }

    // Some file systems list no types.
    private EntryType resolved() {
      EntryType known = resolved;
      if (known == null) {
        try {
          known = facts().type();
        } catch (IOException e) {
          known = EntryType.OTHER; // who asks for more is told why
          failure = e;
        }
        resolved = known;
      }
      return known;
    }

    @Override
    public int nameBytes() {
      return nameBytes;
    }

    @Override
    public void copyName(byte[] target, int to) {
      MemorySegment.copy(entries, JAVA_BYTE, at + NAME, target, to, nameBytes);
    }

    @Override
    public EntryFacts facts() throws IOException {
      IOException known = failure;
      if (known != null) {
        throw known;
      }
      int result = statx(entries.address() + at + NAME, 0, BASIC);
      if (result < 0) {
        throw failure(name(), -result);
      }
      return PosixFolder.facts(calls.cells());
    }
  }
}

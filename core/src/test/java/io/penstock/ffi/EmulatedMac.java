package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The C library of macOS, as far as [MacLibC] calls it, played by the one of Linux: numbers and
/// structures that macOS has not got fail a test.
public final class EmulatedMac implements LibC.Functions {
  /// As on AArch64.
  static final int PAGE = 16 << 10;

  private static final int MAC_FLAGS = 0x1 | 0x2 | 0x4 | 0x200 | 0x800 | 0x1000000;

  final Map<String, Signature> asked = new TreeMap<>();

  /// What fcntl(2) and msync(2) were asked for.
  final List<String> controls = Collections.synchronizedList(new ArrayList<>());

  /// An error number for all of fcntl(2); 0 for none.
  volatile int refusal;

  /// What stands for descriptor 0; -1 while standard input has it, -2 until a file is opened.
  private int nought = -1;

  private final LinuxLibC linux = (LinuxLibC) NativeAccess.libc().orElseThrow();

  /// The functions of a Mac with the processor of this architecture.
  LibC libc(String architecture) {
    return new MacLibC(this, architecture);
  }

  /// Those of one with AArch64.
  public LibC libc() {
    return libc("aarch64");
  }

  /// Has all of fcntl(2) fail from now on.
  ///
  /// @param errno as macOS has it
  public void refuse(int errno) {
    refusal = errno;
  }

  /// Closes standard input: the file that is opened next has its descriptor, 0, which no transfer
  /// knows.
  public void closeInput() {
    nought = -2;
  }

  private int real(long descriptor) {
    return descriptor == 0 && nought >= 0 ? nought : (int) descriptor;
  }

  /// What was asked for beside transfers.
  public List<String> controls() {
    return controls;
  }

  @Override
  public MethodHandle function(String name, Signature signature) {
    asked.put(name, signature);
    int count = signature.type().argumentLayouts().size();
    MethodType type =
        MethodType.methodType(long.class, Collections.nCopies(count, long.class))
            .insertParameterTypes(0, MemorySegment.class);
    try {
      return MethodHandles.lookup().bind(this, name.replace("$INODE64", ""), type);
    } catch (ReflectiveOperationException e) {
      throw (Error) new UnsatisfiedLinkError("no symbol " + name).initCause(e);
    }
  }

  long open(MemorySegment errno, long name, long flags, long mode) {
    assertThat(flags & ~MAC_FLAGS).isZero();
    int same =
        (int) (flags & 3)
            | ((flags & 0x4) == 0 ? 0 : 04000)
            | ((flags & 0x200) == 0 ? 0 : 0100)
            | ((flags & 0x800) == 0 ? 0 : 0200)
            | ((flags & 0x1000000) == 0 ? 0 : 02000000);
    int descriptor = linux.open(name, same, (int) mode);
    if (descriptor >= 0 && nought == -2) {
      nought = descriptor;
      return 0;
    }
    return told(errno, descriptor);
  }

  long close(MemorySegment errno, long fd, long b, long c, long d, long e, long f) {
    return told(errno, linux.close(real(fd)));
  }

  long ftruncate(MemorySegment errno, long fd, long size, long c, long d, long e, long f) {
    controls.add("ftruncate to " + size);
    return told(errno, linux.truncate(real(fd), size));
  }

  long getpagesize(MemorySegment errno, long a, long b, long c, long d, long e, long f) {
    return PAGE;
  }

  long mmap(MemorySegment errno, long at, long length, long prot, long flags, long fd, long from) {
    assertThat(flags).isEqualTo(1); // MAP_SHARED
    assertThat(from % PAGE).isZero();
    return told(errno, linux.map(real(fd), from, length, (prot & 2) != 0));
  }

  long munmap(MemorySegment errno, long at, long length, long c, long d, long e, long f) {
    return told(errno, linux.unmap(at, length));
  }

  long madvise(MemorySegment errno, long at, long length, long advice, long d, long e, long f) {
    controls.add("madvise " + advice); // the pages of Linux are smaller: others' would be advised
    return 0;
  }

  long msync(MemorySegment errno, long at, long length, long flags, long d, long e, long f) {
    assertThat(flags).isEqualTo(0x10); // MS_SYNC
    controls.add("msync of " + length);
    return 0;
  }

  long fsync(MemorySegment errno, long fd, long b, long c, long d, long e, long f) {
    controls.add("fsync");
    return told(errno, linux.sync(real(fd)));
  }

  long fcntl(MemorySegment errno, long fd, long command, long argument) {
    controls.add(control((int) command, argument));
    return refusal == 0 ? 0 : failed(errno, refusal);
  }

  private static String control(int command, long argument) {
    return switch (command) {
      case 42 -> preallocated(at(argument, 32));
      case 44 -> advised(at(argument, 16));
      case 48 -> "F_NOCACHE " + argument;
      case 51 -> "F_FULLFSYNC";
      default -> throw new AssertionError("fcntl " + command);
    };
  }

  private static String preallocated(MemorySegment store) {
    assertThat(store.get(JAVA_INT, 0)).isEqualTo(4); // F_ALLOCATEALL
    assertThat(store.get(JAVA_INT, 4)).isEqualTo(3); // F_PEOFPOSMODE
    assertThat(store.get(JAVA_LONG, 8)).isZero();
    return "F_PREALLOCATE " + store.get(JAVA_LONG, 16);
  }

  private static String advised(MemorySegment range) {
    return "F_RDADVISE " + range.get(JAVA_LONG, 0) + " " + range.get(JAVA_INT, 8);
  }

  long stat(MemorySegment errno, long name, long target, long c, long d, long e, long f) {
    int descriptor = linux.open(name, 010000000, 0); // O_PATH
    if (descriptor < 0) {
      return told(errno, descriptor);
    }
    boolean regular = linux.isRegular(LibC.SCRATCH.get(), name);
    long result = filled(descriptor, regular, at(target, 144));
    int _ = linux.close(descriptor);
    return result;
  }

  long fstat(MemorySegment errno, long fd, long target, long c, long d, long e, long f) {
    long size = linux.size(real(fd));
    return size < 0 ? told(errno, size) : filled(real(fd), true, at(target, 144));
  }

  private long filled(int descriptor, boolean regular, MemorySegment stat) {
    long size = linux.size(descriptor);
    String[] key = linux.fileKey(descriptor).orElseThrow().split("[(),=]", -1);
    stat.fill((byte) 0x55);
    stat.set(JAVA_INT, 0, (int) Long.parseLong(key[2], 16));
    stat.set(JAVA_SHORT, 4, (short) (regular ? 0100644 : 040755));
    stat.set(JAVA_LONG, 8, Long.parseLong(key[4]));
    stat.set(JAVA_LONG, 96, size);
    return 0;
  }

  private static long told(MemorySegment errno, long result) {
    return result >= 0 ? result : failed(errno, ofMac((int) -result));
  }

  private static int ofMac(int number) {
    return switch (number) {
      case Errno.EAGAIN -> 35;
      case Errno.ELOOP -> 62;
      case Errno.ENAMETOOLONG -> 63;
      default -> number;
    };
  }

  private static long failed(MemorySegment errno, int number) {
    errno.set(JAVA_INT, 0, number);
    return -1;
  }

  @SuppressWarnings("restricted")
  private static MemorySegment at(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }
}

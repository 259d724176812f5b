package io.penstock.faults;

import java.util.List;
import java.util.Locale;

/// A failure of a system call, or a transfer that moves less than it was asked to.
@SuppressWarnings("ImmutableEnumChecker") // its list is List.of
enum Fault {
  /// Half of the bytes are moved.
  HALF(-1),
  /// Nothing is moved, and that is no error.
  ZERO(-2),
  EPERM(1, "Operation not permitted"),
  EINTR(4, "Interrupted system call"),
  EIO(5, "Input/output error"),
  EAGAIN(11, "Resource temporarily unavailable"),
  ENOMEM(12, "Cannot allocate memory", "out of memory", "Map failed", "no memory"),
  EACCES(13, "Permission denied", "AccessDenied"),
  EBUSY(16, "Device or resource busy"),
  EXDEV(18, "Invalid cross-device link"),
  ENODEV(19, "No such device"),
  EINVAL(22, "Invalid argument"),
  ENFILE(23, "Too many open files in system"),
  EMFILE(24, "Too many open files"),
  EFBIG(27, "File too large"),
  ENOSPC(28, "No space left on device"),
  EROFS(30, "Read-only file system"),
  EMLINK(31, "Too many links"),
  EPIPE(32, "Broken pipe"),
  ENOLCK(37, "No locks available"),
  ENOSYS(38, "Function not implemented"),
  EOPNOTSUPP(95, "Operation not supported"),
  EADDRINUSE(98, "Address already in use"),
  EADDRNOTAVAIL(99, "Cannot assign requested address"),
  ENETUNREACH(101, "Network is unreachable"),
  ECONNABORTED(103, "Software caused connection abort"),
  ECONNRESET(104, "Connection reset"),
  ENOBUFS(105, "No buffer space available"),
  ETIMEDOUT(110, "Connection timed out"),
  ECONNREFUSED(111, "Connection refused"),
  ESTALE(116, "Stale file handle"),
  EDQUOT(122, "Disk quota exceeded"),
  ECANCELED(125, "Operation canceled");

  private final int number;
  private final List<String> words;

  Fault(int number, String... words) {
    this.number = number;
    this.words = List.of(words);
  }

  /// As the preloaded library takes it.
  int number() {
    return number;
  }

  /// Whether a call that meets it is neither repeated nor gone on with.
  boolean ends() {
    return number > 0 && this != EINTR && this != EAGAIN;
  }

  /// Whether a message tells this cause: by the error's name, in the C library's words, or in the
  /// JDK's.
  boolean isToldBy(String message) {
    return number < 0
        || message.contains(name())
        || words.stream().anyMatch(word -> containsAnyCase(message, word));
  }

  private static boolean containsAnyCase(String message, String word) {
    return message.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return number < 0 ? name().toLowerCase(Locale.ROOT) : name();
  }

  static Fault named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}

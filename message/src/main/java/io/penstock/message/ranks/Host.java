package io.penstock.message.ranks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// The machine that a rank runs on, as a number that the ranks of another one do not have.
///
/// On Linux that is the kernel's number of its start together with the host name, which a container
/// or a namespace may have of its own; elsewhere the host name.
final class Host {
  private static final Path KERNEL = Path.of("/proc/sys/kernel");

  private Host() {}

  /// 128 bits of the machine's name.
  static long[] number() {
    return number(describe());
  }

  static long[] number(String name) {
    UUID number = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return new long[] {number.getMostSignificantBits(), number.getLeastSignificantBits()};
  }

  private static String describe() {
    try {
      return Files.readString(KERNEL.resolve("random/boot_id"))
          + Files.readString(KERNEL.resolve("hostname"));
    } catch (IOException e) {
      return localName();
    }
  }

  private static String localName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }
}

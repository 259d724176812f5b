package io.penstock.evaluate.arrays;

import java.util.stream.Stream;

/// The library's engines by name.
final class Engines {
  static final String AUTO = "auto";
  static final String POSIX = "posix";
  static final String DIRECT = "posix-direct";
  static final String MAPPED = "mapped";
  static final String CHANNEL = "channel";

  private Engines() {}

  /// Those that go through the page cache, the library's own choice first.
  static Stream<String> cached() {
    return Stream.of(AUTO, POSIX, MAPPED, CHANNEL);
  }

  /// Whether an approach is Penstock by one of the engines.
  static boolean isOne(String approach) {
    return Stream.concat(cached(), Stream.of(DIRECT))
        .anyMatch(engine -> approach.equals("penstock-" + engine));
  }
}

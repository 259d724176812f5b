package io.penstock.tree;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The paths that a walk visits, a character for a byte.
final class Walked {
  private Walked() {}

  static List<String> paths(TreeWalk walk) throws IOException {
    List<String> paths = Collections.synchronizedList(new ArrayList<>());
    TreeReport report =
        walk.forEach(
            entry -> {
              ByteArrayOutputStream path = new ByteArrayOutputStream();
              entry.writePath(path);
              paths.add(path.toString(ISO_8859_1));
            });
    if (!report.complete()) {
      throw report.first().getFirst();
    }
    return paths;
  }

  /// What `find -print0` printed.
  static List<String> found(String printed) {
    return printed.isEmpty()
        ? List.of()
        : List.of(printed.substring(0, printed.length() - 1).split("\0", -1));
  }
}

package io.penstock.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What may be left of a cell without any fault of the operation's.
final class Leftover {
  private Leftover() {}

  /// A pattern of resources.
  static String ignored(Cell cell) {
    String first = ignored(cell, cell.call());
    return first.isEmpty() && cell.after() instanceof Cell.Other then
        ? ignored(cell, then.call())
        : first;
  }

  private static String ignored(Cell cell, Call call) {
    return switch (call) {
      case GETDENTS ->
          // SecureDirectoryStream of JDK 25 closes one of two descriptors twice, the other never.
          cell.operation().endsWith(", java") ? "[0-9]+ descriptor of /.*" : "";
      case LOCK -> "[0-9]+ descriptor of .*[.]pos.*"; // the JDK closes no channel that stays locked
      case MUNMAP -> ".*mapping";
      default -> "";
    };
  }

  /// Whether a file may stay: one that could not be deleted, as the error says.
  static boolean mayStay(Cell cell, String file, String said) {
    return cell.isLasting(Call.UNLINK) || (cell.call() == Call.UNLINK && said.contains(file));
  }

  /// Temporary files below a folder.
  static List<String> temporary(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !file.equals(folder))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".tmp") || name.startsWith("."))
          .toList();
    }
  }
}

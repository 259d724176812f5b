package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/// The way past the page cache (O_DIRECT), which some file systems refuse.
final class PastCache {
  private PastCache() {}

  /// An approach that moves past the page cache: missing where the file system refuses that.
  static Approach by(Approach way) {
    return (task, array) -> {
      require(task.file());
      return way.prepare(task, array);
    };
  }

  /// Makes sure that a file can be opened so.
  ///
  /// @throws AbsentException if it can only be opened through the page cache
  /// @throws IOException if it cannot be opened at all
  static void require(Path file) throws AbsentException, IOException {
    FileChannel.open(file, StandardOpenOption.READ).close();
    try {
      FileChannel.open(file, StandardOpenOption.READ, option()).close();
    } catch (IOException | UnsupportedOperationException e) {
      throw new AbsentException("no O_DIRECT here: " + e.getMessage());
    }
  }

  /// `ExtendedOpenOption.DIRECT`. Its enum is exported but unsupported, and the compiler warns of
  /// every mention.
  static OpenOption option() throws IOException {
    try {
      return Stream.of(Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
          .map(OpenOption.class::cast)
          .filter(option -> option.toString().equals("DIRECT"))
          .findFirst()
          .orElseThrow(() -> new IOException("this JDK has no option for O_DIRECT"));
    } catch (ClassNotFoundException e) {
      throw new IOException("this JDK has no option for O_DIRECT", e);
    }
  }
}

package io.penstock.file;

import io.penstock.ffi.FileName;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Names of temporary files that nobody guesses, beside the files that they will be.
public final class TemporaryName {
  private static final int LONGEST_HINT = 40;
  private static final char UNDECODABLE = '\ufffd';

  private TemporaryName() {}

  static Path beside(Path target) throws IOException {
    return target.resolveSibling(hint(target).concat(".").concat(random()).concat(".tmp"));
  }

  /// File systems bound the length of a name: a long one is not made longer. One that is no text in
  /// the JVM's encoding may not be turned back into a name.
  private static String hint(Path target) {
    String name = ".".concat(String.valueOf(target.getFileName()));
    boolean usable = name.length() <= LONGEST_HINT && name.indexOf(UNDECODABLE) < 0;
    return usable ? name : ".penstock";
  }

  /// Deletes a file of such a name, if it is there: also one that nobody can look at, as the JDK
  /// does first.
  ///
  /// @throws IOException if it cannot be deleted
  public static void delete(Path file) throws IOException {
    try {
      boolean _ = Files.deleteIfExists(file);
    } catch (IOException e) {
      if (!isDeletedUnseen(file)) {
        throw e;
      }
    }
  }

  private static boolean isDeletedUnseen(Path file) {
    if (!FileName.isSystems(file)) {
      return false;
    }
    File named = file.toFile();
    return named.toPath().equals(file) && named.delete(); // another text would be another file
  }

  /// A part of a name: 16 hexadecimal digits from the kernel.
  ///
  /// @throws IOException if there are no descriptors left
  public static String random() throws IOException {
    byte[] bytes = new byte[Long.BYTES];
    try (InputStream kernel = new FileInputStream("/dev/urandom")) { // SecureRandom takes 50 ms
      if (kernel.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        new SecureRandom().nextBytes(bytes);
      }
    } catch (FileNotFoundException e) {
      if (Files.exists(Path.of("/dev/urandom"))) {
        throw e; // SecureRandom would need descriptors too, and be unusable for good without them
      }
      new SecureRandom().nextBytes(bytes);
    }
    return HexFormat.of().formatHex(bytes);
  }
}

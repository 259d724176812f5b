package io.penstock.evaluate.files;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.tree.FileCopy;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Ways of copying a file over another.
final class CopyWays {
  static final String RAW = "raw-file-streams";
  static final String BUFFERED = "buffered-streams";
  static final String CUSTOM = "custom-buffer";
  static final String CUSTOM_2 = "custom-buffer-2";
  static final String TRANSFER = "channel-transfer";
  static final String JDK = "files-copy";
  static final String CP = "cp";
  static final String PENSTOCK = "penstock";

  private static final int BUFFER_SIZE = 100_000;
  private static final byte[] BUFFER = new byte[BUFFER_SIZE];

  private CopyWays() {}

  /// Copies a file over another.
  @FunctionalInterface
  interface Way {
    /// Does it.
    ///
    /// @throws IOException if it fails
    void copy(Path from, Path to) throws IOException, InterruptedException;
  }

  static Way of(String name) throws AbsentException {
    return switch (name) {
      case RAW -> CopyWays::raw;
      case BUFFERED -> CopyWays::buffered;
      case CUSTOM -> CopyWays::custom;
      case CUSTOM_2 -> CopyWays::custom2;
      case TRANSFER -> CopyWays::transfer;
      case JDK -> (from, to) -> Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
      case CP -> Commands.way("cp");
      case PENSTOCK -> (from, to) -> FileCopy.of(from, to).run();
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  // ---- the four of the book, as it prints them
  // ---------------------------------------------------

  private static void raw(Path from, Path to) throws IOException {
    try (InputStream in = new FileInputStream(from.toFile());
        OutputStream out = new FileOutputStream(to.toFile())) {
      copyByByte(in, out);
    }
  }

  private static void buffered(Path from, Path to) throws IOException {
    try (InputStream in = new BufferedInputStream(new FileInputStream(from.toFile()));
        OutputStream out = new BufferedOutputStream(new FileOutputStream(to.toFile()))) {
      copyByByte(in, out);
    }
  }

  private static void copyByByte(InputStream in, OutputStream out) throws IOException {
    while (true) {
      int data = in.read();
      if (data == -1) {
        break;
      }
      out.write(data);
    }
  }

  private static void custom(Path from, Path to) throws IOException {
    try (InputStream in = new FileInputStream(from.toFile());
        OutputStream out = new FileOutputStream(to.toFile())) {
      int length = in.available(); // "danger!", says the book
      byte[] bytes = new byte[length];
      int read = in.read(bytes);
      out.write(bytes, 0, read);
    }
  }

  private static void custom2(Path from, Path to) throws IOException {
    try (InputStream in = new FileInputStream(from.toFile());
        OutputStream out = new FileOutputStream(to.toFile())) {
      while (true) {
        synchronized (BUFFER) {
          int amountRead = in.read(BUFFER);
          if (amountRead == -1) {
            break;
          }
          out.write(BUFFER, 0, amountRead);
        }
      }
    }
  }

  // ---- the JDK's of today
  // -------------------------------------------------------------------------

  private static void transfer(Path from, Path to) throws IOException {
    try (FileChannel in = FileChannel.open(from);
        FileChannel out =
            FileChannel.open(
                to,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
      long size = in.size();
      for (long at = 0; at < size; ) {
        at += in.transferTo(at, size - at, out);
      }
    }
  }
}

package io.penstock.cli.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/// Does the folder's file system take O_DIRECT? Tried with one block of a file that vanishes.
///
/// @param folder where the file is made
record DirectIoProbe(Path folder) implements Probe {
  private static final String NAME = "O_DIRECT";

  @Override
  public Finding examine() {
    try {
      return Finding.ok(NAME, "works here, in blocks of " + Size.text(writeOneBlock()));
    } catch (IOException | UnsupportedOperationException e) {
      return Finding.note(
          NAME,
          "refused here: " + e.getMessage(),
          "name a folder on a local disk with --dir (ext4, XFS and btrfs take it)");
    }
  }

  private long writeOneBlock() throws IOException {
    Path file = Files.createTempFile(folder, ".penstock-doctor", null);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, direct())) {
      int block = Math.toIntExact(Files.getFileStore(folder).getBlockSize());
      channel.write(ByteBuffer.allocateDirect(2 * block).alignedSlice(block).limit(block));
      return block;
    } finally {
      Files.delete(file);
    }
  }

  // Found by its name: javac warns of each mention of this option, and the warning cannot be
  // suppressed.
  private static OpenOption direct() {
    try {
      return Stream.of(Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
          .map(OpenOption.class::cast)
          .filter(option -> option.toString().equals("DIRECT"))
          .findFirst()
          .orElseThrow(() -> new UnsupportedOperationException("this JDK has no such option"));
    } catch (ClassNotFoundException e) {
      throw new UnsupportedOperationException("this JDK has no such option", e);
    }
  }
}

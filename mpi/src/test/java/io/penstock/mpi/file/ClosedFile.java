package io.penstock.mpi.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.collective.Hints;
import io.penstock.collective.SharedEngineFile;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// A rank that goes on using a file of MPI-IO after it was closed.
///
/// ```
/// ClosedFile URI-OF-A-RAW-FILE-OF-INTS
/// ```
final class ClosedFile {
  static final int COUNT = 1000;

  private ClosedFile() {}

  public static void main(String[] arguments) throws IOException {
    Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(COUNT));
    try (Communicator world = Communicator.world();
        ArrayFile file =
            ArrayFile.open(
                Path.of(URI.create(arguments[0])),
                format,
                Access.read().withMode(OpenMode.READ_WRITE))) {
      useClosed(new MpiIoEngine().open(world, file, Hints.defaults()));
      useClosed(abandoned(new MpiIoEngine().open(world, file, Hints.defaults())));
      if (world.rank() == 0) {
        System.out.println("closed files stay closed");
      }
    }
  }

  private static SharedEngineFile abandoned(SharedEngineFile file) {
    file.abandon();
    return file;
  }

  private static void useClosed(SharedEngineFile file) throws IOException {
    file.close();
    file.close();
    file.abandon();
    requireRefusal(file);
  }

  private static void requireRefusal(SharedEngineFile file) throws IOException {
    try {
      file.flush();
    } catch (IllegalStateException e) {
      if (e.toString().endsWith(" is closed")) {
        return;
      }
      throw e;
    }
    throw new AssertionError("a closed file was used");
  }
}

package io.penstock.evaluate.files.packing;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.TextWork;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Packing a file, or unpacking it, in the way that the task names, to a new file.
final class Conversions implements Exercise {
  /// The drill that packs; the other one unpacks.
  static final String PACK = "files-pack";

  static final String UNPACK = "files-unpack";

  /// The option that names the way.
  static final String WAY = "way";

  /// The option that names the form of what is packed.
  static final String FORM = "form";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    Path source = Path.of(task.drill().option(TextWork.FILE));
    Form packed = Form.valueOf(task.drill().option(FORM));
    boolean packs = task.drill().name().equals(PACK);
    Form form = packs ? packed : Form.PLAIN;
    String name = task.drill().option(WAY);
    return new Conversion(
        source,
        Path.of(task.meeting() + form.suffix()),
        form,
        Long.parseLong(task.drill().option(TextWork.ANSWER)),
        packs ? PackWays.of(name, packed) : UnpackWays.of(name, packed),
        new Batch(task));
  }

  /// @param form of the target
  /// @param crc of the content
  private record Conversion(Path source, Path target, Form form, long crc, Way way, Batch batch)
      implements Session {
    @Override
    public void arm(long salt) throws IOException {
      Files.deleteIfExists(target);
    }

    @Override
    public Reading run() throws Exception {
      Files.deleteIfExists(target); // of a warm-up
      return batch.time(_ -> way.make(source, target));
    }

    @Override
    public Optional<String> fault(long salt) throws IOException {
      try (InputStream content = form.content(target)) {
        return Content.fault(Content.crc(content), crc);
      } finally {
        Files.delete(target);
      }
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(target);
    }
  }
}

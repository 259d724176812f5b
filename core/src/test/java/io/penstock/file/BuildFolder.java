package io.penstock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/// Temporary folders inside the build's own, on the file system of the checkout.
final class BuildFolder implements TempDirFactory {
  BuildFolder() {}

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return Files.createTempDirectory(Files.createDirectories(Path.of("target", "tmp")), "test");
  }
}

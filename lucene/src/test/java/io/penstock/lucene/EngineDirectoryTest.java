package io.penstock.lucene;

import io.penstock.file.Access;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.BaseDirectoryTestCase;

/// Lucene's own suite for directories, read by the engine that is chosen for a file.
public class EngineDirectoryTest extends BaseDirectoryTestCase {
  @Override
  protected Directory getDirectory(Path path) throws IOException {
    return new EngineDirectory(path, Access.read());
  }
}

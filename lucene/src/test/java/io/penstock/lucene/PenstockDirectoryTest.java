package io.penstock.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.BaseChunkedDirectoryTestCase;

/// Lucene's own suites for directories, of files in one piece and of files in chunks: this one maps
/// a file in one piece, whatever chunk is asked for.
public class PenstockDirectoryTest extends BaseChunkedDirectoryTestCase {
  @Override
  protected Directory getDirectory(Path path, int maxChunkSize) throws IOException {
    return new PenstockDirectory(path);
  }
}

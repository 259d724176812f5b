package io.penstock.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FSLockFactory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.LockFactory;

/// A directory of Lucene's whose files are read from mapped memory, one mapping a file, and, where
/// many places are wanted at once and the page cache has not all of them, by the kernel's rings.
///
/// It takes the place of [org.apache.lucene.store.MMapDirectory]: a search in a warm index reads
/// the same memory in the same way, vectors are compared where they are mapped, and `prefetch`
/// tells the kernel. What it adds are [BatchedInput]s, which read many places at once.
///
/// ```java
/// try (Directory directory = new PenstockDirectory(path);
///     DirectoryReader reader = DirectoryReader.open(directory)) {
///   new IndexSearcher(reader).search(query, 10);
/// }
/// ```
///
/// Each open input holds a file descriptor. Files are written and synced as [FSDirectory] does it.
public final class PenstockDirectory extends FSDirectory {
  /// A directory that locks by the system's locks.
  ///
  /// @throws IOException if the folder cannot be made
  public PenstockDirectory(Path path) throws IOException {
    this(path, FSLockFactory.getDefault());
  }

  /// A directory.
  ///
  /// @throws IOException if the folder cannot be made
  public PenstockDirectory(Path path, LockFactory locks) throws IOException {
    super(path, locks);
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    ensureOpen();
    ensureCanRead(name);
    Path path = directory.resolve(name);
    return MappedIndexInput.open("MappedIndexInput(path=\"" + path + "\")", path);
  }
}

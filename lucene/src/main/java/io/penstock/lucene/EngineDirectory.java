package io.penstock.lucene;

import io.penstock.file.Access;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FSLockFactory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.LockFactory;

/// A directory of Lucene's whose files are read by an engine, as an index wants that is far larger
/// than the memory: the engine can go past the page cache.
///
/// ```java
/// Directory directory =
///     new EngineDirectory(path, Access.read().withEngine(FileEngines.named("uring-direct")));
/// ```
///
/// Inputs are [BatchedInput]s. Files are written and synced as [FSDirectory] does it.
public final class EngineDirectory extends FSDirectory {
  private final Access access;

  /// A directory that locks by the system's locks.
  ///
  /// @param access by which engine files are read; its mode is of no account
  /// @throws IOException if the folder cannot be made
  public EngineDirectory(Path path, Access access) throws IOException {
    this(path, FSLockFactory.getDefault(), access);
  }

  /// A directory.
  ///
  /// @param access by which engine files are read; its mode is of no account
  /// @throws IOException if the folder cannot be made
  public EngineDirectory(Path path, LockFactory locks, Access access) throws IOException {
    super(path, locks);
    this.access = access.withMode(Access.read().mode());
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    ensureOpen();
    ensureCanRead(name);
    Path path = directory.resolve(name);
    String description = "EngineIndexInput(path=\"" + path + "\")";
    int bufferBytes = BufferedIndexInput.bufferSize(context);
    return EngineIndexInput.open(description, bufferBytes, path, access);
  }
}

package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.Listing;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A folder of the source and the one that it becomes, walked as one: what is listed and looked at
/// is the source's, and going into a folder goes into both.
final class TwinFolder implements Listing {
  private static final byte[] PARENT = {'.', '.'};

  private final Folder source;
  private final Folder target;
  private final Way way;
  private final FolderFacts facts;

  /// What a folder of the target is, and those above it are: so that `..` cannot lead elsewhere.
  private record Way(@Nullable Way above, FileId id) {}

  private TwinFolder(Folder source, Folder target, Way way, FolderFacts facts) {
    this.source = source;
    this.target = target;
    this.way = way;
    this.facts = facts;
  }

  /// Two roots, each opened once more.
  ///
  /// @param facts finds or makes the folders of the target
  static TwinFolder of(Folder source, Folder target, FolderFacts facts) throws IOException {
    Way way = new Way(null, target.id());
    return new TwinFolder(source, target, way, facts).again();
  }

  /// Runs a step with a resource that was just opened, which is closed if the step fails.
  static <T> T orClose(Closeable opened, FileTransfer.Step<T> step) throws IOException {
    try {
      return step.take();
    } catch (IOException | RuntimeException | Error e) {
      try (opened) {
        throw e;
      }
    }
  }

  /// Opens a folder by another one, which is closed then; if that fails, neither stays open.
  static <T extends Closeable> T inPlaceOf(Closeable above, FileTransfer.Step<T> step)
      throws IOException {
    T opened = orClose(above, step);
    return orClose(
        opened,
        () -> {
          above.close();
          return opened;
        });
  }

  Folder source() {
    return source;
  }

  Folder target() {
    return target;
  }

  @Override
  public boolean list(Sink sink) throws IOException {
    return source.list(sink);
  }

  @Override
  public TwinFolder folder(byte[] name) throws IOException {
    Folder from = source.folder(name);
    return orClose(from, () -> Arrays.equals(name, PARENT) ? above(from) : below(from, name));
  }

  private TwinFolder below(Folder from, byte[] name) throws IOException {
    Folder to = FileTransfer.inTarget(() -> facts.folder(from, target, name));
    return orClose(to, () -> new TwinFolder(from, to, new Way(way, to.id()), facts));
  }

  private TwinFolder above(Folder from) throws IOException {
    Folder to = FileTransfer.inTarget(() -> target.folder(PARENT));
    Way expected = Objects.requireNonNull(way.above());
    return orClose(
        to,
        () -> {
          if (!to.id().equals(expected.id())) {
            throw new FileSystemException("", null, "its copy was moved meanwhile");
          }
          return new TwinFolder(from, to, expected, facts);
        });
  }

  @Override
  public TwinFolder again() throws IOException {
    Folder from = source.again();
    return orClose(from, () -> new TwinFolder(from, target.again(), way, facts));
  }

  @Override
  public EntryFacts facts(byte[] name) throws IOException {
    return source.facts(name);
  }

  @Override
  public EntryFacts facts() throws IOException {
    return source.facts();
  }

  @Override
  public FileId id() throws IOException {
    return source.id();
  }

  @Override
  public void close() throws IOException {
    try (source) {
      target.close();
    }
  }
}

package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.Listing;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Optional;

/// A folder of the source and the one that it becomes, walked as one: what is listed and looked at
/// is the source's, and going into a folder goes into both.
final class TwinFolder implements Listing {
  private static final byte[] PARENT = {'.', '.'};

  private final Folder source;
  private final Folder target;
  private final Way way;
  private final Making making;

  /// What a folder of the target is, and those above it are: so that `..` cannot lead elsewhere.
  private record Way(Optional<Way> above, FileId id) {}

  /// A way to find or make a folder of the target.
  interface Making {
    /// Finds or makes the folder that an open one of the source becomes.
    Folder folder(Folder source, Folder above, byte[] name) throws IOException;
  }

  private TwinFolder(Folder source, Folder target, Way way, Making making) {
    this.source = source;
    this.target = target;
    this.way = way;
    this.making = making;
  }

  /// Two roots, each opened once more.
  static TwinFolder of(Folder source, Folder target, Making making) throws IOException {
    Way way = new Way(Optional.empty(), target.id());
    return new TwinFolder(source, target, way, making).again();
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

  Folder source() {
    return source;
  }

  Folder target() {
    return target;
  }

  /// Makes a folder where there is none, and opens it; never what a link leads to. Another copy to
  /// the same target may make it meanwhile.
  ///
  /// @param mode its permissions, less those of the process's umask
  static Folder made(Folder above, byte[] name, int mode, FolderFacts facts) throws IOException {
    try {
      return above.folder(name);
    } catch (NoSuchFileException _) {
      return newer(above, name, mode, facts);
    }
  }

  private static Folder newer(Folder above, byte[] name, int mode, FolderFacts facts)
      throws IOException {
    int given;
    try {
      given = above.makeFolder(name, mode);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
      return above.folder(name);
    }
    Folder made = above.folder(name);
    if ((given & Folder.OWNERS) != Folder.OWNERS) {
      facts.narrowLater(made.id(), given);
    }
    return made;
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
    Folder to = FileTransfer.inTarget(() -> making.folder(from, target, name));
    return orClose(to, () -> new TwinFolder(from, to, new Way(Optional.of(way), to.id()), making));
  }

  private TwinFolder above(Folder from) throws IOException {
    Folder to = FileTransfer.inTarget(() -> target.folder(PARENT));
    Way expected = way.above().orElseThrow();
    return orClose(
        to,
        () -> {
          if (!to.id().equals(expected.id())) {
            throw new FileSystemException("", null, "its copy was moved meanwhile");
          }
          return new TwinFolder(from, to, expected, making);
        });
  }

  @Override
  public TwinFolder again() throws IOException {
    Folder from = source.again();
    return orClose(from, () -> new TwinFolder(from, target.again(), way, making));
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

package io.penstock.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// A file system of the JVM's own whose paths look like the system's and lead to other files, as
/// those of a file system in memory do: `/a/b` is `a/b` in a hidden folder.
public final class ForeignFileSystem extends FileSystem {
  private final Path hidden;
  private final Provider provider = new Provider();
  private final Map<Path, Event> creations = new HashMap<>();
  private Event move = () -> {};
  private Event look = () -> {};
  private Event deletion = () -> {};
  private Event sync = () -> {};
  private Event close = () -> {};
  private UnaryOperator<FileChannel> channels = channel -> channel;
  private AsynchronousOpening asynchronous =
      (_, _, _, _) -> {
        throw new UnsupportedOperationException();
      };
  private boolean linking;
  private boolean changingKeys;
  private boolean keepingOwners;
  private boolean withoutPermissions;
  private Set<AccessMode> denied = Set.of();

  private ForeignFileSystem(Path hidden) {
    this.hidden = hidden;
  }

  /// One that keeps its files in a folder of the system.
  public static ForeignFileSystem in(Path hidden) {
    return new ForeignFileSystem(hidden);
  }

  /// The path here that has the text of one of the system; the folders above it are made.
  public Path twin(Path systems) throws IOException {
    Path twin = foreign(systems.toAbsolutePath());
    Files.createDirectories(behind(twin).getParent());
    return twin;
  }

  /// What it leads to.
  public Path behind(Path foreign) {
    Path absolute = shown(foreign).toAbsolutePath().normalize();
    return hidden.resolve(absolute.getRoot().relativize(absolute).toString());
  }

  /// What others do meanwhile.
  public interface Event {
    /// Does it.
    void happen() throws IOException;
  }

  /// Lets something happen right after a file of this name was created.
  public void afterCreationOf(Path file, Event event) {
    creations.put(behind(file), event);
  }

  /// Lets something happen right before a file is moved, or in its place.
  public void beforeMoves(Event event) {
    move = event;
  }

  /// Lets something happen before somebody looks at a file's attributes, or in place of that.
  public void beforeLooks(Event event) {
    look = event;
  }

  /// Lets something happen before a file is deleted, or in place of that.
  public void beforeDeletions(Event event) {
    deletion = event;
  }

  /// Lets something happen before each sync of a file, or in its place.
  public void beforeSyncs(Event event) {
    sync = event;
  }

  /// Lets something happen after each file was closed.
  public void afterClosing(Event event) {
    close = event;
  }

  /// Has every file channel that is opened from now on stood in for by another one.
  public void openChannelsAs(UnaryOperator<FileChannel> standIn) {
    channels = standIn;
  }

  private interface AsynchronousOpening {
    AsynchronousFileChannel of(
        Path behind,
        Set<? extends OpenOption> options,
        ExecutorService executor,
        FileAttribute<?>[] attributes)
        throws IOException;
  }

  /// Has channels for asynchronous work from now on, each stood in for by another one.
  public void openAsynchronousChannelsAs(UnaryOperator<AsynchronousFileChannel> standIn) {
    asynchronous =
        (behind, options, executor, attributes) ->
            standIn.apply(AsynchronousFileChannel.open(behind, options, executor, attributes));
  }

  /// Files have another key at each look from now on.
  public void changeKeysAtEachLook() {
    changingKeys = true;
  }

  /// A file may have several names from now on.
  public void giveSeveralNames() {
    linking = true;
  }

  /// Nobody gives a file away from now on, not even its owner.
  public void keepOwners() {
    keepingOwners = true;
  }

  /// Files have neither owners nor permissions from now on.
  public void haveNoPermissions() {
    withoutPermissions = true;
  }

  /// Who asks is told from now on that files may not be used so.
  public void deny(AccessMode mode) {
    denied = Set.of(mode);
  }

  private Path foreign(Path shown) {
    return (Path)
        Proxy.newProxyInstance(
            ForeignFileSystem.class.getClassLoader(),
            new Class<?>[] {Path.class, Shown.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getFileSystem" -> this;
                  case "shown" -> shown;
                  case "toFile" -> throw new UnsupportedOperationException("no file of the system");
                  case "toUri" -> URI.create("foreign://" + shown.toAbsolutePath());
                  case "toRealPath" -> self;
                  case "equals" ->
                      arguments[0] instanceof Shown other && other.shown().equals(shown);
                  case "iterator" ->
                      StreamSupport.stream(shown.spliterator(), false)
                          .map(this::foreign)
                          .iterator();
                  default -> {
                    Object[] all = arguments == null ? new Object[0] : arguments;
                    Object[] plain =
                        Arrays.stream(all)
                            .map(each -> each instanceof Shown other ? other.shown() : each)
                            .toArray();
                    try {
                      Object result = method.invoke(shown, plain);
                      yield result instanceof Path path ? foreign(path) : result;
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  }
                });
  }

  private static Path shown(Path foreign) {
    return ((Shown) foreign).shown();
  }

  /// What a foreign path looks like.
  public interface Shown {
    /// The system's path with the same text.
    Path shown();
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public void close() {}

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(foreign(Path.of("/")));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    return foreign(Path.of(first, more));
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    throw new UnsupportedOperationException();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }

  private final class Provider extends FileSystemProvider {
    @Override
    public String getScheme() {
      return "foreign";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
      return ForeignFileSystem.this;
    }

    @Override
    public Path getPath(URI uri) {
      return foreign(Path.of(uri.getPath()));
    }

    @Override
    public SeekableByteChannel newByteChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      SeekableByteChannel made = newFileChannel(path, options, attributes);
      if (options.contains(StandardOpenOption.CREATE_NEW)) {
        creations.getOrDefault(behind(path), () -> {}).happen();
      }
      return made;
    }

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return new FailingChannel(
          channels.apply(FileChannel.open(behind(path), options, attributes)));
    }

    @Override
    public AsynchronousFileChannel newAsynchronousFileChannel(
        Path path,
        Set<? extends OpenOption> options,
        ExecutorService executor,
        FileAttribute<?>... attributes)
        throws IOException {
      return asynchronous.of(behind(path), options, executor, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
        Path folder, DirectoryStream.Filter<? super Path> filter) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
      Files.createDirectory(behind(folder), attributes);
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
      if (!linking) {
        throw new UnsupportedOperationException("a file has one name");
      }
      Path _ = Files.createLink(behind(link), behind(existing));
    }

    @Override
    public void delete(Path path) throws IOException {
      deletion.happen();
      Files.delete(behind(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
      Files.copy(behind(source), behind(target), options);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
      move.happen();
      Files.move(behind(source), behind(target), options);
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
      return one.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
      return false;
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
      return Files.getFileStore(behind(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
      if (!Collections.disjoint(denied, List.of(modes))) {
        throw new AccessDeniedException(path.toString());
      }
      behind(path).getFileSystem().provider().checkAccess(behind(path), modes);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
        Path path, Class<V> type, LinkOption... options) {
      if (withoutPermissions && type == PosixFileAttributeView.class) {
        return null;
      }
      V view = Files.getFileAttributeView(behind(path), type, options);
      return keepingOwners && view != null ? type.cast(keeper(view, type)) : view;
    }

    private Object keeper(FileAttributeView view, Class<?> type) {
      return Proxy.newProxyInstance(
          ForeignFileSystem.class.getClassLoader(),
          new Class<?>[] {type},
          (_, method, arguments) -> {
            if (List.of("setOwner", "setGroup").contains(method.getName())) {
              throw new IOException("files are not given away");
            }
            return method.invoke(view, arguments);
          });
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
        Path path, Class<A> type, LinkOption... options) throws IOException {
      look.happen();
      A found = Files.readAttributes(behind(path), type, options);
      return changingKeys ? type.cast(keyed(found)) : found;
    }

    private Object keyed(BasicFileAttributes found) {
      Class<?> type =
          found instanceof PosixFileAttributes
              ? PosixFileAttributes.class
              : BasicFileAttributes.class;
      return Proxy.newProxyInstance(
          ForeignFileSystem.class.getClassLoader(),
          new Class<?>[] {type},
          (_, method, arguments) ->
              method.getName().equals("fileKey") ? new Object() : method.invoke(found, arguments));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
        throws IOException {
      return Files.readAttributes(behind(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
        throws IOException {
      Files.setAttribute(behind(path), attribute, value, options);
    }
  }

  /// One before whose syncs and after whose closing something happens, which may be a failure.
  private final class FailingChannel extends ForwardedChannel {
    FailingChannel(FileChannel channel) {
      super(channel);
    }

    @Override
    public void force(boolean metadata) throws IOException {
      sync.happen();
      channel.force(metadata);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      channel.close();
      close.happen();
    }
  }
}

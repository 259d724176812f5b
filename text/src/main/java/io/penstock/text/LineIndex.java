package io.penstock.text;

import io.penstock.file.Advice;
import io.penstock.file.EngineFile;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.text.LineCatalog.Stamp;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/// An index of lines, which finds line N of a regular file of any size.
///
/// ```java
/// try (LineIndex index = LineIndex.open(path)) {
///   String line = index.line(1_234_567_890L);
/// }
/// ```
///
/// Lines are those of [Lines], and count from 1. Opening counts the newlines of each 8 KiB of the
/// file, once, by all processors; that takes two bytes of memory for each 8 KiB. A line is then
/// found by reading 8 KiB, or from a cache of what was read last.
///
/// What is handed out is a line of the file as it was when it was opened or refreshed, or an
/// exception. After each look into the file its size, its time and its identity are compared with
/// what they were, and so is the number of newlines of each block that is read. A file that has
/// only grown keeps its lines; the last one, if it had no newline, is refused until [#refresh]. A
/// file that was cut short, replaced or overwritten gives a [ChangedTextException] until
/// [#refresh]. A file that has grown is taken to have only grown if both ends of what it was are as
/// they were; a change inside that keeps length and time of a file is not found out, unless it
/// changes the number of newlines in what is read.
///
/// A saved index is used as long as the file is the same or has only grown; then what is new is
/// counted. It is made again when the file is another one, when it is damaged, and when the file
/// was changed less than two seconds before it was indexed: times of files may be that coarse. Of a
/// file whose time lies in the future that is when anything of it was changed, where the system
/// tells that, as on Linux and macOS; elsewhere it is counted each time. A saved index is trusted
/// as the text itself is: a user who may write beside the text can change both. An index that was
/// made up may count lines wrongly; what is handed out is still a whole line, or an exception.
///
/// Safe for any thread.
public final class LineIndex implements Closeable {
  private static final int PIECE = 256 << 10;
  private static final int ATTEMPTS = 4;

  /// So often a file is looked at that has another time and the same size.
  private static final int LOOKS = 50;

  private static final long PAUSE_NANOS = 100_000;

  /// Of so many lines the kernel is told before the first of them is read: their blocks fit into
  /// the usual cache.
  private static final int TOGETHER = 1_000;

  /// Of fewer it is not told.
  private static final int FEWEST = 8;

  /// The index whose progress the thread is telling.
  private static final ScopedValue<LineIndex> TELLING = ScopedValue.newInstance();

  private final Path path;
  private final IndexOptions options;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /// Held while lines are counted, and no other lock is: the consumer of the progress may ask.
  private final Lock refreshing = new ReentrantLock();

  private LineFinder finder;
  private @Nullable IOException unsaved;
  private boolean closed;

  /// How often the file was found to be another one than before.
  private long changes;

  /// What the file was last seen to have become by growing.
  private volatile Stamp seen;

  /// Whether what was read contradicted the catalog.
  private volatile boolean doubted;

  /// Something that is looked up.
  private interface Query<T> {
    T by(LineFinder lines) throws IOException;
  }

  private LineIndex(Path path, IndexOptions options, LineCatalog known) throws IOException {
    this.path = path;
    this.options = options;
    this.finder = index(path, options, known);
    this.seen = finder.catalog.stamp();
    if (!finder.catalog.equals(known)) {
      unsaved = saved(path, options, finder.catalog);
    }
  }

  /// Indexes a file, in memory.
  ///
  /// @throws IOException if there is no regular file, or it cannot be read
  public static LineIndex open(Path path) throws IOException {
    return open(path, IndexOptions.inMemory());
  }

  /// Indexes a file, or uses what is known of it.
  ///
  /// @throws java.nio.file.FileSystemException if there is no regular file, or the index should be
  ///   saved where something else is
  /// @throws IOException if the file cannot be read, or it is changed all the time
  public static LineIndex open(Path path, IndexOptions options) throws IOException {
    Optional<Path> place = options.place(path);
    if (place.isPresent() && Files.exists(place.get()) && Files.isSameFile(place.get(), path)) {
      throw new FileSystemException(
          path.toString(), null, "cannot be its own index; name another file for that");
    }
    Optional<LineCatalog> known =
        place.isEmpty()
            ? Optional.empty()
            : LineCatalog.read(place.get(), Stamp.of(path).size(), options.blockBytes);
    return new LineIndex(
        path, options, known.orElseGet(() -> LineCatalog.empty(options.blockBytes)));
  }

  private static @Nullable IOException saved(Path path, IndexOptions options, LineCatalog catalog) {
    try {
      Optional<Path> place = options.place(path);
      if (place.isPresent()) {
        catalog.write(place.get());
      }
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  /// Why the index could not be saved where it should be; it serves all the same.
  public Optional<IOException> unsaved() {
    lock.readLock().lock();
    try {
      return Optional.ofNullable(unsaved);
    } finally {
      lock.readLock().unlock();
    }
  }

  /// How many lines there were when the file was opened or refreshed.
  public long count() {
    lock.readLock().lock();
    try {
      return finder.catalog.table().lines();
    } finally {
      lock.readLock().unlock();
    }
  }

  /// A line in UTF-8; what is none is replaced by U+FFFD.
  ///
  /// @param number from 1 to [#count]
  /// @throws IndexOutOfBoundsException if there is no such line
  /// @throws LongLineException if it is longer than [IndexOptions#withLongestLine] allows
  /// @throws ChangedTextException if the file is no longer the same
  /// @throws IOException if it cannot be read, or the index is closed
  public String line(long number) throws IOException {
    return view(number).toString();
  }

  /// Lines in UTF-8, as [#line] hands out each.
  ///
  /// Many lines that are far apart and not in the page cache come much sooner than one by one: a
  /// device serves many reads at once, and the kernel is told of a thousand places at a time before
  /// the first of them is read, once the process calls C ([FileEngines#bind]).
  ///
  /// @param numbers each from 1 to [#count], in any order
  /// @return a line for each number, in their order
  /// @throws IndexOutOfBoundsException if there is no line of one of the numbers; nothing is read
  ///   then
  /// @throws LongLineException if one is longer than [IndexOptions#withLongestLine] allows
  /// @throws ChangedTextException if the file is no longer the same
  /// @throws IOException if it cannot be read, or the index is closed
  public List<String> lines(long... numbers) throws IOException {
    lock.readLock().lock();
    try {
      requireOpen();
      for (long number : numbers) {
        requireLine(number);
      }
      List<String> lines = new ArrayList<>(numbers.length);
      for (int from = 0; from < numbers.length; from += TOGETHER) {
        long[] some = Arrays.copyOfRange(numbers, from, Math.min(from + TOGETHER, numbers.length));
        announce(some);
        for (long number : some) {
          lines.add(line(number));
        }
      }
      return lines;
    } finally {
      lock.readLock().unlock();
    }
  }

  /// Tells the kernel where lines will be read, which makes nothing but haste: what keeps the file
  /// from being opened, such as a lack of descriptors, is told when it is read.
  private void announce(long[] numbers) {
    if (numbers.length < FEWEST || !FileEngines.areReady()) {
      return;
    }
    try (EngineFile file = FileEngines.auto().open(path, OpenMode.READ)) {
      for (long number : numbers) {
        LineRange blocks = finder.blocks(number);
        file.advise(blocks.offset(), Math.min(PIECE, blocks.length()), Advice.WILL_NEED);
      }
    } catch (IOException | LinkageError _) { // a class may need a descriptor, too
      return;
    }
  }

  /// A copy of a line's bytes.
  ///
  /// @param number from 1 to [#count]
  /// @throws IndexOutOfBoundsException if there is no such line
  /// @throws LongLineException if it is longer than [IndexOptions#withLongestLine] allows
  /// @throws ChangedTextException if the file is no longer the same
  /// @throws IOException if it cannot be read, or the index is closed
  public ByteSlice bytes(long number) throws IOException {
    return view(number).copy();
  }

  private ByteSlice view(long number) throws IOException {
    return ask(
        number,
        by -> {
          LineRange range = by.range(number);
          if (range.length() > options.longestLine) {
            throw new LongLineException(path.toString(), range.offset(), options.longestLine);
          }
          return line(by.bytes(range));
        });
  }

  /// Blocks between those of its two ends have not been compared with their counts.
  private ByteSlice line(ByteSlice bytes) throws IOException {
    if (bytes.indexOf((byte) '\n') >= 0) {
      throw new ChangedTextException(path, "was overwritten");
    }
    return bytes;
  }

  /// Where a line lies, however long it is.
  ///
  /// @param number from 1 to [#count]
  /// @throws IndexOutOfBoundsException if there is no such line
  /// @throws ChangedTextException if the file is no longer the same
  /// @throws IOException if it cannot be read, or the index is closed
  public LineRange range(long number) throws IOException {
    return ask(number, by -> by.range(number));
  }

  /// Writes lines with what ends each to a stream, however long they are. However slow the stream
  /// is, other calls go on meanwhile, [#refresh] and [#close] too.
  ///
  /// @param first from 1
  /// @param last at least `first`, at most [#count]
  /// @throws IndexOutOfBoundsException if there are no such lines
  /// @throws ChangedTextException if the file is no longer the same, or was found to be another one
  ///   by a [#refresh] meanwhile; what was written until then is right
  /// @throws IOException if it cannot be read or written, or the index is closed
  public void copy(long first, long last, OutputStream out) throws IOException {
    if (first > last) {
      throw new IndexOutOfBoundsException("lines " + first + " to " + last + ": turned round");
    }
    long known;
    long at;
    long end;
    lock.readLock().lock();
    try {
      known = changes;
      at = ask(first, by -> by.begin(first));
      end = ask(last, by -> by.begin(last + 1));
    } finally {
      lock.readLock().unlock();
    }
    while (at < end) {
      LineRange piece = new LineRange(at, Math.min(PIECE, end - at));
      ByteSlice bytes = piece(piece, last, known);
      out.write(bytes.array(), bytes.from(), bytes.length());
      at += piece.length();
    }
  }

  /// Bytes of the file as it was after so many changes.
  private ByteSlice piece(LineRange piece, long last, long known) throws IOException {
    lock.readLock().lock();
    try {
      requireOpen();
      if (changes != known) {
        throw new ChangedTextException(path, "has changed");
      }
      return ask(last, by -> by.bytes(piece));
    } finally {
      lock.readLock().unlock();
    }
  }

  private <T> T ask(long number, Query<T> query) throws IOException {
    lock.readLock().lock();
    try {
      requireOpen();
      requireLine(number);
      T answer = answer(number, query);
      requireSame(number);
      return answer;
    } finally {
      lock.readLock().unlock();
    }
  }

  /// Where a file cannot be read, it may be because it has changed: that is told then.
  private <T> T answer(long number, Query<T> query) throws IOException {
    try {
      return query.by(finder);
    } catch (ChangedTextException e) {
      doubted = true;
      throw e;
    } catch (IOException e) {
      requireSame(number);
      throw e;
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the index of " + path + " is closed");
    }
  }

  private void requireLine(long number) {
    long lines = finder.catalog.table().lines();
    if (number < 1 || number > lines) {
      throw new IndexOutOfBoundsException(
          lines == 0
              ? "line " + number + " of " + path + ", which has none"
              : "line " + number + " of " + path + ", which has lines 1 to " + lines);
    }
  }

  private void requireSame(long number) throws IOException {
    LineCatalog catalog = finder.catalog;
    Stamp before = seen; // first, so that it is not what another thread sees later than this one
    Stamp now = Stamp.of(path);
    for (int i = 0;
        i < LOOKS && now.isTouched(before);
        i++) { // a write may be about to tell its size
      LockSupport.parkNanos(this, PAUSE_NANOS);
      now = Stamp.of(path);
    }
    if (!now.equals(before)) {
      if (!now.mayHaveGrownFrom(before)) {
        throw new ChangedTextException(path, how(before, now));
      }
      if (LineCatalog.seal(finder.file, catalog.stamp().size()) != catalog.seal()) {
        throw new ChangedTextException(path, "was overwritten");
      }
      seen = now;
    }
    LineTable table = catalog.table();
    if (table.open && number == table.lines() && now.size() > table.size) {
      throw new ChangedTextException(path, "has grown, so that its last line may go on,");
    }
  }

  private static String how(Stamp before, Stamp now) {
    if (now.key() != before.key()) {
      return "was replaced by another file";
    }
    return now.size() < before.size() ? "was cut short" : "was overwritten";
  }

  /// Gets to know the file as it is now: counts what was added if it has only grown, and everything
  /// if it has become another one.
  ///
  /// Other calls go on while lines are counted, the consumer's among them that is told of the
  /// progress, and see the file as it was known; another refresh waits. To follow a file that
  /// grows, read on from the line that this returns: a last line that had no newline is among
  /// these, since it may have gone on.
  ///
  /// @return the number of the first line that is new or may have become another one: one more than
  ///   [#count] if there is none
  /// @throws IOException if it cannot be read; the index stays as it was
  public long refresh() throws IOException {
    if (TELLING.isBound() && TELLING.get() == this) {
      throw new IllegalStateException(
          "the index of " + path + " cannot be refreshed by the consumer of its progress");
    }
    refreshing.lock();
    try {
      return refreshed();
    } finally {
      refreshing.unlock();
    }
  }

  private long refreshed() throws IOException {
    boolean doubt = doubted;
    LineCatalog before = catalog();
    LineCatalog known = doubt ? LineCatalog.empty(options.blockBytes) : before;
    if (!doubt && Stamp.of(path).equals(known.stamp())) {
      return known.table().lines() + 1;
    }
    LineFinder fresh = index(path, options.withProgress(this::tell), known);
    boolean grown = !doubt && fresh.extendsKnown;
    take(fresh, grown, doubt);
    IOException failure = saved(path, options, fresh.catalog);
    lock.writeLock().lock();
    try {
      unsaved = failure;
    } finally {
      lock.writeLock().unlock();
    }
    return grown ? known.table().newlines() + 1 : 1;
  }

  private LineCatalog catalog() throws IOException {
    lock.readLock().lock();
    try {
      requireOpen();
      return finder.catalog;
    } finally {
      lock.readLock().unlock();
    }
  }

  /// A consumer that refreshes the index of whose progress it is told would wait for itself.
  private void tell(long bytes) {
    ScopedValue.where(TELLING, this).run(() -> options.progress.accept(bytes));
  }

  /// @param grown whether the file has become this one by growing
  /// @param doubt whether nothing is left of what was doubted
  private void take(LineFinder fresh, boolean grown, boolean doubt) throws IOException {
    lock.writeLock().lock();
    try (TextFile _ = closed ? fresh.file : finder.file) {
      requireOpen();
      finder = fresh;
      seen = fresh.catalog.stamp();
      changes += grown ? 0 : 1;
      if (doubt || !grown) {
        doubted = false;
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  /// Closes the file; closing twice does nothing. A saved index stays.
  @Override
  public void close() throws IOException {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        finder.file.close();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  // ---- counting --------------------------------------------------------------------------------

  /// Opens a file and counts its lines, as far as they are not known. Begins again where the file
  /// is changed meanwhile, otherwise than by growing.
  ///
  /// @param known is used as far as it still holds
  private static LineFinder index(Path path, IndexOptions options, LineCatalog known)
      throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      Instant taken = Instant.now();
      Stamp stamp = Stamp.of(path);
      Optional<TextFile> opened = TextFile.open(path, stamp.size());
      if (opened.isEmpty()) {
        requireOther(path, stamp);
        continue;
      }
      TextFile file = opened.get();
      boolean kept = false;
      try {
        boolean holds = known.holdsFor(path, file, stamp);
        LineCatalog catalog =
            holds && known.stamp().equals(stamp)
                ? known
                : catalog(
                    file,
                    options,
                    stamp,
                    taken,
                    holds ? known.table() : LineTable.empty(options.blockBytes));
        kept = isStill(path, stamp);
        if (kept) {
          return new LineFinder(path, file, catalog, holds, options.cacheBytes);
        }
      } catch (IOException e) {
        if (isStill(path, stamp)) {
          throw e;
        }
      } finally {
        if (!kept) {
          file.close();
        }
      }
    }
    throw new IOException(path + " keeps changing while its lines are counted");
  }

  private static LineCatalog catalog(
      TextFile file, IndexOptions options, Stamp stamp, Instant taken, LineTable begin)
      throws IOException {
    LineTable table = begin.extended(file, stamp.size(), options);
    return new LineCatalog(stamp, taken, LineCatalog.seal(file, stamp.size()), table);
  }

  private static boolean isStill(Path path, Stamp stamp) throws IOException {
    Stamp now = Stamp.of(path);
    return now.equals(stamp) || now.mayHaveGrownFrom(stamp);
  }

  /// Files of the kernel's own, as in `/proc` and `/sys`, have more bytes than they say, or fewer.
  private static void requireOther(Path path, Stamp stamp) throws IOException {
    if (Stamp.of(path).equals(stamp)) {
      throw new FileSystemException(
          path.toString(),
          null,
          "has another size than it says, as files of /proc and /sys do; copy it first");
    }
  }
}

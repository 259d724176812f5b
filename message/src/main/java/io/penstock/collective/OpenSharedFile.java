package io.penstock.collective;

import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.EngineFile;
import io.penstock.file.FileErrors;
import io.penstock.file.Format;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A shared file as one rank has it open: by itself, and with the others.
record OpenSharedFile(ArrayFile array, SharedEngineFile together) {
  /// Names the engine for all files whose program leaves it to the library.
  private static final String ENGINE = "penstock.collective.engine";

  private static final List<SharedEngine> ENGINES = SharedEngine.all();

  // ---- opening and creating --------------------------------------------------------------------

  /// Opens a file for all ranks, or creates it: the ranks agree on its arguments, each does its
  /// part, and where one fails all close the file again and leave nothing behind.
  ///
  /// @param format of a new file, or the contents of a raw one; null for one that describes itself
  /// @param creation of a new file; null for one that is there
  static SharedArrayFile open(
      Communicator world,
      Path path,
      @Nullable Format format,
      @Nullable Creation creation,
      Access access,
      Hints hints)
      throws IOException {
    Communicator ranks = world.duplicate();
    FirstFailure abandoned = new FirstFailure();
    OpenSharedFile joined = null;
    SharedCompletion completion = SharedCompletion.ofOpened(path);
    boolean opened = false;
    try {
      Agreement agreement = new Agreement(ranks, path);
      Map<String, String> named = new LinkedHashMap<>();
      named.put("operation", creation == null ? "open" : "create");
      named.put("path", path.toAbsolutePath().normalize().toString());
      named.put("format", format == null ? "npy" : format.toString());
      named.put("mode", mode(creation, access));
      named.put("hints", hints.toString());
      agreement.requireEqual(named);
      if (creation != null && format != null) {
        completion = SharedCompletion.make(agreement, path, format, creation);
      }
      joined = join(agreement, completion, raw(format), access, hints);
      SharedArrayFile file =
          new SharedArrayFile(
              agreement,
              path,
              joined,
              access,
              hints,
              completion,
              SharedPointerFile.of(agreement, completion.file()));
      opened = true;
      return file;
    } finally {
      if (!opened) {
        if (joined != null) {
          abandoned.attempt(joined.abandon()::rethrow); // what has failed before is told
          abandoned.attempt(completion::takeBack);
        }
        ranks.close();
      }
    }
  }

  private static String mode(@Nullable Creation creation, Access access) {
    return creation == null
        ? access.mode().toString()
        : creation.appearance() + ", " + creation.allocation();
  }

  /// A format that has to be said whenever a file is opened; null for one that describes itself.
  static @Nullable Raw raw(@Nullable Format format) {
    return format instanceof Raw described ? described : null;
  }

  /// Opens the file at all ranks, or removes a new one before any of them goes on.
  private static OpenSharedFile join(
      Agreement agreement,
      SharedCompletion completion,
      @Nullable Raw raw,
      Access access,
      Hints hints)
      throws IOException {
    try {
      return join(agreement, completion.file(), raw, access, hints);
    } catch (IOException | RuntimeException | Error e) {
      FirstFailure undone = new FirstFailure();
      if (agreement.isRoot()) {
        undone.attempt(completion::takeBack);
      }
      if (e instanceof SharedFileException) { // all ranks have it
        undone.attempt(agreement.ranks()::barrier);
      }
      undone.suppressIn(e);
      throw e;
    }
  }

  /// Opens a file that is there. All ranks call this.
  ///
  /// @param raw the contents of a raw file; null for one that describes itself
  /// @throws SharedFileException if a rank cannot open it, or finds another file
  static OpenSharedFile join(
      Agreement agreement, Path file, @Nullable Raw raw, Access access, Hints hints)
      throws IOException {
    FirstFailure failure = new FirstFailure();
    ArrayFile array = failure.get(() -> array(file, raw, access));
    String found = array == null ? null : failure.get(() -> found(array));
    SharedEngineFile together = null;
    try {
      agreement.settle(failure);
      ArrayFile mine = Objects.requireNonNull(array);
      requireSame(agreement, mine, Objects.requireNonNull(found));
      together =
          failure.get(() -> engine(agreement.ranks(), hints).open(agreement.ranks(), mine, hints));
      agreement.settle(failure);
      return new OpenSharedFile(mine, Objects.requireNonNull(together));
    } catch (IOException | RuntimeException | Error e) {
      FirstFailure closed = new FirstFailure();
      if (together != null) {
        closed.attempt(together::abandon);
      }
      if (array != null) {
        closed.attempt(array::close);
      }
      closed.suppressIn(e);
      throw e;
    }
  }

  /// The engine that hints ask for.
  ///
  /// @throws IllegalArgumentException if there is none of that name, or it cannot work with these
  ///   ranks
  private static SharedEngine engine(Communicator ranks, Hints hints) {
    String name =
        hints.engine().equals(Hints.AUTO)
            ? System.getProperty(ENGINE, TwoPhaseEngine.NAME)
            : hints.engine();
    for (SharedEngine engine : ENGINES) {
      if (engine.name().equals(name)) {
        engine.obstacle(ranks).ifPresent(reason -> refuse(name, "cannot work here: " + reason));
        return engine;
      }
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "no shared engine '%s'; there are auto, %s",
            name,
            ENGINES.stream().map(SharedEngine::name).collect(Collectors.joining(", "))));
  }

  private static void refuse(String engine, String reason) {
    throw new IllegalArgumentException("shared engine '" + engine + "' " + reason);
  }

  private static ArrayFile array(Path file, @Nullable Raw raw, Access access) throws IOException {
    requireSystems(file);
    if (access.mode() == OpenMode.WRITE) {
      try {
        return exactly(file, raw, access.withMode(OpenMode.READ_WRITE));
      } catch (AccessDeniedException _) {
        return exactly(file, raw, access); // then no holes can be written back
      }
    }
    return exactly(file, raw, access);
  }

  /// Ranks pass one another the text of a path, which says nothing of its file system's provider.
  static void requireSystems(Path file) throws IOException {
    FileErrors.requireSystems(file, "ranks share files of the system alone");
  }

  private static ArrayFile exactly(Path file, @Nullable Raw raw, Access access) throws IOException {
    return raw == null ? ArrayFile.open(file, access) : ArrayFile.open(file, raw, access);
  }

  private static String found(ArrayFile array) throws IOException {
    return String.format(Locale.ROOT, "%s, %d bytes", array.format(), Files.size(array.path()));
  }

  /// Ranks on several machines may mean different files by one path.
  private static void requireSame(Agreement agreement, ArrayFile array, String mine)
      throws SharedFileException {
    List<String> found = agreement.texts(mine);
    for (int rank = 1; rank < found.size(); rank++) {
      if (!found.get(rank).equals(found.getFirst())) {
        throw new SharedFileException(
            rank,
            String.format(
                Locale.ROOT,
                "%s is not the same file everywhere: rank %d finds %s, rank 0 %s; use a folder that all ranks share",
                array.path(),
                rank,
                found.get(rank),
                found.getFirst()));
      }
    }
  }

  Format format() {
    return array.format();
  }

  void sync() throws IOException {
    together.flush();
    array.sync();
  }

  /// Closes it together with the others.
  FirstFailure close() {
    FirstFailure failure = FirstFailure.of(together::close);
    failure.attempt(array::close);
    return failure;
  }

  /// Closes it without the others.
  FirstFailure abandon() {
    FirstFailure failure = FirstFailure.of(together::abandon);
    failure.attempt(array::close);
    return failure;
  }

  // ---- the extent of the slowest axis ----------------------------------------------------------

  /// The format of the file with another extent of its slowest axis.
  ///
  /// @param shape in elements
  /// @throws IllegalArgumentException if more than the slowest axis changes
  Format resized(Shape shape) {
    Format format = format();
    requireSlowest(format, shape);
    Shape numbers =
        format.type().components() == 1
            ? shape
            : Shape.of(Arrays.copyOf(shape.toArray(), shape.rank() - 1));
    return switch (format) {
      case Raw raw -> new Raw(raw.type(), raw.order(), numbers, raw.storage(), raw.dataOffset());
      case Npy npy ->
          new Npy(npy.type(), npy.order(), numbers, npy.storage(), npy.version(), npy.dataOffset());
    };
  }

  private static void requireSlowest(Format format, Shape shape) {
    Shape old = format.elementShape();
    int last = format.shape().rank() - 1;
    int slowest = format.storage() == StorageOrder.ROW_MAJOR ? 0 : last;
    boolean fits = shape.rank() == old.rank() && last >= 0;
    for (int axis = 0; fits && axis < shape.rank(); axis++) {
      fits = axis == slowest || shape.extent(axis) == old.extent(axis);
    }
    if (!fits) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s cannot become %s: only the slowest axis may change", old, shape));
    }
  }

  /// Cuts or extends the file, and writes its new header.
  void resize(Access access, Format now) throws IOException {
    byte[] header = now instanceof Npy npy ? npy.header() : new byte[0];
    try (EngineFile file = access.engine().open(array.path(), OpenMode.READ_WRITE);
        Arena arena = Arena.ofConfined()) {
      file.resize(Math.addExact(now.dataOffset(), now.dataBytes()));
      if (header.length > 0) {
        MemorySegment bytes = arena.allocate(header.length);
        bytes.copyFrom(MemorySegment.ofArray(header));
        file.write(0, bytes, 0, header.length);
      }
    }
  }

  /// Makes sure that the device has room for the whole file.
  void reserve(Access access) throws IOException {
    try (EngineFile file = access.engine().open(array.path(), OpenMode.READ_WRITE)) {
      file.reserve(Math.addExact(format().dataOffset(), format().dataBytes()));
    }
  }
}

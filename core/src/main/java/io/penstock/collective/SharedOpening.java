package io.penstock.collective;

import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileErrors;
import io.penstock.file.Format;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The collective opening and creation of a file: the ranks agree on what, each does its part, and
/// where one fails all let go and nothing is left behind.
final class SharedOpening {
  private final Accord accord;
  private final Path path;
  private final Access access;
  private final Hints hints;

  private SharedOpening(Communicator ranks, Path path, Access access, Hints hints) {
    this.accord = new Accord(ranks, path);
    this.path = path;
    this.access = access;
    this.hints = hints;
  }

  /// Opens a file that is there.
  ///
  /// @param raw what it holds; empty if it says so itself
  static SharedArrayFile open(
      Communicator world, Path path, Optional<Raw> raw, Access access, Hints hints)
      throws IOException {
    return within(
        new SharedOpening(world.duplicate(), path, access, hints), opening -> opening.open(raw));
  }

  static SharedArrayFile create(
      Communicator world, Path path, Format format, Creation creation, Hints hints)
      throws IOException {
    return within(
        new SharedOpening(world.duplicate(), path, creation.access(), hints),
        opening -> opening.create(format, creation));
  }

  private interface Steps {
    SharedArrayFile of(SharedOpening opening) throws IOException;
  }

  private static SharedArrayFile within(SharedOpening opening, Steps steps) throws IOException {
    boolean opened = false;
    try {
      SharedArrayFile file = steps.of(opening);
      opened = true;
      return file;
    } finally {
      if (!opened) {
        opening.accord.ranks().close();
      }
    }
  }

  private SharedArrayFile open(Optional<Raw> raw) throws IOException {
    accord.require(said("open", raw.map(Raw::toString).orElse("npy"), access.mode().toString()));
    return new SharedArrayFile(
        accord, path, join(path, raw), access, hints, Optional.empty(), sidecar(path));
  }

  private Map<String, String> said(String operation, String format, String mode) {
    Map<String, String> said = new LinkedHashMap<>();
    said.put("operation", operation);
    said.put("path", path.toAbsolutePath().normalize().toString());
    said.put("format", format);
    said.put("mode", mode);
    said.put("hints", hints.toString());
    return said;
  }

  private SharedArrayFile create(Format format, Creation creation) throws IOException {
    accord.require(
        said(
            "create",
            format.toString(),
            String.format(Locale.ROOT, "%s, %s", creation.appearance(), creation.allocation())));
    Draft draft = Draft.of(accord, path, format, creation);
    Optional<Raw> raw = format instanceof Raw described ? Optional.of(described) : Optional.empty();
    Opened opened = draft.orTakenBack(accord, () -> join(draft.file(), raw));
    return new SharedArrayFile(
        accord, path, opened, access, hints, Optional.of(draft), sidecar(draft.file()));
  }

  private Sidecar sidecar(Path file) {
    String agreed = accord.texts(SidecarName.ofThisProcess().text()).getFirst();
    return new Sidecar(file.resolveSibling(agreed));
  }

  /// Opens a file that is there for this rank and the others.
  private Opened join(Path file, Optional<Raw> raw) throws IOException {
    return join(accord, file, raw, access, hints);
  }

  static Opened join(Accord accord, Path file, Optional<Raw> raw, Access access, Hints hints)
      throws IOException {
    Mine mine = new Mine();
    Outcome outcome = Outcome.of(() -> mine.array = Optional.of(array(file, raw, access)));
    try {
      accord.settle(outcome);
      ArrayFile array = mine.array.orElseThrow();
      requireSame(accord, array);
      accord.settle(
          Outcome.of(
              () ->
                  mine.together =
                      Optional.of(
                          SharedEngines.suiting(accord.ranks(), hints)
                              .open(accord.ranks(), array, hints))));
      mine.kept = true;
      return new Opened(array, mine.together.orElseThrow());
    } finally {
      mine.letGo();
    }
  }

  /// What this rank has opened so far.
  private static final class Mine {
    private Optional<ArrayFile> array = Optional.empty();
    private Optional<SharedEngineFile> together = Optional.empty();
    private boolean kept;

    private void letGo() throws IOException {
      if (!kept) {
        together.ifPresent(SharedEngineFile::abandon);
        if (array.isPresent()) {
          array.get().close();
        }
      }
    }
  }

  private static ArrayFile array(Path file, Optional<Raw> raw, Access access) throws IOException {
    requireSystems(file);
    if (access.mode() == OpenMode.WRITE) {
      try {
        return exactly(file, raw, access.withMode(OpenMode.READ_WRITE));
      } catch (AccessDeniedException _) {
        return exactly(file, raw, access); // then nothing can be written back between elements
      }
    }
    return exactly(file, raw, access);
  }

  /// Ranks tell one another the text of a path alone.
  static void requireSystems(Path file) throws IOException {
    FileErrors.requireSystems(file, "ranks share files of the system alone");
  }

  private static ArrayFile exactly(Path file, Optional<Raw> raw, Access access) throws IOException {
    return raw.isPresent() ? ArrayFile.open(file, raw.get(), access) : ArrayFile.open(file, access);
  }

  /// Ranks on several machines may mean different files by one path.
  private static void requireSame(Accord accord, ArrayFile array) throws IOException {
    List<String> found =
        accord.texts(
            String.format(Locale.ROOT, "%s, %d bytes", array.format(), Files.size(array.path())));
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
}

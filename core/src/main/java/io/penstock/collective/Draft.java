package io.penstock.collective;

import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.Creation.Appearance;
import io.penstock.file.Format;
import io.penstock.file.MadeEntry;
import io.penstock.file.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A new file while the ranks fill it. Rank 0 makes it, and lets it appear or vanish in the end.
///
/// @param target where it is to appear
/// @param file where it is filled
/// @param publication how it appears: at rank 0, if that is not now
/// @param made the file that is there at once: at rank 0
record Draft(
    Path target,
    Path file,
    boolean appearsLater,
    Optional<Publication> publication,
    Optional<MadeEntry> made) {
  /// Makes a file, with its header and its size.
  ///
  /// @throws SharedFileException if rank 0 cannot
  static Draft of(Accord accord, Path target, Format format, Creation creation) throws IOException {
    boolean later = creation.appearance() != Appearance.AT_ONCE;
    Maker maker = new Maker(target, format, creation);
    Outcome outcome = accord.isRoot() ? Outcome.of(maker::make) : new Outcome();
    accord.settle(outcome);
    Path file = Path.of(accord.texts(maker.file.toString()).getFirst());
    return new Draft(target, file, later, maker.publication, maker.made);
  }

  private static final class Maker {
    private final Path target;
    private final Format format;
    private final Creation creation;
    private Optional<Publication> publication = Optional.empty();
    private Optional<MadeEntry> made = Optional.empty();
    private Path file;

    private Maker(Path target, Format format, Creation creation) {
      this.target = target;
      this.format = format;
      this.creation = creation;
      this.file = target;
    }

    private void make() throws IOException {
      SharedOpening.requireSystems(target);
      switch (creation.appearance()) {
        case AT_ONCE -> {
          ArrayFile.create(file, format, creation).close();
          made = Optional.of(MadeEntry.of(file));
        }
        case WHEN_COMPLETE -> make(Publication.of(target));
        case NEW_WHEN_COMPLETE -> make(Publication.ofNew(target));
      }
    }

    private void make(Publication unpublished) throws IOException {
      unpublished.create(format, creation);
      publication = Optional.of(unpublished);
      file = unpublished.temporary();
    }
  }

  /// Lets it appear; rank 0 does.
  void publish() throws IOException {
    if (publication.isPresent()) {
      publication.get().publish();
    }
  }

  /// Lets a file vanish that has not appeared; rank 0 does.
  void discard() throws IOException {
    if (publication.isPresent()) {
      publication.get().discard();
    }
  }

  /// How a file is opened.
  interface Opening {
    Opened open() throws IOException;
  }

  /// Opens the file at all ranks, or lets it vanish before any of them goes on.
  Opened orTakenBack(Accord accord, Opening opening) throws IOException {
    boolean told = false;
    boolean opened = false;
    try {
      Opened file = opening.open();
      opened = true;
      return file;
    } catch (SharedFileException e) {
      told = true;
      throw e;
    } finally {
      if (!opened && accord.isRoot()) {
        takeBack();
      }
      if (told) {
        accord.ranks().barrier();
      }
    }
  }

  private void takeBack() throws IOException {
    discard();
    if (made.isPresent()) {
      made.get().remove();
    }
  }
}

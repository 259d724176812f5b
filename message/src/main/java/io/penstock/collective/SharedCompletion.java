package io.penstock.collective;

import io.penstock.array.Hyperslab;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.Creation.Appearance;
import io.penstock.file.Format;
import io.penstock.file.MadeEntry;
import io.penstock.file.Publication;
import io.penstock.message.MessageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The completion of a new file that the ranks fill. Rank 0 makes it; at the close it appears if it
/// is complete and every rank has succeeded, else it vanishes. A file that was opened has one too,
/// which neither appears nor vanishes.
final class SharedCompletion {
  private static final long DECLARED = 1;
  private static final long SPOILT = 2;

  private final Path target;
  private final boolean appearsLater;
  private Path file;

  /// How the file appears: at rank 0, if that is not at once.
  private @Nullable Publication publication;

  /// The file that is there at once: at rank 0.
  private @Nullable MadeEntry made;

  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder written = new LongAdder();
  private volatile boolean declared;

  private SharedCompletion(Path target, boolean appearsLater) {
    this.target = target;
    this.file = target;
    this.appearsLater = appearsLater;
  }

  /// The completion of a file that is there.
  static SharedCompletion ofOpened(Path file) {
    return new SharedCompletion(file, false);
  }

  /// Makes a file, with its header and its size. All ranks call this.
  ///
  /// @throws SharedFileException if rank 0 cannot
  static SharedCompletion make(Agreement agreement, Path target, Format format, Creation creation)
      throws IOException {
    SharedCompletion completion =
        new SharedCompletion(target, creation.appearance() != Appearance.AT_ONCE);
    try {
      agreement.settleAtRoot(() -> completion.make(format, creation));
      completion.file = Path.of(agreement.texts(completion.file.toString()).getFirst());
      return completion;
    } catch (IOException | RuntimeException e) { // a rank is gone, it may be, and the file made
      FirstFailure.of(completion::takeBack).suppressIn(e);
      throw e;
    }
  }

  private void make(Format format, Creation creation) throws IOException {
    OpenSharedFile.requireSystems(target);
    try {
      makeAt(target, format, creation);
    } catch (IOException | RuntimeException | Error e) {
      FirstFailure.of(this::takeBack).suppressIn(e);
      throw e;
    }
  }

  private void makeAt(Path target, Format format, Creation creation) throws IOException {
    switch (creation.appearance()) {
      case AT_ONCE -> {
        try (ArrayFile file = ArrayFile.create(target, format, creation)) {
          made = MadeEntry.ofNew(target, file);
        }
      }
      case WHEN_COMPLETE -> make(Publication.of(target), format, creation);
      case NEW_WHEN_COMPLETE -> make(Publication.ofNew(target), format, creation);
    }
  }

  private void make(Publication publishing, Format format, Creation creation) throws IOException {
    publishing.create(format, creation);
    publication = publishing;
    file = publishing.temporary();
  }

  /// Where the file is filled.
  Path file() {
    return file;
  }

  /// Whether the file appears only when it is complete.
  boolean appearsLater() {
    return appearsLater;
  }

  /// Removes the file that this rank has made, because the ranks cannot open it.
  void takeBack() throws IOException {
    discard();
    if (made != null) {
      made.remove();
    }
  }

  private void discard() throws IOException {
    if (publication != null) {
      publication.discard();
    }
  }

  // ---- the count of written elements -----------------------------------------------------------

  /// A write begins.
  void begin() {
    begun.increment();
  }

  /// A write has succeeded.
  void end(long elements) {
    written.add(elements);
    ended.increment();
  }

  /// Declares the file complete, whatever was written.
  void declare() {
    declared = true;
  }

  private Agreement.Arguments counts() {
    long state = (declared ? DECLARED : 0) | (begun.sum() == ended.sum() ? 0 : SPOILT);
    return new Agreement.Arguments(written.sum(), state, Hyperslab.at());
  }

  /// Why the file is not complete.
  ///
  /// @param counts of all ranks, by rank
  /// @param elements of the file
  /// @return null if it is
  private static @Nullable String missing(List<Agreement.Arguments> counts, long elements) {
    for (int rank = 0; rank < counts.size(); rank++) {
      if ((counts.get(rank).flags() & SPOILT) != 0) {
        return String.format(
            Locale.ROOT,
            "a write of rank %d has failed, or goes on; write it again to a new file",
            rank);
      }
    }
    boolean any = counts.stream().anyMatch(rank -> (rank.flags() & DECLARED) != 0);
    long sum = counts.stream().mapToLong(Agreement.Arguments::number).sum();
    return any || sum >= elements
        ? null
        : String.format(
            Locale.ROOT,
            "%d of its %d elements were written; write the rest, or call complete() to leave them zero",
            sum,
            elements);
  }

  // ---- closing ---------------------------------------------------------------------------------

  /// Closes the file at all ranks, which all call this.
  ///
  /// @throws IOException if a new file is not complete, or something failed at a rank
  void close(Agreement agreement, OpenSharedFile opened, SharedPointerFile pointerFile)
      throws IOException {
    try {
      List<Agreement.Arguments> counts =
          agreement.exchange(
              Agreement.CollectiveCall.CLOSE,
              opened.array().shape().rank(),
              counts(),
              new FirstFailure());
      String missing = missing(counts, opened.array().shape().size());
      boolean publishes = appearsLater && missing == null;
      FirstFailure released = new FirstFailure();
      if (publishes) {
        released.attempt(opened::sync);
      }
      released.attempt(() -> opened.close().rethrow());
      release(released, agreement, pointerFile);
      settle(agreement, released);
      agreement.settle(agreement.isRoot() ? appear(publishes) : new FirstFailure());
      if (appearsLater && !publishes) {
        throw new IOException(
            String.format(Locale.ROOT, "%s was not created: %s", target, missing));
      }
    } catch (MessageException e) {
      abandon(agreement, opened, pointerFile).suppressIn(e);
      throw e;
    }
  }

  /// Where one rank has failed, a new file vanishes before any rank goes on.
  private void settle(Agreement agreement, FirstFailure released) throws IOException {
    try {
      agreement.settle(released);
    } catch (SharedFileException e) {
      FirstFailure.of(this::discard).suppressIn(e);
      agreement.ranks().barrier();
      throw e;
    }
  }

  private FirstFailure appear(boolean publishes) {
    FirstFailure failure = new FirstFailure();
    if (publishes && publication != null) {
      failure.attempt(publication::publish);
    }
    if (!publishes || failure.failed()) {
      failure.attempt(this::discard);
    }
    return failure;
  }

  private static void release(
      FirstFailure failure, Agreement agreement, SharedPointerFile pointerFile) {
    failure.attempt(pointerFile::close);
    if (agreement.isRoot()) {
      failure.attempt(pointerFile::remove);
    }
  }

  /// Closes the file at this rank alone, where the ranks have fallen out of step.
  FirstFailure abandon(Agreement agreement, OpenSharedFile opened, SharedPointerFile pointerFile) {
    FirstFailure failure = opened.abandon();
    failure.attempt(this::discard);
    release(failure, agreement, pointerFile);
    return failure;
  }
}

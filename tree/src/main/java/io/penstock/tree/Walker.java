package io.penstock.tree;

import io.penstock.file.FileErrors;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Listing;
import io.penstock.tree.folder.Listing.Found;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One worker of a walk: goes down into the last folder first, and keeps few folders open however
/// deep the tree is.
///
/// Other workers take names from what it has before it. So the lock of this object is held whenever
/// the stack, a list of names in it or a closing folder in it changes; it is not held while entries
/// are listed and visited.
final class Walker implements Runnable {
  /// So many bytes of names of folders that are still to come; then these come before the listing
  /// goes on.
  private static final int MOST_PENDING = 256 << 10;

  /// So many of the open folders may be in the midst of their listing, one in four: these cannot be
  /// closed, because their place in the listing is the descriptor's.
  private static final int MIDST = 4;

  private static final byte[] PARENT = {'.', '.'};

  private final WalkRules rules;
  private final int mostOpen;
  private final TreeVisitor visitor;
  private final Errors errors;
  private final WalkTeam team;
  private final @Nullable WalkLevel first;
  private final TreeEntry visited = new TreeEntry(); // one object for all of them

  /// The way down without the folders that are done with; the last one is worked on.
  private final List<WalkLevel> stack = new ArrayList<>();

  /// Those before this one are closed, to be opened again by way of `..` when their turn comes, or
  /// in the midst of their listing.
  private int firstOpen;

  private int open;
  private int inMidst;
  private long entries;
  private volatile boolean begun;

  /// @param mostOpen how many folders it keeps open
  /// @param first work; empty if it has to look for it
  Walker(
      WalkRules rules,
      int mostOpen,
      TreeVisitor visitor,
      Errors errors,
      WalkTeam team,
      @Nullable WalkLevel first) {
    this.rules = rules;
    this.mostOpen = mostOpen;
    this.visitor = visitor;
    this.errors = errors;
    this.team = team;
    this.first = first;
  }

  long entries() {
    return entries;
  }

  /// Whether its thread runs, or has run.
  boolean hasBegun() {
    return begun;
  }

  @Override
  public void run() {
    begun = true;
    try {
      WalkLevel work = first == null ? team.next(true) : first;
      while (work != null) {
        walk(work);
        work = team.next(false);
      }
    } catch (VisitFailure e) {
      team.fail(Objects.requireNonNull(e.getCause()));
    } catch (IOException | RuntimeException | Error e) {
      team.fail(e);
    } finally {
      closeAll();
    }
  }

  private synchronized void closeAll() {
    for (WalkLevel level : stack) {
      try {
        level.close();
      } catch (IOException e) {
        team.fail(e);
      }
    }
    stack.clear();
  }

  private void walk(WalkLevel work) throws IOException {
    synchronized (this) {
      stack.add(work);
      firstOpen = 0;
      open = 1;
      inMidst = 0;
    }
    while (!stack.isEmpty() && !team.ended()) {
      step(stack.getLast());
    }
  }

  /// Half of the names that are to come of the least deep folder that is open, at least one, for
  /// another worker. The last name of the folder that this one is in is its own.
  ///
  /// @return null if there are none to be given
  synchronized @Nullable WalkLevel half() throws IOException {
    int last = stack.size() - 1;
    for (int i = firstOpen; i <= last; i++) {
      WalkLevel level = stack.get(i);
      int names = level.pending().count();
      int given = i < last ? names - names / 2 : names / 2;
      if (given > 0 && level.isOpen()) {
        try {
          return level.split(given);
        } catch (FileSystemException _) {
          return null; // it cannot be opened once more, and stays whose it is
        }
      }
    }
    return null;
  }

  private void step(WalkLevel level) throws IOException {
    boolean pending;
    boolean listing;
    synchronized (this) {
      pending = !level.pending().isEmpty();
      listing = !level.listed() && (!pending || rules.sorted());
    }
    if (listing) {
      list(level);
    } else if (pending) {
      next(level);
    } else {
      pop(level);
    }
  }

  private void list(WalkLevel level) throws IOException {
    try {
      boolean more;
      do {
        more = level.open().list(found -> found(level, found));
      } while (more && hasRoom(level) && !team.ended());
      if (!more) {
        endListing(level);
      }
    } catch (FileSystemException e) {
      errors.add(new EntryException(level.place().path(), "cannot list the folder: " + reason(e)));
      endListing(level);
    }
  }

  private synchronized boolean hasRoom(WalkLevel level) {
    return rules.sorted()
        || level.pending().size() < MOST_PENDING
        || inMidst + 1 > mostOpen / MIDST;
  }

  private synchronized void endListing(WalkLevel level) {
    level.endListing();
    if (rules.sorted()) {
      level.pending().sort();
    }
  }

  private void found(WalkLevel level, Found found) throws IOException {
    EntryType type = found.type();
    if (type == EntryType.OTHER && isAnError(level, found)) {
      return;
    }
    if (rules.waits(type)) {
      remember(level, found, type);
      return;
    }
    visited.at(level, found, type);
    visit();
    if (type == EntryType.FOLDER && level.depth() + 1 < rules.deepest()) {
      remember(level, found, type);
    }
  }

  /// Whether this is an entry that the system fails to look at. One that has gone, or that nobody
  /// may look at, is left to who visits it.
  private boolean isAnError(WalkLevel level, Found found) throws IOException {
    try {
      EntryFacts _ = found.facts();
      return false;
    } catch (NoSuchFileException | AccessDeniedException _) {
      return false;
    } catch (FileSystemException e) {
      errors.add(
          new EntryException(
              level.place().path(found.name()), "cannot be looked at: " + reason(e)));
      return true;
    }
  }

  private synchronized void remember(WalkLevel level, Found found, EntryType type) {
    level.pending().add(found, type);
  }

  private void visit() throws IOException {
    entries++;
    try {
      visitor.visit(visited);
    } catch (EntryException e) {
      errors.add(e);
    } catch (FileSystemException e) {
      throw new VisitFailure(e);
    }
  }

  /// A carrier of an exception of the visitor past what expects those of the walk itself, which are
  /// errors of single folders.
  private static final class VisitFailure extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    VisitFailure(FileSystemException cause) {
      super(cause);
    }
  }

  private void next(WalkLevel level) throws IOException {
    EntryType type;
    byte[] name;
    synchronized (this) {
      type = level.pending().firstType();
      name = level.pending().removeFirst();
    }
    if (rules.waits(type)) {
      visited.at(level, name, type);
      visit();
      if (type != EntryType.FOLDER || level.depth() + 1 >= rules.deepest()) {
        return;
      }
    }
    descend(level, name);
  }

  private void descend(WalkLevel level, byte[] name) throws IOException {
    Optional<WalkLevel> child;
    try {
      Listing folder = level.open().folder(name);
      child = TwinFolder.orClose(folder, () -> below(level, name, folder));
    } catch (FileSystemException e) {
      errors.add(
          e instanceof EntryException known
              ? known
              : new EntryException(
                  level.place().path(name), "cannot open the folder: " + reason(e)));
      return;
    }
    if (child.isPresent()) {
      push(level, child.get());
    }
  }

  /// @return empty if the folder is not entered, and closed
  private Optional<WalkLevel> below(WalkLevel level, byte[] name, Listing folder)
      throws IOException {
    FileId id = folder.id();
    if (rules.oneFileSystem() && id.device() != level.place().id().device()) {
      folder.close();
      return Optional.empty();
    }
    Optional<WalkLevel.Place> place = level.place().below(name, id);
    if (place.isEmpty()) {
      throw new EntryException(level.place().path(name), "is a folder that leads here: a loop");
    }
    return Optional.of(new WalkLevel(place.get(), folder));
  }

  private synchronized void push(WalkLevel parent, WalkLevel child) throws IOException {
    if (parent.done()) {
      removeLast();
    } else if (!parent.listed()) {
      inMidst++;
    }
    stack.add(child);
    open++;
    if (open > mostOpen) {
      closeLeastDeep();
    }
  }

  private void removeLast() throws IOException {
    WalkLevel done = stack.removeLast();
    firstOpen = Math.min(firstOpen, Math.max(0, stack.size() - 1));
    leave(done);
  }

  private void leave(WalkLevel done) throws IOException {
    if (done.isOpen()) {
      open--;
      done.close();
    }
    done.place().leave();
  }

  private void closeLeastDeep() throws IOException {
    while (firstOpen < stack.size() - 1) {
      WalkLevel level = stack.get(firstOpen++);
      if (level.isOpen() && level.listed()) {
        open--;
        level.close();
        level.pending().trim();
        return;
      }
    }
  }

  private void pop(WalkLevel level) throws IOException {
    synchronized (this) {
      stack.removeLast();
      while (!stack.isEmpty() && stack.getLast().done()) {
        removeLast(); // its last names were taken by others
      }
      firstOpen = Math.min(firstOpen, Math.max(0, stack.size() - 1));
    }
    try {
      if (!stack.isEmpty()) {
        returnTo(stack.getLast(), level);
      }
    } finally {
      leave(level);
    }
  }

  private void returnTo(WalkLevel level, WalkLevel from) throws IOException {
    if (!level.listed()) {
      inMidst--;
    }
    if (level.isOpen()) {
      return;
    }
    try {
      reopen(level, from);
    } catch (FileSystemException e) {
      errors.add(
          e instanceof EntryException known
              ? known
              : new EntryException(
                  level.place().path(), "cannot open the folder again: " + reason(e)));
      synchronized (this) {
        level.pending().clear();
      }
    }
  }

  private void reopen(WalkLevel level, WalkLevel from) throws IOException {
    if (!from.isOpen()) {
      throw new EntryException(
          level.place().path(),
          "cannot be found again from the folders in it; what is left is not walked");
    }
    Listing folder = above(from.open(), from.depth() - level.depth());
    Listing same = TwinFolder.orClose(folder, () -> required(level, folder));
    synchronized (this) {
      level.reopen(same);
      open++;
    }
  }

  private static Listing required(WalkLevel level, Listing folder) throws IOException {
    if (!folder.id().equals(level.place().id())) {
      throw new EntryException(
          level.place().path(), "was moved while it was walked; what is left is not walked");
    }
    return folder;
  }

  private static Listing above(Listing from, int up) throws IOException {
    Listing folder = from.folder(PARENT);
    for (int i = 1; i < up; i++) {
      Listing below = folder;
      folder = TwinFolder.inPlaceOf(below, () -> below.folder(PARENT));
    }
    return folder;
  }

  /// Why, in words.
  static String reason(IOException failure) {
    if (!(failure instanceof FileSystemException e)) {
      return FileErrors.reason(failure);
    }
    if (e.getReason() != null) {
      return e.getReason();
    }
    return switch (e) {
      case NoSuchFileException _ -> "no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "the file exists";
      case NotDirectoryException _ -> "is no folder";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      default -> e.getClass().getSimpleName();
    };
  }
}

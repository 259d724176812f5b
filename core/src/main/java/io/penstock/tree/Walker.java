package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Found;
import io.penstock.tree.folder.Listing;
import io.penstock.tree.folder.Names;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/// One thread of a walk: goes down into the last folder first, and keeps few folders open however
/// deep the tree is.
final class Walker implements Runnable {
  /// So many open folders a thread; above them the least deep ones are closed, and opened again by
  /// way of `..` when their turn comes.
  private static final int MOST_OPEN = 64;

  /// So many bytes of names of folders that are still to come; then these come before the listing
  /// goes on.
  private static final int MOST_PENDING = 256 << 10;

  private static final byte[] PARENT = {'.', '.'};

  private final WalkRules rules;
  private final TreeVisitor visitor;
  private final Errors errors;
  private final WalkTeam team;
  private final Visited visited = new Visited();
  private Optional<WalkLevel> top = Optional.empty();
  private int bottom;
  private int open;
  private long entries;

  Walker(WalkRules rules, TreeVisitor visitor, Errors errors, WalkTeam team) {
    this.rules = rules;
    this.visitor = visitor;
    this.errors = errors;
    this.team = team;
  }

  long entries() {
    return entries;
  }

  @Override
  public void run() {
    try {
      Optional<WalkLevel> work = team.take();
      while (work.isPresent()) {
        walk(work.get());
        work = team.take();
      }
    } catch (VisitException e) {
      team.fail(e.own);
    } catch (IOException | RuntimeException | Error e) {
      team.fail(e);
    } finally {
      closeAll();
    }
  }

  private void closeAll() {
    for (Optional<WalkLevel> level = top;
        level.isPresent() && level.get().depth() >= bottom;
        level = level.get().parent()) {
      try {
        level.get().close();
      } catch (IOException e) {
        team.fail(e);
      }
    }
  }

  private void walk(WalkLevel work) throws IOException {
    top = Optional.of(work);
    bottom = work.depth();
    open = 1;
    step(work); // before anything is shared: what is handed on and on would never be entered
    while (top.isPresent() && !team.ended()) {
      if (team.hungry()) {
        share(top.get());
      }
      step(top.get());
    }
  }

  private void step(WalkLevel level) throws IOException {
    if (level.pending().isEmpty() ? level.listed() : !level.isOpen()) {
      pop(level);
    } else if (level.pending().isEmpty() || (rules.sorted() && !level.listed())) {
      list(level);
    } else {
      next(level);
    }
  }

  private void list(WalkLevel level) throws IOException {
    try {
      boolean more;
      do {
        more = level.open().list(found -> found(level, found));
      } while (more && (rules.sorted() || level.pending().size() < MOST_PENDING) && !team.ended());
      if (!more) {
        endListing(level);
      }
    } catch (FileSystemException e) {
      errors.add(new EntryException(level.path(), "cannot list the folder: " + reason(e)));
      endListing(level);
    }
  }

  private void endListing(WalkLevel level) {
    level.endListing();
    if (rules.sorted()) {
      level.pending().sort();
    }
  }

  private void found(WalkLevel level, Found found) throws IOException {
    EntryType type = found.type();
    if (rules.waits(type)) {
      level.pending().add(found, type);
      return;
    }
    visit(level, found, type);
    if (type == EntryType.FOLDER && level.depth() + 1 < rules.deepest()) {
      level.pending().add(found, type);
    }
  }

  private void visit(WalkLevel level, Found found, EntryType type) throws IOException {
    entries++;
    if (rules.shows(type, found)) {
      visited.at(level, found, type);
      try {
        visitor.visit(visited);
      } catch (EntryException e) {
        errors.add(e);
      } catch (FileSystemException e) {
        throw new VisitException(e);
      }
    }
  }

  private void next(WalkLevel level) throws IOException {
    EntryType type = level.pending().firstType();
    byte[] name = level.pending().removeFirst();
    if (rules.waits(type)) {
      visit(level, new NamedEntry(level.open(), name, type), type);
      if (type != EntryType.FOLDER || level.depth() + 1 >= rules.deepest()) {
        return;
      }
    }
    descend(level, name);
  }

  private void descend(WalkLevel level, byte[] name) throws IOException {
    Optional<Listing> opened = Optional.empty();
    try {
      Listing folder = level.open().folder(name);
      opened = Optional.of(folder);
      FileId id = folder.id();
      if (level.isBelow(id)) {
        throw new EntryException(level.path(name), "is a folder that leads here: a loop");
      }
      if (rules.oneFileSystem() && id.device() != level.id().device()) {
        folder.close();
        return;
      }
      push(level, new WalkLevel(Optional.of(level), name, level.depth() + 1, id, folder));
    } catch (FileSystemException e) {
      if (opened.isPresent()) {
        opened.get().close();
      }
      errors.add(
          e instanceof EntryException known
              ? known
              : new EntryException(level.path(name), "cannot open the folder: " + reason(e)));
    }
  }

  private void push(WalkLevel parent, WalkLevel child) throws IOException {
    top = Optional.of(child);
    open++;
    if (parent.done()) {
      parent.close();
      open--;
    }
    if (open > MOST_OPEN) {
      closeLeastDeep(child);
    }
  }

  // One whose listing goes on must stay: its place in the listing is the descriptor's.
  private void closeLeastDeep(WalkLevel child) throws IOException {
    Optional<WalkLevel> least = Optional.empty();
    for (Optional<WalkLevel> level = child.parent();
        level.isPresent() && level.get().depth() >= bottom;
        level = level.get().parent()) {
      if (level.get().isOpen() && level.get().listed()) {
        least = level;
      }
    }
    if (least.isPresent()) {
      least.get().close();
      open--;
    }
  }

  private void pop(WalkLevel level) throws IOException {
    Optional<WalkLevel> next = level.parent();
    int up = 1;
    while (next.isPresent() && next.get().depth() >= bottom && next.get().done()) {
      closeShared(next.get());
      next = next.get().parent();
      up++;
    }
    boolean left = next.isPresent() && next.get().depth() >= bottom;
    if (left && !next.get().isOpen()) {
      climb(level, next.get(), up);
    }
    if (level.isOpen()) {
      level.close();
      open--;
    }
    top = left ? next : Optional.empty();
  }

  // What had its last folders taken by another thread is still open.
  private void closeShared(WalkLevel level) throws IOException {
    if (level.isOpen()) {
      level.close();
      open--;
    }
  }

  private void climb(WalkLevel from, WalkLevel to, int up) throws IOException {
    try {
      to.reopen(above(from.open(), up));
      open++;
      if (!to.open().id().equals(to.id())) {
        throw new EntryException(to.path(), "was moved while it was walked; what is left is not");
      }
    } catch (FileSystemException e) {
      errors.add(
          e instanceof EntryException known
              ? known
              : new EntryException(to.path(), "cannot open the folder again: " + reason(e)));
      while (!to.pending().isEmpty()) {
        to.pending().removeFirst();
      }
    }
  }

  private static Listing above(Listing from, int up) throws IOException {
    Listing folder = from.folder(PARENT);
    for (int i = 1; i < up; i++) {
      try (Listing below = folder) {
        folder = below.folder(PARENT);
      }
    }
    return folder;
  }

  private void share(WalkLevel level) throws IOException {
    Optional<WalkLevel> rich = Optional.empty();
    for (Optional<WalkLevel> at = Optional.of(level);
        at.isPresent() && at.get().depth() >= bottom;
        at = at.get().parent()) {
      if (at.get().isOpen() && !at.get().pending().isEmpty()) {
        rich = at;
      }
    }
    if (rich.isPresent() && !rules.sorted()) {
      team.offer(rich.get().split());
    }
  }

  /// What a visit threw, told from what the walk itself meets.
  private static final class VisitException extends IOException {
    private static final long serialVersionUID = 1;

    private final FileSystemException own;

    VisitException(FileSystemException own) {
      super(own);
      this.own = own;
    }
  }

  /// Why, in words.
  static String reason(IOException failure) {
    if (!(failure instanceof FileSystemException e)) {
      return String.valueOf(failure.getMessage());
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

  /// An entry that is reached by its name.
  static final class NamedEntry implements Found {
    private final Listing folder;
    private final byte[] name;
    private final EntryType type;

    NamedEntry(Listing folder, byte[] name, EntryType type) {
      this.folder = folder;
      this.name = name;
      this.type = type;
    }

    @Override
    public EntryType type() {
      return type;
    }

    @Override
    public int nameBytes() {
      return name.length;
    }

    @Override
    public void copyName(byte[] target, int at) {
      System.arraycopy(name, 0, target, at, name.length);
    }

    @Override
    public EntryFacts facts() throws IOException {
      return folder.facts(name);
    }
  }

  /// What the visitor sees: always the same object.
  static final class Visited implements TreeEntry {
    private static final byte[] NONE = {};

    private Optional<WalkLevel> level = Optional.empty();
    private Optional<Found> found = Optional.empty();
    private Optional<EntryFacts> facts = Optional.empty();
    private EntryType type = EntryType.OTHER;
    private byte[] prefix = NONE;

    void at(WalkLevel level, Found found, EntryType type) {
      if (this.level.isEmpty() || !this.level.get().equals(level)) {
        this.level = Optional.of(level);
        prefix = NONE;
      }
      if (this.found.isEmpty() || !this.found.get().equals(found)) {
        this.found = Optional.of(found);
      }
      this.type = type;
      this.facts = Optional.empty();
    }

    void atRoot(Found found, EntryType type) {
      this.level = Optional.empty();
      this.found = Optional.of(found);
      this.type = type;
    }

    /// The folder that holds the entry; not of the root.
    Listing folder() {
      return level.orElseThrow().open();
    }

    /// What is between the root and the entry, with a slash at its end.
    byte[] folderPath() {
      return level.orElseThrow().prefix();
    }

    @Override
    public int depth() {
      return level.isPresent() ? level.get().depth() + 1 : 0;
    }

    @Override
    public EntryType type() {
      return type;
    }

    @Override
    public byte[] nameBytes() {
      return found.orElseThrow().name();
    }

    @Override
    public String name() {
      return Names.text(nameBytes());
    }

    @Override
    public Path path() {
      byte[] name = nameBytes();
      return level.isPresent() ? level.get().path(name) : Names.path(name);
    }

    @Override
    public void writePath(OutputStream out) throws IOException {
      if (level.isPresent()) {
        if (prefix.length == 0) {
          prefix = level.get().prefix();
        }
        out.write(prefix);
      }
      out.write(nameBytes());
    }

    @Override
    public EntryFacts facts() throws EntryException {
      if (facts.isEmpty()) {
        facts = Optional.of(looked());
      }
      return facts.get();
    }

    private EntryFacts looked() throws EntryException {
      try {
        return found.orElseThrow().facts();
      } catch (FileSystemException e) {
        throw new EntryException(path(), "cannot be looked at: " + reason(e));
      } catch (IOException e) {
        throw new EntryException(path(), "cannot be looked at: " + e.getMessage());
      }
    }
  }
}

package io.penstock.tree;

import io.penstock.file.FileErrors;
import io.penstock.tree.WalkRules.Order;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A walk through a tree of folders: every entry once, names first, and attributes only when they
/// are asked for.
///
/// Links are entries and are never followed, the root neither. Each folder is opened from the one
/// that holds it by its name alone, so that a link that takes a folder's place meanwhile leads
/// nowhere, and trees may be deeper than a path is long; where the JVM has neither native access
/// nor a [java.nio.file.SecureDirectoryStream] (not on Linux), paths are used. An error of one
/// entry is collected, and the walk goes on. Memory does not grow with a folder's entries, unless
/// they are sorted or a dozen huge folders lie in each other; at most 64 open folders a thread, and
/// fewer where the process may not open so many files. The time grows with the entries, not with
/// how deep they lie.
///
/// A value: each `with...` is another walk. Safe for any thread.
public final class TreeWalk {
  private final Path root;
  private final WalkRules rules;
  private final Shown shown;
  private final int threads;
  private final Consumer<EntryException> listener;
  private final Folder.@Nullable Access access;

  /// The entries that are visited.
  private record Shown(Set<EntryType> types, NameGlob glob) {
    static final Shown ALL = new Shown(Set.of(EntryType.values()), NameGlob.ALL);

    Shown {
      types = Set.copyOf(types);
    }

    boolean includes(TreeEntry entry) {
      return types.contains(entry.type()) && (glob.matchesAll() || glob.matches(entry.nameBytes()));
    }

    TreeVisitor filtered(TreeVisitor visitor) {
      return equals(ALL)
          ? visitor
          : entry -> {
            if (includes(entry)) {
              visitor.visit(entry);
            }
          };
    }
  }

  private TreeWalk(
      Path root,
      WalkRules rules,
      Shown shown,
      int threads,
      Consumer<EntryException> listener,
      Folder.@Nullable Access access) {
    this.root = root;
    this.rules = rules;
    this.shown = shown;
    this.threads = threads;
    this.listener = listener;
    this.access = access;
  }

  /// A walk by the calling thread, in the order in which the file system lists.
  public static TreeWalk of(Path root) {
    return new TreeWalk(root, WalkRules.in(Order.AS_LISTED), Shown.ALL, 1, _ -> {}, null);
  }

  private TreeWalk with(WalkRules changed) {
    return new TreeWalk(root, changed, shown, threads, listener, access);
  }

  private TreeWalk with(Shown changed) {
    return new TreeWalk(root, rules, changed, threads, listener, access);
  }

  /// By several threads, which visit in no order: by fewer where there is less to share, or where
  /// the process may not open as many files. A sorted walk has one all the same.
  ///
  /// @throws IllegalArgumentException if `count` is less than 1
  public TreeWalk withThreads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " threads");
    }
    return new TreeWalk(root, rules, shown, count, listener, access);
  }

  /// By as many threads as there are processors.
  public TreeWalk parallel() {
    return withThreads(Runtime.getRuntime().availableProcessors());
  }

  /// Each folder's entries in the order of their bytes, what a folder holds right behind it. The
  /// names of one folder a level are in memory at once.
  public TreeWalk sorted() {
    return with(new WalkRules(Order.SORTED, rules.oneFileSystem(), rules.deepest()));
  }

  /// Shows folders where other file systems are mounted, and does not enter them.
  public TreeWalk onOneFileSystem() {
    return with(new WalkRules(rules.order(), true, rules.deepest()));
  }

  /// Does not go deeper.
  ///
  /// @param depth that of the last entries; 0 is the root alone
  /// @throws IllegalArgumentException if it is negative
  public TreeWalk withDepth(int depth) {
    if (depth < 0) {
      throw new IllegalArgumentException("depth " + depth);
    }
    return with(new WalkRules(rules.order(), rules.oneFileSystem(), depth));
  }

  /// Visits entries of these types alone; all folders are entered.
  public TreeWalk onlyTypes(Set<EntryType> types) {
    return with(new Shown(types, shown.glob()));
  }

  /// Visits entries alone whose names match a pattern: `*` for any bytes, `?` for a character,
  /// `[a-z]` and `[!a-z]` for one of a set of bytes, `\` before what is meant as it is. All folders
  /// are entered.
  ///
  /// @throws IllegalArgumentException if the pattern ends within a set or behind a backslash
  public TreeWalk named(String glob) {
    return with(new Shown(shown.types(), NameGlob.of(glob)));
  }

  /// Tells each error at once, besides collecting it. The listener is called by one thread at a
  /// time.
  public TreeWalk withErrorsTo(Consumer<EntryException> errorListener) {
    return new TreeWalk(root, rules, shown, threads, errorListener, access);
  }

  TreeWalk withAccess(Folder.Access chosen) {
    return new TreeWalk(root, rules, shown, threads, listener, chosen);
  }

  /// Visits the root and every entry below it.
  ///
  /// @throws IOException if there is no such root, or a visit throws anything but an
  ///   [EntryException]
  public TreeReport forEach(TreeVisitor visitor) throws IOException {
    FileErrors.requireSystems(root, "trees of the system alone are walked");
    Errors errors = new Errors(listener);
    long entries = 1;
    Folder.Access chosen = access == null ? Folder.Access.best() : access;
    try (Folder base = chosen.base()) {
      byte[] name = chosen.name(root);
      EntryType type = rootFacts(base, name).type();
      visitRoot(visitor, base, name, type, errors);
      if (type == EntryType.FOLDER && rules.deepest() > 0) {
        entries += below(chosen, base, name, shown.filtered(visitor), errors);
      }
    }
    return errors.report(entries);
  }

  private EntryFacts rootFacts(Folder base, byte[] name) throws IOException {
    try {
      return base.facts(name);
    } catch (FileSystemException e) {
      throw new EntryException(root, "cannot be walked: " + Walker.reason(e));
    }
  }

  private void visitRoot(
      TreeVisitor visitor, Folder base, byte[] name, EntryType type, Errors errors)
      throws IOException {
    if (shown.types().contains(type) && shown.glob().matches(lastName(name))) {
      TreeEntry visited = new TreeEntry();
      visited.atRoot(base, name, type);
      try {
        visitor.visit(visited);
      } catch (EntryException e) {
        errors.add(e);
      }
    }
  }

  private static byte[] lastName(byte[] path) {
    int from = path.length;
    while (from > 0 && path[from - 1] != '/') {
      from--;
    }
    return Arrays.copyOfRange(path, from, path.length);
  }

  private long below(
      Folder.Access chosen, Folder base, byte[] name, TreeVisitor visitor, Errors errors)
      throws IOException {
    WalkLevel level;
    try {
      level = WalkLevel.root(name, base.folder(name));
    } catch (FileSystemException e) {
      errors.add(new EntryException(root, "cannot open the folder: " + Walker.reason(e)));
      return 0;
    }
    int folders = chosen.folders(WalkTeam.folders(threads));
    return WalkTeam.run(rules, threads, folders, visitor, errors, level);
  }

  /// Adds up what the tree holds, as `du` does: a file with several names in it counts once. Types
  /// and names that the walk does not show do not count.
  ///
  /// @throws IOException if there is no such root
  public TreeTotal total() throws IOException {
    LongAdder folders = new LongAdder();
    LongAdder files = new LongAdder();
    LongAdder others = new LongAdder();
    LongAdder bytes = new LongAdder();
    LongAdder allocated = new LongAdder();
    Set<FileId> seen = ConcurrentHashMap.newKeySet();
    TreeReport report =
        forEach(
            entry -> {
              EntryFacts facts = entry.facts();
              EntryType type = facts.type();
              if (type != EntryType.FOLDER && facts.links() > 1 && !seen.add(FileId.of(facts))) {
                return;
              }
              switch (type) {
                case FOLDER -> folders.increment();
                case FILE -> files.increment();
                default -> others.increment();
              }
              if (type == EntryType.FILE || type == EntryType.LINK) {
                bytes.add(facts.size());
              }
              allocated.add(facts.allocated());
            });
    return new TreeTotal(
        folders.sum(), files.sum(), others.sum(), bytes.sum(), allocated.sum(), report);
  }
}

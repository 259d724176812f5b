/// Copies and walks of files and trees, which follow no link out of them, and a cache of hot files.
///
/// ```java
/// TreeCopyReport report = TreeCopy.of(photos, backup)
///     .preserving(Preserved.MODE, Preserved.TIMES).keepingHardLinks().resuming().run();
/// TreeTotal total = TreeWalk.of(Path.of("/var")).onOneFileSystem().parallel().total();
/// ```
///
/// - [io.penstock.tree.FileCopy]: one file, verified on request; the target appears whole.
/// - [io.penstock.tree.TreeCopy]: a tree, resumed where it was interrupted.
/// - [io.penstock.tree.TreeWalk]: entries and totals, by one thread or many.
/// - [io.penstock.tree.cache.FileCache]: hot files in memory, within a limit, for any number of
///   threads.
///
/// Names are bytes, as the system has them. Entries are opened relative to open folders.
module io.penstock.tree {
  requires static org.jspecify;
  requires transitive io.penstock;

  exports io.penstock.tree;
  exports io.penstock.tree.cache;
  exports io.penstock.tree.entry;
}

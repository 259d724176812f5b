package io.penstock.tree;

import io.penstock.file.Durability;
import io.penstock.file.FileErrors;
import io.penstock.file.JvmEnd;
import io.penstock.tree.WalkRules.Order;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// A copy of a tree of folders.
///
/// Every file is written under a temporary name in its folder and then takes its place, as by
/// [FileCopy]. Links stay links, with the text that they have. Nothing that lies in either tree is
/// reached by a path: each folder is opened from the one that holds it, by its name alone, so that
/// a link that takes the place of a folder or a file meanwhile is never followed, on either side.
/// The trees may be deeper than a path is long. Names are bytes and stay what they are.
///
/// Entries of the target that the source lacks stay. An error of one entry is collected, and the
/// rest is copied.
///
/// Without native access the JDK's functions do the same on Linux, but for extended attributes,
/// access control lists, set-user-ID, set-group-ID and sticky bits, and the times and owners of
/// links; where there is no [java.nio.file.SecureDirectoryStream] they use paths.
///
/// A value: each `with...` is another copy. Safe for any thread.
public final class TreeCopy {
  private final Path source;
  private final Path target;
  private final CopySettings settings;
  private final EntryCopier.Rules rules;
  private final int threads;
  private final Consumer<EntryException> listener;
  private final Folder.@Nullable Access access;

  private TreeCopy(
      Path source,
      Path target,
      CopySettings settings,
      EntryCopier.Rules rules,
      int threads,
      Consumer<EntryException> listener,
      Folder.@Nullable Access access) {
    this.source = source;
    this.target = target;
    this.settings = settings;
    this.rules = rules;
    this.threads = threads;
    this.listener = listener;
    this.access = access;
  }

  /// A copy of names, contents and links, by as many threads as there are processors.
  ///
  /// @param source a folder
  /// @param target what becomes its copy: a folder that is there, or is made in one that is
  public static TreeCopy of(Path source, Path target) {
    return new TreeCopy(
        source,
        target,
        CopySettings.PLAIN,
        EntryCopier.Rules.PLAIN,
        Runtime.getRuntime().availableProcessors(),
        _ -> {},
        null);
  }

  private TreeCopy with(CopySettings changed) {
    return new TreeCopy(source, target, changed, rules, threads, listener, access);
  }

  private TreeCopy with(EntryCopier.Rules changed) {
    return new TreeCopy(source, target, settings, changed, threads, listener, access);
  }

  /// Takes these over besides the contents, and only these: of files, folders and, where it can be,
  /// links.
  public TreeCopy preserving(Preserved... kept) {
    Set<Preserved> all = EnumSet.noneOf(Preserved.class);
    all.addAll(Set.of(kept));
    return with(settings.preserving(all));
  }

  /// Names of one file become names of one file.
  public TreeCopy keepingHardLinks() {
    return with(new EntryCopier.Rules(rules.resume(), true, rules.refusesSpecials()));
  }

  /// Leaves files as they are that have their source's size and time already: what an earlier copy
  /// that preserved times has done is not done again.
  public TreeCopy resuming() {
    return with(
        new EntryCopier.Rules(
            EntryCopier.Resume.SAME_SIZE_AND_TIME, rules.hardLinks(), rules.refusesSpecials()));
  }

  /// The same for files whose contents are compared and equal as well.
  public TreeCopy resumingByContent() {
    return with(
        new EntryCopier.Rules(
            EntryCopier.Resume.SAME_CONTENT, rules.hardLinks(), rules.refusesSpecials()));
  }

  /// Takes pipes, sockets and devices, which have no contents to copy, for errors; otherwise they
  /// are left out, and that is noted.
  public TreeCopy refusingSpecials() {
    return with(new EntryCopier.Rules(rules.resume(), rules.hardLinks(), true));
  }

  /// Copies no faster, all threads together.
  ///
  /// @throws IllegalArgumentException if it is less than 1
  public TreeCopy withLimit(long bytesPerSecond) {
    return with(settings.withLimit(bytesPerSecond));
  }

  /// Tells how far it is, and asks whether to go on.
  ///
  /// @param progress given the bytes that have been copied since the last call, or of a hole passed
  ///   by; returns whether to go on, otherwise the copy ends with a [CopyCancelledException].
  ///   Called by every thread that copies
  public TreeCopy withProgress(LongPredicate progress) {
    return with(settings.withProgress(progress));
  }

  /// Writes each file to its device, reads it back and compares it with its source before it takes
  /// its place.
  public TreeCopy verified() {
    return with(settings.withVerification());
  }

  /// Makes the copy survive a loss of power once [#run] has returned: each file and each folder is
  /// synced, and the target's name is. A file that an earlier copy has made and that stays is
  /// synced, too.
  public TreeCopy durable() {
    return with(settings.withDurability());
  }

  /// By so many threads.
  ///
  /// @throws IllegalArgumentException if `count` is less than 1
  public TreeCopy withThreads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " threads");
    }
    return new TreeCopy(source, target, settings, rules, count, listener, access);
  }

  /// Tells each error at once, besides collecting it. The listener is called by one thread at a
  /// time.
  public TreeCopy withErrorsTo(Consumer<EntryException> errorListener) {
    return new TreeCopy(source, target, settings, rules, threads, errorListener, access);
  }

  /// Tells what copies could not keep of the files that they replace: owner, group, access control
  /// list or attributes, where the system does not let this process give them. Such a copy is no
  /// more open than the file was. Called by one thread at a time.
  public TreeCopy withNoticesTo(Consumer<EntryException> notices) {
    return with(settings.withNoticesTo(notices));
  }

  TreeCopy withAccess(Folder.Access chosen) {
    return new TreeCopy(source, target, settings, rules, threads, listener, chosen);
  }

  /// Copies.
  ///
  /// @throws CopyCancelledException if the progress said so; what is copied stays
  /// @throws IOException if the source is no folder, the target lies in it, is it, or is something
  ///   else than a folder
  public TreeCopyReport run() throws IOException {
    try (JvmEnd end = JvmEnd.watched()) {
      LongPredicate told = settings.progress();
      LongPredicate both = bytes -> !end.begun() && (told == null || told.test(bytes));
      return with(settings.withProgress(both)).copied();
    }
  }

  private TreeCopyReport copied() throws IOException {
    FileErrors.requireSystems(source, "trees of the system alone are copied");
    FileErrors.requireSystems(target, "trees are copied to files of the system alone");
    Folder.Access chosen = access == null ? Folder.Access.best() : access;
    try {
      return copied(chosen);
    } catch (EntryException e) {
      throw e;
    } catch (FileSystemException e) { // of the roots, which call themselves by no name
      throw new EntryException(source, "cannot be copied: " + Walker.reason(e));
    }
  }

  private TreeCopyReport copied(Folder.Access chosen) throws IOException {
    Errors errors = new Errors(listener);
    FolderFacts facts = new FolderFacts(settings);
    try (Folder base = chosen.base();
        Folder from = sourceRoot(chosen, base);
        Folder to = targetRoot(chosen, base, from, facts)) {
      requireApart(from, to);
      EntryCopier copier = new EntryCopier(rules, settings, to);
      facts.beginFilling(to.id());
      walk(chosen, TwinFolder.of(from, to, facts), WalkRules.in(Order.SHARED), copier, errors);
      facts.endFilling();
      if (facts.wanted()) {
        Errors others = new Errors(errors::addNew); // of folders that the first walk could enter
        walk(chosen, TwinFolder.of(from, to, facts), WalkRules.in(Order.AS_LISTED), facts, others);
        giveRoot(chosen, base, from, to, facts, errors);
        facts.narrow(to, source, errors);
      }
      if (settings.durable()) {
        Durability.syncName(target); // an earlier copy may have made it
      }
      return copier.report(errors);
    }
  }

  private void walk(
      Folder.Access chosen, TwinFolder root, WalkRules walked, TreeVisitor visitor, Errors errors)
      throws IOException {
    int most = Integer.MAX_VALUE / 2;
    int pairs = chosen.folders(2 * Math.min(most, WalkTeam.folders(threads))) / 2;
    WalkLevel level = WalkLevel.root(chosen.name(source), root);
    long _ = WalkTeam.run(walked, threads, pairs, visitor, errors, level);
  }

  private void giveRoot(
      Folder.Access chosen, Folder base, Folder from, Folder to, FolderFacts facts, Errors errors)
      throws IOException {
    try {
      facts.give(from, to, base, chosen.name(target));
    } catch (FileSystemException e) {
      errors.add(
          new EntryException(
              source, "the folder's own facts cannot be copied: " + Walker.reason(e)));
    }
  }

  private Folder sourceRoot(Folder.Access chosen, Folder base) throws IOException {
    byte[] name = chosen.name(source);
    try {
      EntryType type = base.facts(name).type();
      if (type == EntryType.LINK) {
        throw new EntryException(source, "is a link; name the folder that it leads to");
      }
      if (type != EntryType.FOLDER) {
        throw new EntryException(source, "is no folder; copy it as a file");
      }
      return base.folder(name);
    } catch (EntryException e) {
      throw e;
    } catch (FileSystemException e) {
      throw new EntryException(source, "cannot be copied: " + Walker.reason(e));
    }
  }

  private Folder targetRoot(Folder.Access chosen, Folder base, Folder from, FolderFacts later)
      throws IOException {
    if (Files.isSymbolicLink(target)) {
      throw new EntryException(target, "is a link; name the folder that it leads to");
    }
    if (Files.exists(target)
        && !Files.readAttributes(target, BasicFileAttributes.class).isDirectory()) {
      throw new EntryException(target, "is there and is no folder; a tree cannot replace it");
    }
    requireOutside();
    int mode = from.facts().mode() & FileTransfer.PERMISSIONS;
    try {
      return later.made(base, chosen.name(target), mode);
    } catch (NoSuchFileException e) {
      throw new EntryException(target, "no such folder to make it in; create it first");
    } catch (FileSystemException e) {
      throw new EntryException(target, "cannot be made or opened: " + Walker.reason(e));
    }
  }

  private void requireOutside() throws IOException {
    Path above = target.toAbsolutePath().normalize();
    while (!Files.exists(above)) {
      above = Objects.requireNonNull(above.getParent());
    }
    if (liesIn(above)) {
      throw new EntryException(
          source, "cannot be copied into itself: " + target + " lies in it, or is it");
    }
  }

  // In a folder that may not be searched links cannot be resolved: names have to do.
  private boolean liesIn(Path above) throws IOException {
    try {
      return above.toRealPath().startsWith(source.toRealPath());
    } catch (AccessDeniedException _) {
      return target.toAbsolutePath().normalize().startsWith(source.toAbsolutePath().normalize());
    }
  }

  private void requireApart(Folder from, Folder to) throws IOException {
    if (from.id().equals(to.id())) {
      throw new EntryException(source, "is the target itself");
    }
  }
}

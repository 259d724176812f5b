package io.penstock.tree;

import io.penstock.file.TemporaryName;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.OpenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// A copier of the entries that a walk through both trees visits, which counts them; the walk makes
/// the folders. Safe for any thread.
final class EntryCopier implements TreeVisitor {
  private final Rules rules;
  private final CopySettings settings;
  private final FileTransfer transfer;
  private final Folder root;

  /// Files with several names in the source, and their first names in the target; guarded by
  /// itself.
  private final Map<FileId, CopiedName> firstNames = new HashMap<>();

  private final String run;
  private final AtomicLong number = new AtomicLong();

  private final LongAdder files = new LongAdder();
  private final LongAdder unchanged = new LongAdder();
  private final LongAdder folders = new LongAdder();
  private final LongAdder symbolicLinks = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final List<Path> skipped = new ArrayList<>(); // guarded by itself

  /// Rules for the copy of a tree.
  ///
  /// @param resume which of the files that are there stay
  /// @param hardLinks whether names of one file become names of one file
  /// @param refusesSpecials whether pipes, sockets and devices are errors
  record Rules(Resume resume, boolean hardLinks, boolean refusesSpecials) {
    static final Rules PLAIN = new Rules(Resume.NOTHING, false, false);
  }

  /// A name in the source whose copy is there.
  ///
  /// @param folder of the source; its copy has the name
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record CopiedName(WalkLevel.Place folder, byte[] name, FileId copy) {}

  enum Resume {
    NOTHING,
    SAME_SIZE_AND_TIME,
    SAME_CONTENT
  }

  /// @param root of the target
  EntryCopier(Rules rules, CopySettings settings, Folder root) throws IOException {
    this.run = TemporaryName.random();
    this.rules = rules;
    this.settings = settings;
    this.transfer = new FileTransfer(settings);
    this.root = root;
    folders.increment(); // the root itself
  }

  @Override
  public void visit(TreeEntry entry) throws IOException {
    TwinFolder twins = (TwinFolder) entry.folder();
    byte[] name = entry.nameBytes();
    try {
      switch (entry.type()) {
        case FOLDER -> {
          transfer.passed(0);
          folders.increment();
        }
        case FILE -> file(entry, twins, name);
        case LINK -> link(twins, name);
        case PIPE, SOCKET, DEVICE -> special(entry);
        case OTHER -> untold(entry, twins, name);
      }
    } catch (EntryException | CopyCancelledException e) {
      throw e;
    } catch (IOException e) {
      throw new EntryException(entry.path(), "cannot be copied: " + Walker.reason(e));
    }
  }

  /// It may be one that nobody could look at when its folder was listed.
  private void untold(TreeEntry entry, TwinFolder twins, byte[] name) throws IOException {
    switch (entry.facts().type()) {
      case FILE -> file(entry, twins, name);
      case LINK -> link(twins, name);
      case FOLDER ->
          throw new EntryException(
              entry.path(), "permission denied when its folder was listed; copy it again");
      case PIPE, SOCKET, DEVICE, OTHER -> special(entry);
    }
  }

  /// The counts so far.
  TreeCopyReport report(Errors errors) {
    synchronized (skipped) {
      return new TreeCopyReport(
          files.sum(),
          unchanged.sum(),
          folders.sum(),
          symbolicLinks.sum(),
          bytes.sum(),
          skipped,
          errors.count(),
          errors.first());
    }
  }

  private void special(TreeEntry entry) throws EntryException {
    if (rules.refusesSpecials()) {
      throw new EntryException(
          entry.path(), "is a pipe, a socket or a device, which is not copied");
    }
    synchronized (skipped) {
      if (skipped.size() < TreeReport.MOST) {
        skipped.add(entry.path());
      }
    }
  }

  private void file(TreeEntry entry, TwinFolder twins, byte[] name) throws IOException {
    if (!rules.hardLinks() || entry.facts().links() == 1) {
      copied(entry, twins, name);
      return;
    }
    synchronized (firstNames) {
      linked(entry, twins, name);
    }
  }

  private void linked(TreeEntry entry, TwinFolder twins, byte[] name) throws IOException {
    FileId source = FileId.of(entry.facts());
    CopiedName first = firstNames.get(source);
    if (first == null) {
      copied(entry, twins, name);
      FileId copy = FileId.of(twins.target().facts(name));
      firstNames.put(source, new CopiedName(entry.place(), name, copy));
    } else if (isLinked(first, twins.target(), name)) {
      unchanged.increment();
    } else {
      byte[] temporary = temporary();
      link(first, twins.target(), temporary);
      publish(twins.target(), temporary, name);
      files.increment();
    }
  }

  /// Whether an entry of the target is a name of that file's copy already: renaming one name of a
  /// file to another does nothing (rename(2)), and would leave the temporary one.
  private static boolean isLinked(CopiedName first, Folder to, byte[] name) throws IOException {
    return to.find(name).map(FileId::of).filter(first.copy::equals).isPresent();
  }

  /// Makes one more name of a file whose first one was copied.
  private void link(CopiedName first, Folder to, byte[] name) throws IOException {
    try (Folder folder = first.folder.below(root)) {
      folder.makeName(first.name, first.copy, to, name);
    }
  }

  private void copied(TreeEntry entry, TwinFolder twins, byte[] name) throws IOException {
    if (rules.resume() != Resume.NOTHING && isThere(twins, name)) {
      keep(twins.target(), name);
      unchanged.increment();
      return;
    }
    byte[] temporary = temporary();
    Folder to = twins.target();
    List<String> lost = new ArrayList<>(0);
    long copied = transfer.fill(twins.source(), name, to, temporary, name, lost);
    publish(to, temporary, name);
    if (!lost.isEmpty()) {
      transfer.tell(lost, entry.path());
    }
    files.increment();
    bytes.add(copied);
  }

  /// Whoever made it may not have synced it.
  private void keep(Folder to, byte[] name) throws IOException {
    if (settings.durable()) {
      try (OpenFile file = FileTransfer.inTarget(() -> to.open(name))) {
        file.sync();
      }
    }
  }

  // Also right before the rename: a pipe may have come meanwhile.
  private static void requireReplaceable(Folder to, byte[] name) throws IOException {
    Optional<EntryFacts> there = to.find(name);
    if (there.isPresent()) {
      boolean _ = Folder.isReplaced(name, there.get().type());
    }
  }

  private void publish(Folder to, byte[] temporary, byte[] name) throws IOException {
    orRemove(
        to,
        temporary,
        () -> {
          requireReplaceable(to, name);
          to.rename(temporary, name);
          return to;
        });
    if (settings.durable()) {
      Folder _ =
          FileTransfer.inTarget(
              () -> {
                to.sync();
                return to;
              });
    }
  }

  private static void orRemove(Folder to, byte[] temporary, FileTransfer.Step<Folder> step)
      throws IOException {
    try {
      FileTransfer.inTarget(step);
    } catch (IOException | RuntimeException | Error e) {
      String name = new String(temporary, StandardCharsets.US_ASCII);
      FileTransfer.discard(name, () -> to.remove(temporary), e);
      throw e;
    }
  }

  private byte[] temporary() {
    String name = ".penstock." + run + "." + number.incrementAndGet() + ".tmp";
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  private boolean isThere(TwinFolder twins, byte[] name) throws IOException {
    Optional<EntryFacts> found = twins.target().find(name);
    if (found.isEmpty()) {
      return false;
    }
    EntryFacts there = found.get();
    EntryFacts here = twins.source().facts(name);
    boolean alike =
        there.type() == EntryType.FILE
            && there.size() == here.size()
            && there.modified().equals(here.modified());
    return alike && (rules.resume() == Resume.SAME_SIZE_AND_TIME || sameContent(twins, name));
  }

  private static boolean sameContent(TwinFolder twins, byte[] name) throws IOException {
    try (OpenFile one = twins.source().open(name);
        OpenFile other = twins.target().open(name)) {
      return FileTransfer.difference(one, other) < 0;
    }
  }

  private void link(TwinFolder twins, byte[] name) throws IOException {
    byte[] text = twins.source().readLink(name);
    EntryFacts facts = twins.source().facts(name);
    byte[] temporary = temporary();
    Folder to = twins.target();
    to.makeLink(temporary, text);
    orRemove(
        to,
        temporary,
        () -> {
          takeFacts(to, temporary, facts);
          return to;
        });
    publish(to, temporary, name);
    symbolicLinks.increment();
  }

  private void takeFacts(Folder to, byte[] link, EntryFacts facts) throws IOException {
    if (settings.keeps(Preserved.OWNER)) {
      to.setOwner(link, facts.owner(), facts.group());
    }
    if (settings.keeps(Preserved.TIMES)) {
      to.setTimes(link, facts.accessed(), facts.modified());
    }
  }
}

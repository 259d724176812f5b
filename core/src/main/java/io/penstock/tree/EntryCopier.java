package io.penstock.tree;

import io.penstock.file.TemporaryName;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.OpenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Copies each entry that a walk through both trees comes to; folders are made by the walk.
final class EntryCopier implements TreeVisitor {
  private final TreeRules rules;
  private final CopySettings settings;
  private final FileTransfer transfer;
  private final CopyTally tally;
  private final Optional<HardLinks> links;
  private final String run;
  private final AtomicLong number = new AtomicLong();

  EntryCopier(TreeRules rules, CopySettings settings, CopyTally tally, Optional<HardLinks> links)
      throws IOException {
    this.run = TemporaryName.random();
    this.rules = rules;
    this.settings = settings;
    this.transfer = new FileTransfer(settings, settings.flow());
    this.tally = tally;
    this.links = links;
  }

  @Override
  public void visit(TreeEntry entry) throws IOException {
    Walker.Visited visited = (Walker.Visited) entry;
    TwinFolder twins = (TwinFolder) visited.folder();
    byte[] name = entry.nameBytes();
    try {
      switch (entry.type()) {
        case FOLDER -> {
          transfer.flow().passed(0);
          tally.folders.increment();
        }
        case FILE -> file(visited, twins, name);
        case LINK -> link(twins, name);
        case PIPE, SOCKET, DEVICE, OTHER -> special(entry);
      }
    } catch (EntryException | CopyCancelledException e) {
      throw e;
    } catch (IOException e) {
      throw new EntryException(entry.path(), "cannot be copied: " + Walker.reason(e));
    }
  }

  private void special(TreeEntry entry) throws EntryException {
    if (rules.specials() == Specials.REFUSE) {
      throw new EntryException(
          entry.path(), "is a pipe, a socket or a device, which is not copied");
    }
    tally.skipped(entry.path());
  }

  private void file(Walker.Visited entry, TwinFolder twins, byte[] name) throws IOException {
    if (links.isPresent()) {
      EntryFacts facts = entry.facts();
      if (facts.links() > 1) {
        synchronized (links.get()) {
          linked(entry, twins, name, facts);
        }
        return;
      }
    }
    copied(entry, twins, name);
  }

  private void linked(Walker.Visited entry, TwinFolder twins, byte[] name, EntryFacts facts)
      throws IOException {
    HardLinks known = links.orElseThrow();
    if (known.isLinked(FileId.of(facts), twins.target(), name)) {
      tally.unchanged.increment();
      return;
    }
    byte[] temporary = temporary();
    if (known.link(FileId.of(facts), twins.target(), temporary)) {
      publish(twins.target(), temporary, name);
      tally.files.increment();
      return;
    }
    copied(entry, twins, name);
    FileId copy = FileId.of(twins.target().facts(name));
    known.add(FileId.of(facts), entry.place(), name, copy);
  }

  private void copied(Walker.Visited entry, TwinFolder twins, byte[] name) throws IOException {
    if (rules.resume() != TreeRules.Resume.NOTHING && isThere(twins, name)) {
      tally.unchanged.increment();
      return;
    }
    byte[] temporary = temporary();
    Folder to = twins.target();
    FileTransfer.Filled filled = transfer.fill(twins.source(), name, to, temporary, name);
    publish(to, temporary, name);
    if (!filled.lost().isEmpty()) {
      filled.tell(settings.notices(), entry.path());
    }
    tally.files.increment();
    tally.bytes.add(filled.bytes());
  }

  // Also right before the rename: a pipe may have come meanwhile.
  private static void requireReplaceable(Folder to, byte[] name) throws IOException {
    try {
      boolean _ = Folder.isReplaced(name, to.facts(name).type());
    } catch (NoSuchFileException _) {
      // There is nothing to be replaced.
    }
  }

  private void publish(Folder to, byte[] temporary, byte[] name) throws IOException {
    orRemove(
        to,
        temporary,
        () ->
            FileTransfer.inTarget(
                () -> {
                  requireReplaceable(to, name);
                  to.rename(temporary, name);
                  return to;
                }));
    if (settings.durable()) {
      to.sync();
    }
  }

  private static void orRemove(Folder to, byte[] temporary, FileTransfer.Step<Folder> step)
      throws IOException {
    try {
      FileTransfer.inTarget(step);
    } catch (IOException | RuntimeException | Error e) {
      to.remove(temporary);
      throw e;
    }
  }

  private byte[] temporary() {
    String name = ".penstock." + run + "." + number.incrementAndGet() + ".tmp";
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  private boolean isThere(TwinFolder twins, byte[] name) throws IOException {
    EntryFacts there;
    try {
      there = twins.target().facts(name);
    } catch (NoSuchFileException _) {
      return false;
    }
    EntryFacts here = twins.source().facts(name);
    boolean alike =
        there.type() == EntryType.FILE
            && there.size() == here.size()
            && there.modified().equals(here.modified());
    return alike
        && (rules.resume() == TreeRules.Resume.SAME_SIZE_AND_TIME || sameContent(twins, name));
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
    tally.links.increment();
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

package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.Listing;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Folders in memory, each in the one before and with an empty one beside it: a tree as deep as no
/// disk has it soon.
final class ChainOfFolders implements Folder.Access {
  private static final byte[] NEXT = {'a'};
  private static final byte[] EMPTY = {'z'};

  private final int levels;
  private final AtomicLong opened = new AtomicLong();

  ChainOfFolders(int levels) {
    this.levels = levels;
  }

  /// How many folders were opened, each time counted.
  long opened() {
    return opened.get();
  }

  @Override
  public Folder base() {
    return folder(new Link(-1, false));
  }

  @Override
  public byte[] name(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public int folders(int wanted) {
    return wanted;
  }

  private Folder folder(Link link) {
    opened.incrementAndGet();
    return (Folder)
        Proxy.newProxyInstance(
            Folder.class.getClassLoader(),
            new Class<?>[] {Folder.class},
            (_, method, arguments) -> answer(link, method, arguments));
  }

  private Object answer(Link link, Method method, Object[] arguments) throws IOException {
    return switch (method.getName()) {
      case "list" -> list(link, (Listing.Sink) arguments[0]);
      case "folder" -> folder(link.to((byte[]) arguments[0]));
      case "again" -> folder(link);
      case "id" -> link.id();
      case "facts" -> facts(link);
      case "close" -> true;
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private boolean list(Link link, Listing.Sink sink) throws IOException {
    if (!link.empty && link.level < levels) {
      Folder folder = folder(link);
      for (byte[] name : List.of(EMPTY, NEXT)) {
        sink.entry(new Below(folder, name));
      }
    }
    return false;
  }

  private static EntryFacts facts(Link link) {
    return new EntryFacts(
        EntryType.FOLDER, 0755, 0, 0, 1, 0, 0, 1, link.id().inode(), Instant.EPOCH, Instant.EPOCH);
  }

  /// A place in the chain.
  private record Link(int level, boolean empty) {
    Link to(byte[] name) {
      if (name.length == 2) {
        return new Link(level - 1, false);
      }
      return new Link(level + 1, name[0] == EMPTY[0]);
    }

    FileId id() {
      return new FileId(1, 2L * level + (empty ? 1 : 0));
    }
  }

  private static final class Below implements Listing.Found {
    private final Folder folder;
    private final byte[] bytes;

    Below(Folder folder, byte[] bytes) {
      this.folder = folder;
      this.bytes = bytes;
    }

    @Override
    public EntryType type() {
      return EntryType.FOLDER;
    }

    @Override
    public int nameBytes() {
      return bytes.length;
    }

    @Override
    public void copyName(byte[] target, int at) {
      System.arraycopy(bytes, 0, target, at, bytes.length);
    }

    @Override
    public EntryFacts facts() throws IOException {
      return folder.facts(bytes);
    }
  }
}

package io.penstock.tree;

import io.penstock.file.FileErrors;
import io.penstock.file.Publication;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// A copy of one regular file.
///
/// It is written under a temporary name beside its target and then takes the target's place: until
/// then, and whatever fails, the target is as it was. Holes stay holes. Where the file system can
/// share blocks between files (Linux, FICLONE), nothing is moved at all; else the kernel copies
/// (copy_file_range, sendfile) or pooled memory does. Without native access, and for files so small
/// that the first call of a C function would take longer than their copy, channels do, and make a
/// hole of every block of zeros.
///
/// A file that is replaced leaves its owner, group, permissions, access control list and user
/// attributes to the copy, but for what is to be preserved of the source. A device or a pipe is not
/// replaced: the contents are written into it, and what is to be preserved is not given to it.
///
/// A link is followed, as source and as target. A value: each `with...` is another copy. Safe for
/// any thread.
public final class FileCopy {
  /// Up to here a copy by channels is done before C functions are bound.
  private static final long SMALL = 64 << 20;

  /// The beginning of 2200.
  private static final long USUAL_SECONDS = 7_258_118_400L;

  private static final int PIECE = 256 << 10;

  private final Path source;
  private final Path target;
  private final CopySettings settings;
  private final Folder.@Nullable Access access;

  private FileCopy(
      Path source, Path target, CopySettings settings, Folder.@Nullable Access access) {
    this.source = source;
    this.target = target;
    this.settings = settings;
    this.access = access;
  }

  /// A copy of the contents.
  public static FileCopy of(Path source, Path target) {
    return new FileCopy(source, target, CopySettings.PLAIN, null);
  }

  private FileCopy with(CopySettings changed) {
    return new FileCopy(source, target, changed, access);
  }

  /// Takes these over besides the contents, and only these.
  public FileCopy preserving(Preserved... kept) {
    Set<Preserved> all = EnumSet.noneOf(Preserved.class);
    all.addAll(Set.of(kept));
    return with(settings.preserving(all));
  }

  /// Copies no faster.
  ///
  /// @throws IllegalArgumentException if it is less than 1
  public FileCopy withLimit(long bytesPerSecond) {
    return with(settings.withLimit(bytesPerSecond));
  }

  /// Tells how far it is, and asks whether to go on.
  ///
  /// @param progress given the bytes that have been copied since the last call, or of a hole passed
  ///   by; returns whether to go on, otherwise the copy ends with a [CopyCancelledException]
  public FileCopy withProgress(LongPredicate progress) {
    return with(settings.withProgress(progress));
  }

  /// Writes the copy to its device, reads it back and compares it with the source before it takes
  /// the target's place. Where native access is denied it may be read from memory.
  public FileCopy verified() {
    return with(settings.withVerification());
  }

  /// Makes the copy survive a loss of power: it is synced, and its folder is.
  public FileCopy durable() {
    return with(settings.withDurability());
  }

  /// Tells what the copy could not keep of the file that it replaces: owner, group, access control
  /// list or attributes, where the system does not let this process give them. The copy is no more
  /// open than the file was.
  public FileCopy withNoticesTo(Consumer<EntryException> notices) {
    return with(settings.withNoticesTo(notices));
  }

  FileCopy withAccess(Folder.Access chosen) {
    return new FileCopy(source, target, settings, chosen);
  }

  /// Copies.
  ///
  /// @return how many bytes the file has, whatever its size says
  /// @throws CopyCancelledException if the progress said so
  /// @throws IOException if the source is missing, no regular file, the target itself, or changed
  ///   meanwhile, the target a folder, or the system fails; the message names the file, and the
  ///   target is as it was
  public long run() throws IOException {
    FileErrors.requireSystems(source, "files of the system alone are copied; use Files.copy");
    FileErrors.requireSystems(target, "files of the system alone are made; use Files.copy");
    FileErrors.requireRegular(source);
    Path from = Files.isSymbolicLink(source) ? source.toRealPath() : source;
    if (Files.exists(target) && Files.isSameFile(from, target)) {
      throw new FileSystemException(source.toString(), null, "is the target itself");
    }
    if (Publication.isSpecial(target)) {
      return through(from);
    }
    Publication publication = Publication.of(target);
    Folder.Access chosen = access != null ? access : suited(from);
    try (Folder base = chosen.base()) {
      return copy(chosen, base, from, publication);
    } catch (CopyCancelledException e) {
      throw e;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private EntryException failed(IOException e) {
    return new EntryException(source, "cannot be copied to " + target + ": " + Walker.reason(e));
  }

  /// Into a device or a pipe, which is not replaced. It keeps what it is: only contents are copied.
  private long through(Path from) throws IOException {
    if (settings.verified()) {
      throw new EntryException(
          source, "cannot be compared with its copy: " + target + " is a pipe or a device");
    }
    FileTransfer flow = new FileTransfer(settings);
    byte[] piece = new byte[PIECE];
    long copied = 0;
    try (InputStream in = Files.newInputStream(from);
        OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        out.write(piece, 0, n);
        copied += n;
        flow.moved(n);
      }
      return copied;
    } catch (CopyCancelledException e) {
      throw e;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private long copy(Folder.Access chosen, Folder base, Path from, Publication publication)
      throws IOException {
    byte[] temporary = chosen.name(publication.temporary());
    byte[] replaced = chosen.name(publication.target());
    publication.remember();
    FileTransfer transfer = new FileTransfer(settings);
    List<String> lost = new ArrayList<>(0);
    long bytes;
    try {
      bytes = transfer.fill(base, chosen.name(from), base, temporary, replaced, lost);
      publish(publication);
    } catch (IOException | RuntimeException | Error e) {
      String name = String.valueOf(publication.temporary().getFileName());
      FileTransfer.discard(name, publication::discard, e);
      throw e;
    }
    transfer.tell(lost, source);
    return bytes;
  }

  private void publish(Publication publication) throws IOException {
    if (settings.durable()) {
      publication.replaceDurably();
    } else {
      publication.replace();
    }
  }

  // What is replaced may have an access control list, of which the JDK knows nothing.
  private Folder.Access suited(Path from) throws IOException {
    boolean large = from.toFile().length() > SMALL;
    boolean worthIt =
        large
            || Folder.Access.nativeCodeIsBound()
            || settings.keeps(Preserved.EXTENDED_ATTRIBUTES)
            || Files.exists(target)
            || (settings.keeps(Preserved.TIMES) && hasUnusualTime(from));
    return worthIt ? Folder.Access.best() : Folder.Access.byJava();
  }

  // Not all of these can be set by the JDK.
  private static boolean hasUnusualTime(Path from) throws IOException {
    long second = Files.getLastModifiedTime(from).to(TimeUnit.SECONDS);
    return second < 0 || second > USUAL_SECONDS;
  }
}

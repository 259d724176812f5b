package io.penstock.file;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import io.penstock.ffi.FileName;
import io.penstock.ffi.FolderCalls;
import io.penstock.ffi.InodeAttributes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The owner, group, permissions, access control list and user attributes of a file that is
/// published: those of the file whose place it takes, or of a model, or else what the system gives
/// to new files.
///
/// Until it has them it is its owner's alone, unless it gets what the system gives. Belongs to one
/// thread at a time.
final class PublishedRights {
  private static final Set<PosixFilePermission> PRIVATE = Set.of(OWNER_READ, OWNER_WRITE);
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private final Path target;
  private final Path temporary;
  private final @Nullable Path model; // null for the file that has the target's name
  private final int permissions;
  private List<String> lost = List.of();

  /// The file whose rights it has, if it has those of one.
  private @Nullable Object origin;

  /// Whether it has what the system gives, for want of a file to take rights from.
  private boolean asSystemGives = true;

  /// What the system gave, where it has more until it is filled.
  private @Nullable Set<PosixFilePermission> systemGave;

  /// Rights of the file that has the target's name.
  ///
  /// @param permissions which the process's umask narrows, where there is no such file
  PublishedRights(Path target, Path temporary, int permissions) {
    this(target, temporary, null, permissions);
  }

  private PublishedRights(Path target, Path temporary, @Nullable Path model, int permissions) {
    this.target = target;
    this.temporary = temporary;
    this.model = model;
    this.permissions = permissions;
  }

  PublishedRights of(Path other) {
    return new PublishedRights(target, temporary, other, permissions);
  }

  PublishedRights withPermissions(int mode) {
    return new PublishedRights(target, temporary, model, mode);
  }

  List<String> lost() {
    return lost;
  }

  // ---- while it is filled ----------------------------------------------------------------------

  /// Makes the temporary file.
  FileChannel made() throws IOException {
    asSystemGives = model == null && !Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    boolean ordinary = asSystemGives && permissions == Publication.ORDINARY;
    return ordinary
        ? FileChannel.open(temporary, NEW) // which asks for those, by fewer classes
        : made(temporary, asSystemGives ? ViewAttributes.permissions(permissions) : PRIVATE);
  }

  private static FileChannel made(Path file, Set<PosixFilePermission> allowed) throws IOException {
    return hasPermissions(file)
        ? FileChannel.open(file, NEW, PosixFilePermissions.asFileAttribute(allowed))
        : FileChannel.open(file, NEW);
  }

  private static boolean hasPermissions(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class) != null;
  }

  /// Lets the owner read and write the temporary file: a umask may deny it, and engines open the
  /// file by its name once more.
  void makeWritable() throws IOException {
    boolean usable = Files.isReadable(temporary) && Files.isWritable(temporary);
    if (!usable && hasPermissions(temporary)) {
      Set<PosixFilePermission> given = Files.getPosixFilePermissions(temporary);
      if (!given.containsAll(PRIVATE)) {
        Set<PosixFilePermission> more = EnumSet.copyOf(PRIVATE);
        more.addAll(given);
        Path _ = Files.setPosixFilePermissions(temporary, more);
        systemGave = asSystemGives ? given : null;
        asSystemGives = false;
      }
    }
  }

  // ---- when it is filled -----------------------------------------------------------------------

  /// Gives them to the temporary file, unless it has them.
  ///
  /// @param older the file whose place it is about to take; null for none
  void give(@Nullable BasicFileAttributes older) throws IOException {
    if (areLacking(older)) {
      giveFrom(older);
    }
  }

  /// The same, and writes the file to its device after that.
  ///
  /// @return whether it had others
  boolean giveDurably(@Nullable BasicFileAttributes older) throws IOException {
    if (!areLacking(older)) {
      return false;
    }
    if ((origin != null || asSystemGives) && hasPermissions(temporary)) {
      Path _ = Files.setPosixFilePermissions(temporary, PRIVATE); // or it might not be opened
    }
    try (SteadyChannel file = new SteadyChannel(temporary, Set.of(StandardOpenOption.WRITE))) {
      giveFrom(older);
      Durability.force(target, file);
    }
    return true;
  }

  private boolean areLacking(@Nullable BasicFileAttributes older) {
    Object wanted = origin(older);
    return wanted != null ? !wanted.equals(origin) : !asSystemGives && origin == null;
  }

  // Where the system does not tell files apart, the first one will do.
  private @Nullable Object origin(@Nullable BasicFileAttributes older) {
    if (model != null || older == null) {
      return model;
    }
    Object key = older.fileKey();
    return key == null ? target : key;
  }

  private void giveFrom(@Nullable BasicFileAttributes older) throws IOException {
    if (model != null) {
      giveModels(model);
    } else if (older != null) {
      lost = giveReplaced();
    } else {
      giveWhatTheSystemGives();
    }
    origin = origin(older);
  }

  private void giveWhatTheSystemGives() throws IOException {
    if (hasPermissions(temporary)) {
      Set<PosixFilePermission> gave = systemGave;
      Path _ =
          Files.setPosixFilePermissions(temporary, gave != null ? gave : givenToNew(permissions));
    }
    asSystemGives = true;
  }

  /// What the system makes of permissions: nobody can ask for the umask alone, nor without native
  /// access for the list that a folder gives to new files.
  private Set<PosixFilePermission> givenToNew(int mode) throws IOException {
    Path trial = TemporaryName.beside(target);
    Leftovers.add(trial);
    try {
      made(trial, ViewAttributes.permissions(mode)).close();
      return Files.getPosixFilePermissions(trial);
    } finally {
      Leftovers.delete(trial);
    }
  }

  // ---- what is given of another file -----------------------------------------------------------

  // What was read from a file that has gone stays its owner's.
  private void giveModels(Path source) throws IOException {
    if (!Files.exists(source)) {
      return;
    }
    Path file = Files.isSymbolicLink(source) ? source.toRealPath() : source;
    Optional<InodeAttributes> found = attributes(file);
    boolean given =
        found.isPresent()
            && InodeAttributes.open(
                calls().get(),
                temporary,
                to -> {
                  found.get().giveOwner(to);
                  found.get().givePermissionsToNew(to, this::modeOfNew);
                });
    if (!given) {
      ViewAttributes attributes =
          ViewAttributes.of(views(file), ViewAttributes.hidesLists(file.getFileSystem()));
      attributes.giveOwner(views(temporary));
      attributes.givePermissionsToNew(views(temporary), this::modeOfNew);
    }
  }

  /// Nothing where C functions cannot be called, or the file is not the system's: one of an archive
  /// may be the model of one on disk.
  private Optional<InodeAttributes> attributes(Path file) throws IOException {
    return calls().isPresent() && FileName.isSystems(file)
        ? InodeAttributes.of(calls().get(), file)
        : Optional.empty();
  }

  private int modeOfNew(int mode) throws IOException {
    return ViewAttributes.mode(givenToNew(mode));
  }

  private List<String> giveReplaced() throws IOException {
    Optional<InodeAttributes> found = attributes(target);
    boolean given =
        found.isPresent()
            && InodeAttributes.open(
                calls().get(),
                temporary,
                to -> {
                  found.get().giveOwner(to);
                  found.get().giveUserAttributes(to);
                  found.get().givePermissions(to);
                });
    return given ? found.get().lost() : giveReplacedByViews();
  }

  private List<String> giveReplacedByViews() throws IOException {
    ViewAttributes attributes =
        ViewAttributes.of(views(target), ViewAttributes.hidesLists(target.getFileSystem()));
    ViewAttributes.Views to = views(temporary);
    attributes.giveOwner(to);
    attributes.giveUserAttributes(to);
    attributes.givePermissions(to);
    return attributes.lost();
  }

  private Optional<FolderCalls> calls() {
    return FileName.isSystems(target) ? FolderCalls.ofProcess() : Optional.empty();
  }

  private static ViewAttributes.Views views(Path file) {
    return ViewAttributes.Views.at(file);
  }
}

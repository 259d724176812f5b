package io.penstock.file;

import io.penstock.ffi.InodeAttributes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The owner, group, permissions and user attributes of a file that another file is to have, by the
/// JDK's views: [io.penstock.ffi.InodeAttributes] where C functions cannot be called.
///
/// The JDK knows the access control lists of Windows. Whether a file on Linux has one it does not
/// say, and the group's permissions of one that has are the most that anybody in the list may do:
/// the new file gets there of the permissions of group and others only what both have, which is no
/// more than the list allowed but to those whom it denied what all others may. Belongs to one
/// thread.
public final class ViewAttributes {
  private static final List<PosixFilePermission> BITS = List.of(PosixFilePermission.values());
  private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));

  private final @Nullable PosixFileAttributes posix; // null where the model has no such view
  private final @Nullable List<AclEntry> accessList;
  private final Map<String, ByteBuffer> extended;
  private final boolean listUnknown;
  private final List<String> lost = new ArrayList<>();
  private boolean groupLost;

  private ViewAttributes(
      @Nullable PosixFileAttributes posix,
      @Nullable List<AclEntry> accessList,
      Map<String, ByteBuffer> extended,
      boolean listUnknown) {
    this.posix = posix;
    this.accessList = accessList;
    this.extended = extended;
    this.listUnknown = listUnknown;
  }

  /// The views of one file.
  public interface Views {
    /// The view of a kind; empty where the file system has none.
    <V extends FileAttributeView> Optional<V> of(Class<V> kind);

    /// The views of what a path names, a link's own.
    static Views at(Path file) {
      return new Views() {
        @Override
        public <V extends FileAttributeView> Optional<V> of(Class<V> kind) {
          return Optional.ofNullable(
              Files.getFileAttributeView(file, kind, LinkOption.NOFOLLOW_LINKS));
        }
      };
    }
  }

  /// Whether files may have access control lists that the JDK does not see.
  public static boolean hidesLists(FileSystem files) {
    return LINUX && files.equals(FileSystems.getDefault());
  }

  /// Reads them.
  ///
  /// @param listUnknown whether there may be a list that is not seen
  /// @throws IOException if there is no such file, or they cannot be read
  public static ViewAttributes of(Views model, boolean listUnknown) throws IOException {
    Optional<PosixFileAttributeView> posix = model.of(PosixFileAttributeView.class);
    Optional<AclFileAttributeView> list = model.of(AclFileAttributeView.class);
    return new ViewAttributes(
        posix.isPresent() ? posix.get().readAttributes() : null,
        list.isPresent() ? list.get().getAcl() : null,
        model
            .of(UserDefinedFileAttributeView.class)
            .map(ViewAttributes::extended)
            .orElseGet(Map::of),
        listUnknown);
  }

  private static Map<String, ByteBuffer> extended(UserDefinedFileAttributeView user) {
    Map<String, ByteBuffer> found = new LinkedHashMap<>();
    try {
      for (String name : user.list()) {
        ByteBuffer value = ByteBuffer.allocate(user.size(name));
        int _ = user.read(name, value);
        found.put(name, value.flip());
      }
    } catch (IOException _) {
      return found; // a file system without them, or one that may not be read
    }
    return found;
  }

  /// See [InodeAttributes#giveOwner].
  public void giveOwner(Views to) throws IOException {
    PosixFileAttributes model = posix;
    Optional<PosixFileAttributeView> found = to.of(PosixFileAttributeView.class);
    if (model == null || found.isEmpty()) {
      return;
    }
    PosixFileAttributeView view = found.get();
    PosixFileAttributes now = view.readAttributes();
    if (!now.owner().equals(model.owner()) && fails(() -> view.setOwner(model.owner()))) {
      lost.add("owner " + model.owner().getName());
    }
    groupLost = !now.group().equals(model.group()) && fails(() -> view.setGroup(model.group()));
    if (groupLost) {
      lost.add("group " + model.group().getName());
    }
  }

  private static boolean fails(Durability.Change step) {
    try {
      step.make();
      return false;
    } catch (IOException | RuntimeException _) {
      return true;
    }
  }

  /// See [InodeAttributes#giveUserAttributes].
  public void giveUserAttributes(Views to) {
    Optional<UserDefinedFileAttributeView> view = to.of(UserDefinedFileAttributeView.class);
    extended.forEach(
        (name, value) -> {
          if (view.isEmpty() || fails(() -> view.get().write(name, value.duplicate()))) {
            lost.add("extended attribute " + name);
          }
        });
  }

  /// See [InodeAttributes#givePermissions].
  public void givePermissions(Views to) throws IOException {
    givePermissions(to, asked -> asked);
  }

  private void givePermissions(Views to, InodeAttributes.NewFiles narrowed) throws IOException {
    Optional<PosixFileAttributeView> view = to.of(PosixFileAttributeView.class);
    if (posix != null && view.isPresent()) {
      int safe = safe(mode(posix.permissions()));
      view.get().setPermissions(permissions(narrowed.mode(safe)));
    }
    Optional<AclFileAttributeView> list = to.of(AclFileAttributeView.class);
    if (accessList != null && list.isPresent()) {
      list.get().setAcl(accessList);
    }
  }

  /// See [InodeAttributes#givePermissionsToNew]; as nobody knows whether the folder gave the file a
  /// list, the permissions are narrowed by what the system gives in any case.
  void givePermissionsToNew(Views to, InodeAttributes.NewFiles newFiles) throws IOException {
    givePermissions(to, asked -> asked & newFiles.mode(asked));
  }

  private int safe(int mode) {
    int narrow = InodeAttributes.withoutGroup(mode);
    if (listUnknown && !groupLost && narrow != mode) {
      lost.add("permissions of its group, as it may have an access control list");
    }
    return listUnknown || groupLost ? narrow : mode;
  }

  /// Permissions as the bits of a mode.
  public static int mode(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission permission : permissions) {
      mode |= bit(permission);
    }
    return mode;
  }

  /// Bits of a mode as the JDK has them.
  public static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> allowed = new HashSet<>(); // an EnumSet takes reflection
    for (PosixFilePermission permission : BITS) {
      if ((mode & bit(permission)) != 0) {
        allowed.add(permission);
      }
    }
    return allowed;
  }

  // In the order of a mode's bits, the highest first.
  private static int bit(PosixFilePermission permission) {
    return 1 << (BITS.size() - 1 - BITS.indexOf(permission));
  }

  /// What could not be given: `owner alice`.
  public List<String> lost() {
    return List.copyOf(lost);
  }
}

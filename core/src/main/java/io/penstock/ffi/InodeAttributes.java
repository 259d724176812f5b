package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The owner, group, permissions, access control list and user attributes of a file that another
/// file is to have: of the one whose place it takes.
///
/// They are given in the order of the methods: a change of owner takes away what comes behind it
/// (chown(2), capabilities(7)). What the system refuses is no error. Permissions are narrowed then,
/// so that nobody may do more with the new file than with the old one, and [#lost] names it.
/// Set-user-ID, set-group-ID and capabilities are not given: they were granted to other contents.
/// Belongs to one thread.
public final class InodeAttributes {
  private static final String ACCESS_LIST = "system.posix_acl_access";
  private static final String USER = "user.";
  private static final int PERMISSIONS = 0777;

  /// S_IFMT and S_IFREG of linux/stat.h (v6.1).
  private static final int TYPE = 0170000;

  private static final int REGULAR = 0100000;
  private static final int OWNERS = 0700;
  private static final int CLASS_BITS = 3;
  private static final int CLASS = 07;
  private static final int LARGEST_ATTRIBUTE = 64 << 10; // XATTR_SIZE_MAX of linux/limits.h (v6.1)

  /// O_CLOEXEC, O_NONBLOCK and O_WRONLY of asm-generic/fcntl.h (v6.1).
  private static final int OPEN = 02000000;

  private static final int NO_WAIT = 04000;
  private static final int WRITE = 01;
  private static final int NO_FOLLOW =
      "aarch64".equals(System.getProperty("os.arch")) ? 0100000 : 0400000;

  private final FolderCalls calls;
  private final int mode;
  private final int owner;
  private final int group;
  private final Map<String, byte[]> extended;

  /// The names of those that may not be read.
  private final List<String> unread = new ArrayList<>();

  private final List<String> lost = new ArrayList<>();
  private boolean groupLost;

  /// Whether nobody knows if there is a list.
  private boolean listUnknown;

  private InodeAttributes(
      FolderCalls calls, int mode, int owner, int group, Map<String, byte[]> extended) {
    this.calls = calls;
    this.mode = mode;
    this.owner = owner;
    this.group = group;
    this.extended = extended;
  }

  /// Of an open file.
  ///
  /// @throws FileSystemException without a name, if they cannot be read, or it is no regular file
  public static InodeAttributes of(FolderCalls calls, int descriptor) throws IOException {
    List<String> unread = new ArrayList<>();
    Map<String, byte[]> extended = extended(calls, descriptor, unread);
    InodeAttributes attributes = of(calls, stat(calls, descriptor), extended);
    attributes.unread.addAll(unread);
    attributes.listUnknown = unread.contains(ACCESS_LIST);
    return attributes;
  }

  /// Of a file; a link is not followed. Empty where its path is too long for a call.
  ///
  /// @throws FileSystemException if they cannot be read, or it is no regular file
  public static Optional<InodeAttributes> of(FolderCalls calls, Path file) throws IOException {
    byte[] name = FileName.bytes(file);
    if (name.length >= FolderCalls.LONGEST_NAME) {
      return Optional.empty();
    }
    int opened = open(calls, FolderCalls.WORKING_FOLDER, name);
    if (opened == -Errno.EACCES || opened == -Errno.EPERM) {
      try {
        return Optional.of(unopened(calls, FolderCalls.WORKING_FOLDER, name));
      } catch (FileSystemException e) {
        throw named(file, e);
      }
    }
    if (opened < 0) {
      throw new FileSystemException(file.toString(), null, Errno.describe(-opened));
    }
    try {
      return Optional.of(of(calls, opened));
    } catch (FileSystemException e) {
      throw named(file, e);
    } finally {
      int _ = calls.close(opened); // nothing was written through it
    }
  }

  private static FileSystemException named(Path file, FileSystemException e) {
    return e.getFile().isEmpty()
        ? new FileSystemException(file.toString(), null, e.getReason())
        : e;
  }

  /// Of an entry of a folder that may not be opened. Nothing but a descriptor tells whether it has
  /// an access control list, in which case the group's permissions are the most that anybody in the
  /// list may do: the new file gets those of the owner alone.
  ///
  /// @throws FileSystemException without a name, if it cannot be looked at
  public static InodeAttributes unopened(FolderCalls calls, int folder, byte[] name)
      throws IOException {
    MemorySegment stat = stat(calls, folder, calls.name(name), FolderCalls.NO_FOLLOW);
    InodeAttributes attributes = of(calls, stat, Map.of());
    attributes.listUnknown = true;
    return attributes;
  }

  private static InodeAttributes of(
      FolderCalls calls, MemorySegment stat, Map<String, byte[]> extended) throws IOException {
    int mode = stat.get(JAVA_SHORT_UNALIGNED, 28);
    if ((mode & TYPE) != REGULAR) {
      throw new FileSystemException("", null, "is no regular file any more");
    }
    int owner = stat.get(JAVA_INT_UNALIGNED, 20);
    int group = stat.get(JAVA_INT_UNALIGNED, 24);
    return new InodeAttributes(calls, mode & PERMISSIONS, owner, group, extended);
  }

  /// Uses an open file.
  public interface Use {
    /// Does with it what it is opened for.
    ///
    /// @throws IOException if that fails
    void of(int descriptor) throws IOException;
  }

  /// Opens a file, which may be readable, writable or both, for its attributes alone; a link is not
  /// followed.
  ///
  /// @return false if it cannot be opened; nothing was used then
  /// @throws FileSystemException what is thrown without a name, with that of the file
  public static boolean open(FolderCalls calls, Path file, Use use) throws IOException {
    byte[] name = FileName.bytes(file);
    if (name.length >= FolderCalls.LONGEST_NAME) {
      return false;
    }
    int opened = open(calls, FolderCalls.WORKING_FOLDER, name);
    if (opened < 0) {
      return false;
    }
    try {
      use.of(opened);
      return true;
    } catch (FileSystemException e) {
      throw named(file, e);
    } finally {
      int _ = calls.close(opened); // nothing was written through it
    }
  }

  /// Opens an entry of a folder for its attributes.
  ///
  /// @return a descriptor, or the negated error number
  public static int open(FolderCalls calls, int folder, byte[] name) {
    int opened = open(calls, folder, name, OPEN | NO_FOLLOW);
    return opened == -Errno.EACCES ? open(calls, folder, name, OPEN | NO_FOLLOW | WRITE) : opened;
  }

  /// Waits for nobody at the other end of a pipe, but for who has a lease on the file (fcntl(2)),
  /// as servers of network file systems have, and gives it back in time.
  private static int open(FolderCalls calls, int folder, byte[] name, int flags) {
    int opened = repeated(calls, folder, name, flags | NO_WAIT);
    return opened == -Errno.EAGAIN ? repeated(calls, folder, name, flags) : opened;
  }

  private static int repeated(FolderCalls calls, int folder, byte[] name, int flags) {
    int opened;
    do {
      opened = calls.open(folder, calls.name(name), flags, 0);
    } while (opened == -Errno.EINTR);
    return opened;
  }

  private static MemorySegment stat(FolderCalls calls, int descriptor) throws IOException {
    return stat(calls, descriptor, calls.name(new byte[0]), FolderCalls.EMPTY_PATH);
  }

  private static MemorySegment stat(FolderCalls calls, int folder, long name, int flags)
      throws IOException {
    MemorySegment cells = calls.cells();
    int basic = 0x7ff; // STATX_BASIC_STATS
    int result = calls.statx(folder, name, flags, basic, cells.address());
    if (result < 0) {
      throw new FileSystemException("", null, "cannot be looked at: " + Errno.describe(-result));
    }
    return cells;
  }

  /// @param unread takes the names of those that are there and cannot be read
  private static Map<String, byte[]> extended(FolderCalls calls, int file, List<String> unread)
      throws IOException {
    Map<String, byte[]> found = new LinkedHashMap<>();
    if (calls.attributes(file, 0, 0) == 0) {
      return found;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment names = arena.allocate(LARGEST_ATTRIBUTE);
      MemorySegment value = arena.allocate(LARGEST_ATTRIBUTE);
      long bytes = calls.attributes(file, names.address(), LARGEST_ATTRIBUTE);
      if (bytes < 0 && bytes != -Errno.EOPNOTSUPP) {
        throw new FileSystemException(
            "", null, "cannot list the extended attributes: " + Errno.describe((int) -bytes));
      }
      long at = 0;
      while (at < bytes) {
        String name = names.getString(at, StandardCharsets.ISO_8859_1);
        if (name.equals(ACCESS_LIST) || name.startsWith(USER)) {
          long n = calls.attribute(file, names.address() + at, value.address(), LARGEST_ATTRIBUTE);
          if (n >= 0) {
            found.put(name, value.asSlice(0, n).toArray(JAVA_BYTE));
          } else if (n != -Errno.ENODATA) { // else it has gone meanwhile
            unread.add(name);
          }
        }
        at += name.length() + 1;
      }
    }
    return found;
  }

  /// Gives owner and group, as far as the system lets this process.
  public void giveOwner(int to) throws IOException {
    MemorySegment stat = stat(calls, to);
    boolean ownerDiffers = stat.get(JAVA_INT_UNALIGNED, 20) != owner;
    boolean groupDiffers = stat.get(JAVA_INT_UNALIGNED, 24) != group;
    if ((!ownerDiffers && !groupDiffers) || chown(to, owner, group)) {
      return;
    }
    groupLost = groupDiffers && !chown(to, -1, group);
    if (ownerDiffers) {
      lost.add("owner " + Integer.toUnsignedString(owner));
    }
    if (groupLost) {
      lost.add("group " + Integer.toUnsignedString(group));
    }
  }

  private boolean chown(int to, int newOwner, int newGroup) {
    long name = calls.name(new byte[0]);
    return calls.setOwner(to, name, newOwner, newGroup, FolderCalls.EMPTY_PATH) >= 0;
  }

  /// Gives the attributes that belong to the user (`user.*`).
  public void giveUserAttributes(int to) {
    for (String name : unread) {
      if (name.startsWith(USER)) {
        lost.add("extended attribute " + name);
      }
    }
    extended.forEach(
        (name, value) -> {
          if (name.startsWith(USER) && !set(to, name, value)) {
            lost.add("extended attribute " + name);
          }
        });
  }

  private boolean set(int to, String name, byte[] value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cName = arena.allocateFrom(name, StandardCharsets.ISO_8859_1);
      MemorySegment cValue = arena.allocate(Math.max(1, value.length));
      MemorySegment.copy(value, 0, cValue, JAVA_BYTE, 0, value.length);
      return calls.setAttribute(to, cName.address(), cValue.address(), value.length) >= 0;
    }
  }

  /// Gives permissions and the access control list.
  public void givePermissions(int to) throws IOException {
    int permissions = mode;
    if (listUnknown) {
      remove(to, ACCESS_LIST);
      permissions = mode & OWNERS;
      lost.add("permissions of others, as it may have an access control list");
    } else if (!extended.containsKey(ACCESS_LIST)) {
      remove(to, ACCESS_LIST); // the folder may have given it one
      permissions = groupLost ? withoutGroup(mode) : mode;
    } else if (groupLost || !set(to, ACCESS_LIST, extended.get(ACCESS_LIST))) {
      remove(to, ACCESS_LIST);
      permissions = mode & OWNERS; // it may deny somebody what all others may
      lost.add("access control list");
    }
    setMode(to, permissions);
  }

  private void setMode(int to, int permissions) throws IOException {
    int result = calls.setMode(to, permissions);
    if (result < 0) {
      throw new FileSystemException(
          "", null, "cannot set the permissions: " + Errno.describe(-result));
    }
  }

  /// What the system makes of the permissions that a new file is made with.
  public interface NewFiles {
    /// The mode of a file that is made with this one.
    ///
    /// @throws IOException if none can be made
    int mode(int asked) throws IOException;
  }

  /// Gives permissions and the access control list to a file that replaces none: where its folder
  /// gave it a list, and there is none to be given, that one stays, as narrow as for any new file
  /// with these permissions.
  public void givePermissionsToNew(int to, NewFiles newFiles) throws IOException {
    if (listUnknown || extended.containsKey(ACCESS_LIST) || !hasList(to)) {
      givePermissions(to);
    } else {
      setMode(to, newFiles.mode(groupLost ? withoutGroup(mode) : mode));
    }
  }

  private boolean hasList(int file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cName = arena.allocateFrom(ACCESS_LIST);
      return calls.attribute(file, cName.address(), 0, 0) >= 0;
    }
  }

  private void remove(int to, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cName = arena.allocateFrom(name, StandardCharsets.ISO_8859_1);
      int _ = calls.removeAttribute(to, cName.address()); // mostly there is none
    }
  }

  /// Permissions for a file that could not get its model's group: members of either group may do
  /// what both the model's group and all others might.
  public static int withoutGroup(int mode) {
    int common = (mode >> CLASS_BITS) & mode & CLASS;
    return (mode & OWNERS) | (common << CLASS_BITS) | common;
  }

  /// What could not be given: `owner 1000`.
  public List<String> lost() {
    return List.copyOf(lost);
  }
}

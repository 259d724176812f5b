package io.penstock.cli.doctor;

import io.penstock.cli.tool.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Probes of the file system that holds a folder.
///
/// @param folder a real path
record FileProbes(Path folder) {
  private static final String FILE_SYSTEM = "file system";
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
  private static final Set<String> REMOTE =
      Set.of("nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "lustre", "beegfs", "fuse.sshfs");

  /// A probe of the file system's type, its mount and its free space.
  ///
  /// @param mountinfo the text of `/proc/self/mountinfo`, empty where there is none
  Finding fileSystem(String mountinfo) {
    try {
      return fileSystem(Files.getFileStore(folder), mountinfo);
    } catch (IOException e) {
      return Finding.missing(
          FILE_SYSTEM, folder + ": " + reason(e), "name another folder with --dir");
    }
  }

  // Some exceptions carry the file alone, here a temporary one, and say the rest by their class.
  private static String reason(Exception e) {
    return switch (e) {
      case NoSuchFileException _ -> "no file can be made";
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  private Finding fileSystem(FileStore store, String mountinfo) throws IOException {
    String type = store.type();
    String where =
        Mount.of(folder, mountinfo)
            .map(mount -> mount.device() + " on " + mount.point() + " (" + mount.options() + ")")
            .orElseGet(store::name);
    String free = ByteSize.text(store.getUsableSpace()) + " free, ";
    String value = type + ", " + where + ", " + free + folder;
    if (store.isReadOnly() || !Files.isWritable(folder)) {
      return Finding.missing(
          FILE_SYSTEM, value + ", not writable", "name another folder with --dir");
    }
    if (IN_MEMORY.contains(type)) {
      return Finding.note(
          FILE_SYSTEM, value, "memory, not a disk: name a folder on a disk with --dir");
    }
    return REMOTE.contains(type)
        ? Finding.note(
            FILE_SYSTEM, value, "a remote one: name a local folder with --dir to compare")
        : Finding.ok(FILE_SYSTEM, value);
  }

  /// A mounted file system, as in `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
  record Mount(Path point, String type, String device, String options) {
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");

    /// The mount that holds a path: the deepest, and among equals the last, which covers the
    /// others.
    static Optional<Mount> of(Path path, String mountinfo) {
      Optional<Mount> best = Optional.empty();
      for (Mount mount : parse(mountinfo)) {
        if (path.startsWith(mount.point) && best.map(mount::isAsDeepAs).orElse(true)) {
          best = Optional.of(mount);
        }
      }
      return best;
    }

    private static List<Mount> parse(String mountinfo) {
      List<Mount> mounts = new ArrayList<>();
      for (String line : mountinfo.split("\n", -1)) {
        // 36 35 98:0 /root /point options [tags...] - type device superblock-options
        String[] halves = line.split(" - ", 2);
        String[] left = halves[0].split(" ", -1);
        String[] right = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
        if (left.length >= 6 && right.length >= 2) {
          mounts.add(new Mount(Path.of(plain(left[4])), right[0], plain(right[1]), left[5]));
        }
      }
      return mounts;
    }

    // The kernel writes blanks, tabs, newlines and backslashes in octal.
    private static String plain(String field) {
      return OCTAL.matcher(field).replaceAll(Mount::character);
    }

    private static String character(MatchResult octal) {
      char character = (char) Integer.parseInt(octal.group(1), 8);
      return character == '\\' ? "\\\\" : Character.toString(character);
    }

    private boolean isAsDeepAs(Mount other) {
      return point.getNameCount() >= other.point.getNameCount();
    }
  }

  /// A probe of O_DIRECT: writes one block to a temporary file in the folder.
  Finding directIo() {
    try {
      return Finding.ok("O_DIRECT", "works here, in blocks of " + ByteSize.text(writeOneBlock()));
    } catch (IOException | UnsupportedOperationException e) {
      return Finding.note(
          "O_DIRECT",
          "refused here: " + reason(e),
          "name a folder on a local disk with --dir (ext4, XFS and btrfs take it)");
    }
  }

  private long writeOneBlock() throws IOException {
    Path file = Files.createTempFile(folder, ".penstock-doctor", null);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, direct())) {
      int block = Math.toIntExact(Files.getFileStore(folder).getBlockSize());
      channel.write(ByteBuffer.allocateDirect(2 * block).alignedSlice(block).limit(block));
      return block;
    } finally {
      Files.delete(file);
    }
  }

  // Found by name: javac warns of each mention of this option, and the warning cannot be
  // suppressed.
  private static OpenOption direct() {
    try {
      return Stream.of(Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
          .map(OpenOption.class::cast)
          .filter(option -> option.toString().equals("DIRECT"))
          .findFirst()
          .orElseThrow(() -> new UnsupportedOperationException("this JDK has no such option"));
    } catch (ClassNotFoundException e) {
      throw new UnsupportedOperationException("this JDK has no such option", e);
    }
  }
}

package io.penstock.cli.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
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

/// Probes of the file system, and of the ways to read its files.
final class FileProbes {
  private FileProbes() {}

  /// A probe of the file system that holds a folder: its kind and its free space.
  ///
  /// @param files where the kernel lists the mounts
  /// @param folder a real path
  record FileSystemProbe(SystemFiles files, Path folder) implements Probe {
    private static final String NAME = "file system";
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
    private static final Set<String> REMOTE =
        Set.of("nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "lustre", "beegfs", "fuse.sshfs");

    @Override
    public Finding examine() {
      try {
        return judge(Files.getFileStore(folder));
      } catch (IOException e) {
        return Finding.missing(
            NAME, folder + ": " + e.getMessage(), "name another folder with --dir");
      }
    }

    private Finding judge(FileStore store) throws IOException {
      String type = store.type();
      String where =
          files
              .text("proc/self/mountinfo")
              .flatMap(mounts -> Mount.of(folder, mounts))
              .map(mount -> mount.device() + " on " + mount.point() + " (" + mount.options() + ")")
              .orElseGet(store::name);
      String value =
          type + ", " + where + ", " + Size.text(store.getUsableSpace()) + " free, " + folder;
      if (store.isReadOnly() || !Files.isWritable(folder)) {
        return Finding.missing(NAME, value + ", not writable", "name another folder with --dir");
      }
      if (IN_MEMORY.contains(type)) {
        return Finding.note(NAME, value, "memory, not a disk: name a folder on a disk with --dir");
      }
      if (REMOTE.contains(type)) {
        return Finding.note(NAME, value, "a remote one: name a local folder with --dir to compare");
      }
      return Finding.ok(NAME, value);
    }
  }

  /// One mounted file system, after `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
  record Mount(Path point, String type, String device, String options) {
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");

    /// The mount that a path lies on: the deepest, and among equals the last, which covers the
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

    // Blanks and the like are written in octal.
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

  /// Does the folder's file system take O_DIRECT? Tried with one block of a file that vanishes.
  ///
  /// @param folder where the file is made
  record DirectIoProbe(Path folder) implements Probe {
    private static final String NAME = "O_DIRECT";

    @Override
    public Finding examine() {
      try {
        return Finding.ok(NAME, "works here, in blocks of " + Size.text(writeOneBlock()));
      } catch (IOException | UnsupportedOperationException e) {
        return Finding.note(
            NAME,
            "refused here: " + e.getMessage(),
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

    // Found by its name: javac warns of each mention of this option, and the warning cannot be
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

  /// Does the kernel let this process use io_uring?
  ///
  /// @param files where the kernel says who may
  record UringProbe(SystemFiles files) implements Probe {
    private static final String NAME = "io_uring";
    private static final KernelVersion FIRST = new KernelVersion(5, 1);

    @Override
    public Finding examine() {
      Optional<KernelVersion> kernel = KernelVersion.running();
      if (kernel.isEmpty() || !kernel.get().isAtLeast(FIRST)) {
        return Finding.note(NAME, "not in this kernel", "it needs Linux " + FIRST + " or later");
      }
      return judge(files.text("proc/sys/kernel/io_uring_disabled").orElse("0"));
    }

    /// @param disabled 0 for everybody, 1 for a group, 2 for nobody (Linux 6.6, sysctl/kernel.rst)
    Finding judge(String disabled) {
      return switch (disabled) {
        case "0" -> allowed();
        case "1" ->
            Finding.note(
                NAME,
                "only for root and the group in kernel.io_uring_group",
                "join that group, or as root: sysctl kernel.io_uring_disabled=0");
        default -> Finding.note(NAME, "switched off", "as root: sysctl kernel.io_uring_disabled=0");
      };
    }

    // Containers switch it off by a filter on system calls, which does not say what it refuses.
    private Finding allowed() {
      boolean filtered =
          files.text("proc/self/status").orElse("").lines().anyMatch("Seccomp:\t2"::equals);
      return filtered
          ? Finding.note(
              NAME,
              "allowed by the kernel, but a seccomp filter is active and may refuse it",
              "in a container: start it with a seccomp profile that has the io_uring calls")
          : Finding.ok(NAME, "allowed");
    }
  }
}

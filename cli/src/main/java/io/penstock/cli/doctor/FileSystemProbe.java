package io.penstock.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

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

package io.penstock.crashes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A disk of a real file system whose state at a moment can be looked at: what a loss of power
/// would leave.
///
/// It is a file on a file system that copies files at once by sharing their blocks. Such a copy has
/// what the disk was given by then, and not what the system holds back in memory. That it is
/// mounted repairs it, as after a loss of power.
final class LoopDisk implements AutoCloseable {
  private static final String HOST_BYTES = "3G";
  private static final String DISK_BYTES = "400M";

  private final Path area;
  private final Kind kind;

  private LoopDisk(Path area, Kind kind) {
    this.area = area;
    this.kind = kind;
  }

  /// A file system, how it is made and how a copy of it is mounted.
  @SuppressWarnings("ImmutableEnumChecker") // its lists are List.of
  enum Kind {
    EXT4(List.of("mkfs.ext4", "-q", "-F"), "loop,commit=1", "loop"),
    XFS(List.of("mkfs.xfs", "-q", "-f"), "loop", "loop,nouuid"),
    BTRFS(List.of("mkfs.btrfs", "-q", "-f"), "loop,commit=1", "loop");

    private final List<String> making;
    private final String options;
    private final String optionsOfCopy;

    Kind(List<String> making, String options, String optionsOfCopy) {
      this.making = making;
      this.options = options;
      this.optionsOfCopy = optionsOfCopy;
    }
  }

  /// Makes and mounts one; the test is skipped where that is impossible.
  ///
  /// @param area that is made
  static LoopDisk mount(Path area, Kind kind) throws IOException {
    LoopDisk disk = new LoopDisk(area, kind);
    for (String name : List.of("host", "disk", "copy")) {
      Files.createDirectories(area.resolve(name));
    }
    String complaint = disk.up();
    if (!complaint.isEmpty()) {
      disk.close();
    }
    SpokenAssumption.that(
        complaint.isEmpty(),
        "no disk of "
            + kind
            + " can be made here: "
            + complaint.replace(area.toString(), "a folder"));
    return disk;
  }

  private String up() throws IOException {
    String host = area.resolve("host.img").toString();
    String image = image("disk");
    return first(
        List.of("truncate", "-s", HOST_BYTES, host),
        List.of("mkfs.xfs", "-q", "-f", "-m", "reflink=1", host),
        List.of("mount", "-o", "loop", host, area.resolve("host").toString()),
        List.of("truncate", "-s", DISK_BYTES, image),
        and(kind.making, image),
        List.of("mount", "-o", kind.options, image, folder().toString()));
  }

  private static List<String> and(List<String> command, String last) {
    List<String> all = new ArrayList<>(command);
    all.add(last);
    return all;
  }

  private String image(String name) {
    return area.resolve("host").resolve(name + ".img").toString();
  }

  /// Its root.
  Path folder() {
    return area.resolve("disk");
  }

  /// What is done to a folder.
  interface Look {
    void at(Path folder) throws IOException;
  }

  /// Looks at what a loss of power at this moment would leave.
  void afterLossOfPower(Look look) throws IOException {
    String copy = image("copy");
    String mounted = area.resolve("copy").toString();
    require(List.of("cp", "--reflink=always", image("disk"), copy));
    require(List.of("mount", "-o", kind.optionsOfCopy, copy, mounted));
    try {
      look.at(Path.of(mounted));
    } finally {
      require(List.of("umount", mounted));
    }
  }

  @Override
  public void close() throws IOException {
    for (String name : List.of("copy", "disk", "host")) {
      String _ = complaint(List.of("umount", area.resolve(name).toString()));
    }
    Judge.delete(area);
  }

  private static void require(List<String> command) throws IOException {
    String complaint = complaint(command);
    if (!complaint.isEmpty()) {
      throw new IOException(complaint);
    }
  }

  @SafeVarargs
  private static String first(List<String>... commands) throws IOException {
    for (List<String> command : commands) {
      String complaint = complaint(command);
      if (!complaint.isEmpty()) {
        return complaint;
      }
    }
    return "";
  }

  /// What a command says when it fails; empty when it does not.
  private static String complaint(List<String> command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      int status = process.waitFor();
      return status == 0 ? "" : command.getFirst() + " ended with " + status + ": " + output;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}

package io.penstock.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

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

package io.penstock.tree;

import java.io.IOException;
import java.nio.file.Path;

/// What of a tree must be the same in its copy, as one text.
final class Facsimile {
  private Facsimile() {}

  /// Names, types, permissions, owners, times, link texts, contents, and which names are one
  /// file's.
  static String of(Path root) throws IOException {
    return Shell.run(
            root,
            """
            LC_ALL=C find . -printf '%p %y %m %U:%G %T@ %l %s\\0' | LC_ALL=C sort -z | sed -z 's/ \\([^ ]*\\)$/ \\1/'
            LC_ALL=C find . -type f -print0 | LC_ALL=C sort -z | xargs -0 -r cksum
            """)
        .replaceAll("(?m)( d \\S+ \\S+ \\S+  )\\d+", "$1");
  }

  /// The names of each file that has several, by the first of them.
  static String names(Path root) throws IOException {
    return Shell.run(
        root,
        "LC_ALL=C find . -type f -links +1 -printf '%i %p\\0' | LC_ALL=C sort -z | awk -v RS='\\0' -v ORS='\\0' '{i=$1; sub(/^[0-9]+ /,\"\"); a[i]=a[i] \"|\" $0} END {for (k in a) print a[k]}' | LC_ALL=C sort -z");
  }
}

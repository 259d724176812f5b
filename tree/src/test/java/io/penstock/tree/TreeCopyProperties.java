package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Copies of random trees beside those of `cp -a`.
class TreeCopyProperties {
  private static final int TREES = 8;

  @TempDir Path folder;
  private final Random random = Seed.sow(TreeCopyProperties.class);

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void copiesAreThoseOfCpInContentModeTimesAndLinks(Folder.Access access) throws IOException {
    for (int i = 0; i < TREES; i++) {
      Path root = new RandomTree(random).grow(folder.resolve("tree-" + i));
      Path byCp = folder.resolve("cp-" + i);
      Shell.run(folder, "cp -a \"$1\" \"$2\"", root.toString(), byCp.toString());
      Path copy = folder.resolve("copy-" + i);
      TreeCopyReport report = archive(root, copy, access).run();
      assertThat(report.first()).isEmpty();
      if (Accesses.isNative(access)) {
        assertThat(Facsimile.of(copy)).isEqualTo(Facsimile.of(byCp));
      } else {
        assertThat(withoutLinkTimes(copy)).isEqualTo(withoutLinkTimes(byCp));
      }
      assertThat(Facsimile.names(copy)).isEqualTo(Facsimile.names(byCp));
      TreeCopyReport again = archive(root, copy, access).resuming().run();
      assertThat(again.bytes()).isZero();
      assertThat(again.first()).isEmpty();
      assertThat(Facsimile.names(copy)).isEqualTo(Facsimile.names(byCp));
    }
  }

  private static String withoutLinkTimes(Path root) throws IOException {
    return Facsimile.of(root).replaceAll(" l 777 \\S+ \\S+", " l");
  }

  private static TreeCopy archive(Path from, Path to, Folder.Access access) {
    return TreeCopy.of(from, to)
        .withAccess(access)
        .preserving(Preserved.MODE, Preserved.TIMES, Preserved.OWNER)
        .keepingHardLinks()
        .withThreads(2);
  }
}

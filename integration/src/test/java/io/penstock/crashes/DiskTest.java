package io.penstock.crashes;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.crashes.Tree.Node;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What a disk forgets is what was not synced, and names in their order.
class DiskTest {
  private static final int FOLDER = 0040755;
  private static final int FILE = 0100644;
  private static final int FILES = 6;
  private static final int LOSSES = 500;

  /// A folder with the first few files, each of two sectors of its number.
  private static Tree tree(int files) {
    Map<String, Node> nodes = new HashMap<>(Map.of("", new Node(1, FOLDER, new byte[0])));
    for (int i = 1; i <= files; i++) {
      byte[] content = new byte[1024];
      Arrays.fill(content, (byte) i);
      nodes.put("/" + i, new Node(1 + i, FILE, content));
    }
    return Tree.of(nodes);
  }

  private static Disk filled(int synced) {
    Disk disk = new Disk(tree(0));
    for (int i = 1; i <= FILES; i++) {
      disk.become(tree(i));
      if (i == synced) {
        disk.sync("");
        disk.sync("/" + i);
      }
    }
    return disk;
  }

  @Test
  void namesAreThoseOfOneMomentSinceTheirFoldersSync() {
    Disk disk = filled(2);
    Set<Integer> counts = new HashSet<>();
    for (int seed = 0; seed < LOSSES; seed++) {
      Set<String> names = disk.some(new Random(seed)).nodes().keySet();
      int count = names.size() - 1;
      assertThat(names).isEqualTo(tree(count).nodes().keySet());
      counts.add(count);
    }
    assertThat(counts).containsExactlyInAnyOrder(2, 3, 4, 5, 6);
    assertThat(disk.synced().nodes().keySet()).isEqualTo(tree(2).nodes().keySet());
  }

  @Test
  void sectorsAreOldOrNewAndThoseOfASyncedFileNew() {
    Disk disk = filled(2);
    Set<List<Byte>> others = new HashSet<>();
    for (int seed = 0; seed < LOSSES; seed++) {
      Map<String, Node> left = disk.some(new Random(seed)).nodes();
      assertThat(left.get("/2").content()).isEqualTo(tree(2).nodes().get("/2").content());
      byte[] other = left.get("/1").content();
      others.add(other.length == 0 ? List.of() : List.of(other[0], other[1023]));
    }
    assertThat(others)
        .containsExactlyInAnyOrder(
            List.of(),
            List.of((byte) 0, (byte) 0),
            List.of((byte) 1, (byte) 0),
            List.of((byte) 0, (byte) 1),
            List.of((byte) 1, (byte) 1));
    assertThat(disk.synced().nodes().get("/1").content()).isEmpty();
  }
}

package io.penstock.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.preload.PreloadedFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The order of changes, syncs and renames of every operation of the campaign: a file is on its
/// device before it gets its name, and all is there when an operation returns that promises it.
class SyncOrderTest {
  /// Operations that change files and promise nothing beyond what the process itself survives.
  private static final String PROMISING_LESS =
      String.join(
          "|",
          "array create in place by .*", // ArrayFile.sync() is fsync(2): of the file alone
          "array bytes by .*", // as ByteFile.sync() is
          "array (read|read tile|gather) by mapped", // mapped for writing, and nothing is stored
          "batch write later by .*", // start(), which syncs nothing
          "text write",
          "stream random access",
          "file copy verified, .*");

  private static final String PUBLISHING =
      String.join(
          "|",
          "array create by .*",
          "(array|object|profile|text index) save.*",
          "(archive|zip) (un)?pack.*",
          "(file|tree) copy.*",
          "shared create .*");

  private static final Map<String, SyncOrder> ORDERS = new LinkedHashMap<>();

  @BeforeAll
  static void run() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "order")).toAbsolutePath();
    try (CellJvm jvm = new CellJvm(PreloadedFunctions.build(folder), folder)) {
      for (String operation : Operations.namesOfSingle()) {
        ORDERS.put(operation, SyncOrder.of(jvm.note(operation)));
      }
    }
  }

  private static Stream<String> promising() {
    return ORDERS.keySet().stream().filter(name -> !name.matches(PROMISING_LESS));
  }

  @Test
  void filesAreOnTheDeviceBeforeTheyGetTheirNames() {
    assertThat(promising())
        .allSatisfy(name -> assertThat(order(name).tooEarly()).as(name).isEmpty());
    assertThat(ORDERS.keySet().stream().filter(name -> name.matches(PUBLISHING)))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(order(name).named()).as(name).isPositive());
  }

  @Test
  void whatHasReturnedSurvivesALossOfPower() {
    assertThat(promising())
        .allSatisfy(name -> assertThat(order(name).unsynced()).as(name).isEmpty());
  }

  @Test
  void operationsThatPromiseLessAreSeenToLose() {
    assertThat(ORDERS.keySet().stream().filter(name -> name.matches(PROMISING_LESS)))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(order(name).unsynced()).as(name).isNotEmpty());
  }

  private static SyncOrder order(String operation) {
    return ORDERS.get(operation);
  }

  // ---- the rules themselves
  // ----------------------------------------------------------------------

  @Test
  void aWriteAfterTheLastSyncIsMissedBeforeTheRenameAndAtTheEnd() {
    SyncOrder order =
        SyncOrder.of(
            List.of(
                "create\t/t",
                "pwrite\t/t",
                "fsync\t/t",
                "pwrite\t/t",
                "rename\t/a\t/t",
                "fsync\t"));
    assertThat(order.tooEarly()).containsExactly("/a: rename before a sync of [pwrite]");
    assertThat(order.unsynced()).isEqualTo(Map.of("/a", Set.of("pwrite")));
  }

  @Test
  void aNameIsThereWhenItsFolderIsSyncedAfterTheRename() {
    SyncOrder early =
        SyncOrder.of(List.of("create\t/d/t", "fsync\t/d/t", "fsync\t/d", "rename\t/d/a\t/d/t"));
    assertThat(early.unsynced()).isEqualTo(Map.of("/d", Set.of("a")));
    SyncOrder right =
        SyncOrder.of(List.of("create\t/d/t", "fsync\t/d/t", "rename\t/d/a\t/d/t", "fsync\t/d"));
    assertThat(right.unsynced()).isEmpty();
  }

  @Test
  void fdatasyncWritesNoAttributesAndSyncfsEverything() {
    List<String> notes =
        List.of("create\t/t", "write\t/t", "chmod\t/t", "fsync\t", "fdatasync\t/t");
    assertThat(SyncOrder.of(notes).unsynced()).isEqualTo(Map.of("/t", Set.of("chmod")));
    List<String> all = Stream.concat(notes.stream(), Stream.of("syncfs\t")).toList();
    assertThat(SyncOrder.of(all).unsynced()).isEmpty();
  }

  @Test
  void allNamesOfAFileAreSyncedByOne() {
    SyncOrder order =
        SyncOrder.of(
            List.of(
                "create\t/t", "write\t/t", "link\t/a\t/t", "unlink\t/t", "fsync\t/a", "fsync\t"));
    assertThat(order.tooEarly()).containsExactly("/a: link before a sync of [write]");
    assertThat(order.unsynced()).isEmpty();
  }
}

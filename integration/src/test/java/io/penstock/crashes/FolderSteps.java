package io.penstock.crashes;

import io.penstock.compress.Limits;
import io.penstock.compress.ZipArchive;
import io.penstock.crashes.Step.Scene;
import io.penstock.crashes.Thing.Filled;
import io.penstock.file.Durability;
import io.penstock.tree.Preserved;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import java.io.IOException;
import java.nio.file.Path;

/// Steps that fill folders, and the sync of one.
final class FolderSteps {
  private FolderSteps() {}

  static void sync(Scene scene) throws IOException {
    Durability.syncFolder(scene.folder());
  }

  private static void filled(Promises promises, String name, Filled.Contents contents) {
    if (!promises.latest().containsKey(name)) {
      promises.name(name, new Filled(contents, true));
    }
  }

  static void settle(Promises promises) {
    promises.settleNames();
    promises.latest().values().stream().filter(Filled.class::isInstance).forEach(Thing::settle);
  }

  static void unpack(Scene scene) throws IOException {
    Path folder = scene.file(unpacked(scene.number()));
    if (scene.isRepeated()) { // it replaces no file
      Judge.delete(folder);
    }
    try (ZipArchive zip = ZipArchive.open(scene.file(Workload.ZIP), Limits.defaults())) {
      zip.extract(folder);
    }
  }

  private static String unpacked(int number) {
    return "unpacked" + number;
  }

  static void unpacked(Promises promises, int number, int version) {
    filled(promises, unpacked(number), Workload.UNPACKED);
  }

  static void copy(Scene scene) throws IOException {
    run(copyOf(scene).durable());
  }

  static void resume(Scene scene) throws IOException {
    run(copyOf(scene).preserving(Preserved.TIMES).resuming().durable());
  }

  static void copyUnsynced(Scene scene) throws IOException {
    run(copyOf(scene).preserving(Preserved.TIMES));
  }

  private static TreeCopy copyOf(Scene scene) {
    return TreeCopy.of(scene.file(Workload.TREE), scene.file(Promises.COPY)).withThreads(1);
  }

  private static void run(TreeCopy copy) throws IOException {
    TreeCopyReport report = copy.run();
    if (report.errors() > 0) {
      throw report.first().getFirst();
    }
  }

  static void copied(Promises promises, int number, int version) {
    filled(promises, Promises.COPY, Workload.COPIED);
  }

  /// Its files may be torn.
  static void maybeCopied(Promises promises, int number, int version) {
    promises.name(Promises.COPY, new Filled(Workload.COPIED, false));
  }
}

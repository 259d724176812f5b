package io.penstock.tree;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// Counts that the threads of a copy add to.
final class CopyTally {
  final LongAdder files = new LongAdder();
  final LongAdder unchanged = new LongAdder();
  final LongAdder folders = new LongAdder();
  final LongAdder links = new LongAdder();
  final LongAdder bytes = new LongAdder();
  private final List<Path> skipped = new ArrayList<>();

  synchronized void skipped(Path path) {
    if (skipped.size() < TreeReport.MOST) {
      skipped.add(path);
    }
  }

  synchronized TreeCopyReport report(Errors errors) {
    return new TreeCopyReport(
        files.sum(),
        unchanged.sum(),
        folders.sum(),
        links.sum(),
        bytes.sum(),
        skipped,
        errors.count(),
        errors.first());
  }
}

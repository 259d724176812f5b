package io.penstock.cli;

import io.penstock.report.Terminal;
import io.penstock.tree.EntryException;
import io.penstock.tree.FileCopy;
import io.penstock.tree.Preserved;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import io.penstock.tree.TreeWalk;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A copying job, as its command line describes it.
///
/// @param limit bytes a second
record CopyJob(
    Session session,
    Set<Preserved> kept,
    boolean links,
    boolean verify,
    boolean sync,
    boolean resume,
    Optional<Long> limit) {
  CopyOutcome file(Path source, Path target) throws IOException {
    FileCopy copy = FileCopy.of(source, target).preserving(kept.toArray(Preserved[]::new));
    copy = verify ? copy.verified() : copy;
    copy = sync ? copy.durable() : copy;
    copy = limit.isPresent() ? copy.withLimit(limit.get()) : copy;
    long total = Files.isRegularFile(source) ? Math.max(1, Files.size(source)) : 1;
    try (ProgressLine line = progress(total)) {
      long bytes =
          copy.withProgress(moved -> moved(line, moved))
              .withNoticesTo(notice -> tell(line, notice))
              .run();
      return new CopyOutcome(source, target, 1, 0, 0, 0, bytes, List.of(), 0);
    }
  }

  private ProgressLine progress(long total) {
    return new ProgressLine(session.diagnostics(), watched(), total);
  }

  private static boolean watched() {
    return Terminal.ofStandardError().interactive();
  }

  // Only who watches wants to know how much there is before it is copied.
  private static long total(Path tree) throws IOException {
    return watched() ? Math.max(1, TreeWalk.of(tree).parallel().total().bytes()) : 1;
  }

  private static boolean moved(ProgressLine line, long bytes) {
    line.moved(bytes);
    return true;
  }

  CopyOutcome tree(Path source, Path target) throws IOException {
    PrintWriter diagnostics = session.diagnostics();
    TreeCopy copy = TreeCopy.of(source, target).preserving(kept.toArray(Preserved[]::new));
    copy = links ? copy.keepingHardLinks() : copy;
    copy = verify ? copy.verified() : copy;
    copy = sync ? copy.durable() : copy;
    copy = resume ? copy.resuming() : copy;
    copy = limit.isPresent() ? copy.withLimit(limit.get()) : copy;
    TreeCopyReport report = watched(copy, total(source));
    for (Path skipped : report.skipped()) {
      diagnostics.println(
          Escapes.of("penstock: " + skipped + ": is a pipe, a socket or a device; left out"));
    }
    diagnostics.flush();
    return CopyOutcome.of(source, target, report);
  }

  private TreeCopyReport watched(TreeCopy copy, long total) throws IOException {
    try (ProgressLine line = progress(total)) {
      return copy.withProgress(moved -> moved(line, moved))
          .withErrorsTo(error -> tell(line, error))
          .withNoticesTo(notice -> tell(line, notice))
          .run();
    }
  }

  private void tell(ProgressLine line, EntryException error) {
    line.clear();
    int _ = Complaints.about(error, session.diagnostics());
  }
}

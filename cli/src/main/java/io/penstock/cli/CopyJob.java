package io.penstock.cli;

import io.penstock.evaluate.report.Terminal;
import io.penstock.tree.FileCopy;
import io.penstock.tree.Preserved;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/// How one command line copies.
///
/// @param limit bytes a second
record CopyJob(
    CommandLine command,
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
      long bytes = copy.withProgress(moved -> moved(line, moved)).run();
      return new CopyOutcome(source, target, 1, 0, 0, 0, bytes, List.of(), 0);
    }
  }

  private ProgressLine progress(long total) {
    boolean shown = Terminal.ofStandardError().interactive();
    return new ProgressLine(command.getErr(), shown, total);
  }

  private static boolean moved(ProgressLine line, long bytes) {
    line.moved(bytes);
    return true;
  }

  CopyOutcome tree(Path source, Path target) throws IOException {
    PrintWriter diagnostics = command.getErr();
    TreeCopy copy =
        TreeCopy.of(source, target)
            .preserving(kept.toArray(Preserved[]::new))
            .withErrorsTo(error -> Complaints.about(error, diagnostics));
    copy = links ? copy.keepingHardLinks() : copy;
    copy = verify ? copy.verified() : copy;
    copy = sync ? copy.durable() : copy;
    copy = resume ? copy.resuming() : copy;
    copy = limit.isPresent() ? copy.withLimit(limit.get()) : copy;
    TreeCopyReport report = copy.run();
    for (Path skipped : report.skipped()) {
      diagnostics.println("penstock: " + skipped + ": is a pipe, a socket or a device; left out");
    }
    diagnostics.flush();
    return CopyOutcome.of(source, target, report);
  }
}

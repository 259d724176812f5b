package io.penstock.cli.bench;

import io.penstock.file.FileEngine;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;

/// A job file for fio(1) that makes the same requests: as many threads with one request outstanding
/// each, counted after the same warm-up, over a page cache that is left as it is. From the same
/// seed fio draws other offsets.
public record FioFile(BenchJob job) {
  /// The characters that begin a comment, a variable or an escape in a job file, which cannot be
  /// quoted.
  private static final String RESERVED = "#;$\\\"";

  /// The job file.
  ///
  /// @throws FileSystemException if fio has no way to write the file's name
  public String text() throws FileSystemException {
    List<String> lines = new ArrayList<>();
    lines.add("# What penstock bench does, for fio.");
    lines.add("[global]");
    lines.add("filename=" + name());
    lines.add("ioengine=" + (job.engine() instanceof FileEngine.Mapped ? "mmap" : "psync"));
    lines.add("direct=" + (job.isDirect() ? 1 : 0));
    lines.add("bs=" + job.block());
    lines.addAll(mix());
    lines.add("filesize=" + job.blocks() * job.block());
    if (job.sync() > 0) {
      lines.add("fsync=" + job.sync());
    }
    lines.add("time_based=1");
    lines.add("runtime=" + job.seconds() + "s");
    lines.add("ramp_time=" + job.warmUp().toMillis() + "ms");
    lines.add("randseed=" + job.seed());
    lines.add("thread=1");
    lines.add("group_reporting=1");
    lines.add("# fio would empty the page cache and advise the kernel.");
    lines.add("invalidate=0");
    lines.add("fadvise_hint=0");
    lines.addAll(sections());
    return String.join("\n", lines) + "\n";
  }

  private String name() throws FileSystemException {
    // Not normalized: what stands before ".." may be a link.
    String name = job.file().toAbsolutePath().toString();
    boolean blank = !name.equals(name.strip());
    if (blank || name.chars().anyMatch(c -> c < ' ' || RESERVED.indexOf(c) >= 0)) {
      throw new FileSystemException(
          name, null, "fio cannot name this file; rename it, or leave --export-fio out");
    }
    return name.replace(":", "\\:");
  }

  private List<String> mix() {
    List<String> lines = new ArrayList<>();
    String random = job.pattern() == BenchJob.Pattern.RANDOM ? "rand" : "";
    if (job.isMixed()) {
      lines.add("rw=" + random + "rw");
      lines.add("rwmixread=" + job.reads());
    } else {
      lines.add("rw=" + random + (job.hasReads() ? "read" : "write"));
    }
    if (job.hasWrites()) {
      lines.add("overwrite=1");
      lines.add("scramble_buffers=0");
    }
    if (job.pattern() == BenchJob.Pattern.RANDOM) {
      lines.add("norandommap=1");
    }
    return lines;
  }

  // Regions that have a block more than others need a section of their own.
  private List<String> sections() {
    List<String> lines = new ArrayList<>();
    int larger = (int) (job.blocks() % job.workers());
    if (job.pattern() == BenchJob.Pattern.RANDOM) {
      lines.add("[penstock]");
      lines.add("numjobs=" + job.workers());
      lines.add("size=" + job.blocks() * job.block());
    } else if (larger == 0) {
      lines.addAll(section("penstock", 0, job.workers()));
    } else {
      lines.addAll(section("penstock-larger", 0, larger));
      lines.addAll(section("penstock", larger, job.workers()));
    }
    return lines;
  }

  private List<String> section(String name, int from, int to) {
    long region = (job.regionStart(from + 1) - job.regionStart(from)) * job.block();
    return List.of(
        "[" + name + "]",
        "numjobs=" + (to - from),
        "offset=" + job.regionStart(from) * job.block(),
        "offset_increment=" + region,
        "size=" + region);
  }
}

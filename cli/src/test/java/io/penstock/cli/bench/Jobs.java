package io.penstock.cli.bench;

import io.penstock.cli.bench.BenchJob.Pattern;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import java.nio.file.Path;

/// Jobs for tests: one of a second, by `auto`, that reads blocks of 4 KiB in order, and those that
/// differ from it.
record Jobs(BenchJob job) {
  static Jobs on(Path file, long size) {
    return new Jobs(
        new BenchJob(file, FileEngines.auto(), Pattern.SEQUENTIAL, 4096, size, 1, 1, 100, 0, 1, 1));
  }

  Jobs by(FileEngine engine) {
    return with(engine, job.pattern(), job.block(), job.threads(), job.depth(), job.seconds());
  }

  Jobs random() {
    return with(
        job.engine(), Pattern.RANDOM, job.block(), job.threads(), job.depth(), job.seconds());
  }

  Jobs block(long block) {
    return with(job.engine(), job.pattern(), block, job.threads(), job.depth(), job.seconds());
  }

  Jobs workers(int threads, int depth) {
    return with(job.engine(), job.pattern(), job.block(), threads, depth, job.seconds());
  }

  Jobs seconds(int seconds) {
    return with(job.engine(), job.pattern(), job.block(), job.threads(), job.depth(), seconds);
  }

  private Jobs with(
      FileEngine engine, Pattern pattern, long block, int threads, int depth, int seconds) {
    return new Jobs(
        new BenchJob(
            job.file(),
            engine,
            pattern,
            block,
            job.size(),
            threads,
            depth,
            job.reads(),
            job.sync(),
            seconds,
            job.seed()));
  }

  Jobs reads(int percent) {
    return mixed(percent, job.sync(), job.seed());
  }

  Jobs sync(int writes) {
    return mixed(job.reads(), writes, job.seed());
  }

  Jobs seed(long seed) {
    return mixed(job.reads(), job.sync(), seed);
  }

  private Jobs mixed(int reads, int sync, long seed) {
    return new Jobs(
        new BenchJob(
            job.file(),
            job.engine(),
            job.pattern(),
            job.block(),
            job.size(),
            job.threads(),
            job.depth(),
            reads,
            sync,
            job.seconds(),
            seed));
  }
}

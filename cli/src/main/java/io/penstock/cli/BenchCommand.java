package io.penstock.cli;

import io.penstock.cli.bench.BenchFile;
import io.penstock.cli.bench.BenchJob;
import io.penstock.cli.bench.BenchReport;
import io.penstock.cli.bench.FioFile;
import io.penstock.cli.bench.JobRun;
import io.penstock.cli.run.Signals;
import io.penstock.cli.tool.ByteSize;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.message.launch.Order;
import io.penstock.report.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `bench`.
@Command(
    name = "bench",
    description = "Measures a job of your own on one file, as fio does, by Penstock's engines.",
    footer = {
      "",
      "The engines' calls are synchronous: --threads T --depth D are T times D threads (1024 "
          + "at most), each with the file open for itself, a buffer of its own and one request "
          + "outstanding. In sequential order each goes through a region of its own. Requests "
          + "count after a warm-up of a second. Ctrl-C ends the job and prints what was measured "
          + "so far; the exit status is 130 then."
    })
final class BenchCommand extends Action {
  private static final String STANDARD_OUTPUT = "-";

  @Parameters(
      paramLabel = "FILE",
      description = "A regular file; made by --size where there is none.")
  private String name;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "auto, posix, posix-direct, uring, uring-direct, mapped or channel (default: auto).")
  private Optional<String> engine = Optional.empty();

  @Option(names = "--direct", description = "Past the page cache, as --engine posix-direct.")
  private boolean direct;

  @Option(
      names = "--block",
      paramLabel = "SIZE",
      converter = BytesConverter.class,
      description = "The bytes of a request: 4096, 64KiB, 1m (default: 4KiB).")
  private Optional<Long> block = Optional.empty();

  @Option(
      names = "--depth",
      paramLabel = "N",
      description = "Requests in flight for each of the threads (default: ${DEFAULT-VALUE}).")
  private int depth = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Jobs at once (default: ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--pattern",
      paramLabel = "PATTERN",
      description = "sequential or random (default: ${DEFAULT-VALUE}).")
  private String pattern = "sequential";

  @Option(
      names = "--reads",
      paramLabel = "PERCENT",
      description = "How many of 100 requests are reads, the others writes (default: 100).")
  private int reads = 100;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = BytesConverter.class,
      description = "How much of the file is used (default: all), or how large a new one is made.")
  private Optional<Long> size = Optional.empty();

  @Option(names = "--overwrite", description = "Writes into a file that was there before.")
  private boolean overwrite;

  @Option(
      names = "--sync",
      paramLabel = "N",
      description = "Syncs the file after every N writes of a thread (default: never).")
  private int sync;

  @Option(
      names = "--seconds",
      paramLabel = "T",
      description = "How long requests are counted (default: ${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draws offsets, contents and turns (default: ${DEFAULT-VALUE}).")
  private int seed = 1;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Writes the figures for machines; - for standard output, in place of the table.")
  private Optional<String> json = Optional.empty();

  @Option(
      names = "--export-fio",
      paramLabel = "FILE.fio",
      description = "Writes the same job for fio, before it runs here.")
  private Optional<Path> fio = Optional.empty();

  @Override
  void pick(Arguments arguments) {
    engine = arguments.value("--engine");
    direct = arguments.flag("--direct");
    block = arguments.value("--block").map(ByteSize::parse);
    depth = arguments.number(0, Integer.MAX_VALUE, "--depth").orElse(depth);
    threads = arguments.number(0, Integer.MAX_VALUE, "--threads").orElse(threads);
    pattern = arguments.value("--pattern").orElse(pattern);
    reads = arguments.number(0, Integer.MAX_VALUE, "--reads").orElse(reads);
    size = arguments.value("--size").map(ByteSize::parse);
    overwrite = arguments.flag("--overwrite");
    sync = arguments.number(0, Integer.MAX_VALUE, "--sync").orElse(sync);
    seconds = arguments.number(0, Integer.MAX_VALUE, "--seconds").orElse(seconds);
    seed = arguments.number(0, Integer.MAX_VALUE, "--seed").orElse(seed);
    json = arguments.value("--json");
    fio = arguments.value("--export-fio").map(Path::of);
    name = arguments.operands(1, 1).getFirst();
  }

  @Override
  int perform() throws IOException, InterruptedException {
    Path path = TextSource.path(name);
    BenchFile file = size.isPresent() ? BenchFile.of(path, size.get()) : BenchFile.of(path);
    requireOtherOutputs(file);
    BenchJob job = job(file);
    if (job.hasWrites() && !overwrite) {
      file.requireNew();
    }
    if (fio.isPresent()) {
      byte[] text = new FioFile(job).text().getBytes(StandardCharsets.UTF_8);
      new OutputFile(fio.get(), true, diagnostics()).write(text);
    }
    make(file);
    return run(job);
  }

  // A job may take hours: what would spoil its end is said before it begins. What is measured must
  // not be replaced by what it is measured for.
  private void requireOtherOutputs(BenchFile file) throws IOException {
    List<Path> outputs =
        Stream.concat(
                json.filter(name -> !name.equals(STANDARD_OUTPUT)).map(TextSource::path).stream(),
                fio.stream())
            .toList();
    for (Path output : outputs) {
      if (!OutputFile.canBeWritten(output)) {
        throw wrong(output + ": cannot be written there");
      }
      if (OutputFile.replaces(output, file.path())) {
        throw wrong(output + ": is the file to be measured");
      }
    }
    if (outputs.size() == 2 && OutputFile.replaces(outputs.getFirst(), outputs.getLast())) {
      throw wrong(outputs.getFirst() + ": --json and --export-fio need a file each");
    }
  }

  private BenchJob job(BenchFile file) {
    try {
      return new BenchJob(
          file.path(),
          engine(),
          BenchJob.Pattern.named(pattern),
          block.orElse(4096L),
          file.size(),
          threads,
          depth,
          reads,
          sync,
          seconds,
          seed);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private FileEngine engine() {
    if (!direct) {
      return engine.map(FileEngines::named).orElseGet(FileEngines::auto);
    }
    FileEngine past = FileEngines.of(FileEngine.Direct.class);
    if (!engine.orElse(past.name()).equals(past.name())) {
      throw new IllegalArgumentException(
          "--direct is --engine " + past.name() + ", not " + engine.get() + ": leave one out");
    }
    return past;
  }

  private void make(BenchFile file) throws IOException {
    try (ProgressLine line = ProgressLine.of(diagnostics(), file.size())) {
      file.make(seed, line);
    }
  }

  private int run(BenchJob job) throws IOException, InterruptedException {
    JobRun run = new JobRun(job);
    AtomicReference<Optional<Order>> ended = new AtomicReference<>(Optional.empty());
    Signals.pass(
        order -> {
          ended.set(Optional.of(order));
          run.stop();
        });
    print(measured(run, job));
    return ended.get().map(Order::status).orElse(ExitCode.OK);
  }

  // Whatever comes behind the line of progress, it begins where that did.
  private BenchReport measured(JobRun run, BenchJob job) throws IOException, InterruptedException {
    if (!Terminal.ofStandardError().interactive()) {
      return run.run((_, _) -> {});
    }
    try {
      return run.run(watch(job));
    } finally {
      diagnostics().print("\r\033[K");
      diagnostics().flush();
    }
  }

  private ObjLongConsumer<Duration> watch(BenchJob job) {
    PrintWriter diagnostics = diagnostics();
    return (since, requests) -> {
      double passed = since.toNanos() / 1e9;
      diagnostics.printf(
          Locale.ROOT,
          "\r\033[K%.1f of %.0f s  %s/s  %.0f requests/s",
          passed,
          job.warmUp().toMillis() / 1e3 + job.seconds(),
          ByteSize.text((long) (requests * job.block() / passed)),
          requests / passed);
      diagnostics.flush();
    };
  }

  private void print(BenchReport report) throws IOException {
    if (json.isPresent() && json.get().equals(STANDARD_OUTPUT)) {
      Json.print(results(), report::write);
      return;
    }
    results().println(Escapes.of(report.title()));
    Table table = new Table();
    report.rows().forEach(row -> table.add(row.getFirst(), row.subList(1, row.size()).toArray()));
    table.print(results());
    if (json.isPresent()) {
      StringWriter text = new StringWriter();
      Json.print(new PrintWriter(text), report::write);
      new OutputFile(TextSource.path(json.get()), true, diagnostics())
          .write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}

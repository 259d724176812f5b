package io.penstock.cli;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Levels;
import io.penstock.compress.Packing;
import io.penstock.compress.ZipWriter;
import io.penstock.file.Publication;
import io.penstock.report.Terminal;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `pack`.
@Command(
    name = "pack",
    description = "Compresses files, each by itself, or files and folders to one zip archive.",
    footer = {
      "",
      "Archives are those of gzip, zstd, lz4 and zip. Without --codec the name of TARGET "
          + "says which; without that too, zip for folders and zstd for files. What is packed "
          + "stays as it is."
    })
final class PackCommand extends Action {
  private static final String ZIP = "zip";
  private static final String STANDARD = "-";
  private static final int PIECE = 256 << 10;
  private static final int MOST_THREADS = 1024;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files and folders, or - for standard input.")
  private List<String> names = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "TARGET",
      description = "The archive, or - for standard output (default: beside each file).")
  private Optional<String> target = Optional.empty();

  @Option(names = "--codec", paramLabel = "CODEC", description = "gzip, zstd, lz4 or zip.")
  private Optional<String> codec = Optional.empty();

  @Option(
      names = "--level",
      paramLabel = "N",
      description = "How hard it tries: gzip and zip 0 to 9, zstd -7 to 22, lz4 1 to 12.")
  private Optional<Integer> level = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads compress (default: one for each processor).")
  private int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--seekable",
      description = "Independent frames with a table of them, to be read at any place.")
  private boolean seekable;

  @Override
  void pick(Arguments arguments) {
    target = arguments.value("-o", "--output");
    codec = arguments.value("--codec");
    level = arguments.number(0, Integer.MAX_VALUE, "--level");
    threads = arguments.number(1, MOST_THREADS, "--threads").orElse(threads);
    seekable = arguments.flag("--seekable");
    names = arguments.operands(1, Integer.MAX_VALUE);
  }

  @Override
  int perform() throws IOException {
    if (threads < 1 || threads > MOST_THREADS) {
      throw wrong("--threads must be 1 to " + MOST_THREADS + ", not " + threads);
    }
    List<TextSource> sources = names.stream().map(TextSource::of).toList();
    Optional<TextSource> _ = target.map(TextSource::of); // before what is read is looked at
    if (codecName(sources).equals(ZIP)) {
      zip(sources);
      return ExitCode.OK;
    }
    Packing packing = packing(codecName(sources));
    requireOneForTarget(sources);
    int status = ExitCode.OK;
    for (TextSource source : sources) {
      try {
        pack(source, packing);
      } catch (IOException | CommandFailure e) { // the others are packed
        status = Math.max(status, Complaints.about(e, diagnostics()));
      }
    }
    return status;
  }

  private String codecName(List<TextSource> sources) {
    if (codec.isPresent()) {
      return codec.get();
    }
    if (target.isPresent() && target.get().endsWith("." + ZIP)) {
      return ZIP;
    }
    Optional<Codec> named = target.flatMap(Codecs::ofFile);
    return named.map(Codec::name).orElseGet(() -> hasFolder(sources) ? ZIP : "zstd");
  }

  private static boolean hasFolder(List<TextSource> sources) {
    return sources.stream().flatMap(source -> source.path().stream()).anyMatch(Files::isDirectory);
  }

  private Packing packing(String name) {
    try {
      Packing usual = Packing.of(Codecs.named(name)).withThreads(threads);
      return level.isPresent() ? usual.withLevel(level.get()) : usual;
    } catch (IllegalArgumentException e) {
      throw CommandFailure.ofArguments(
          "pack", String.valueOf(e.getMessage()), "see penstock pack --help");
    }
  }

  private void requireOneForTarget(List<TextSource> sources) {
    if (target.isPresent() && sources.size() > 1) {
      throw CommandFailure.ofArguments(
          target.get(), "one compressed file cannot hold several", "use --codec zip");
    }
  }

  private void pack(TextSource source, Packing packing) throws IOException {
    if (source.path().isPresent() && Files.isDirectory(source.path().get())) {
      throw new CommandFailure(source.name(), "is a folder", "use --codec zip");
    }
    String to =
        target.orElseGet(
            () -> source.path().isEmpty() ? STANDARD : source.name() + packing.codec().suffix());
    if (to.equals(STANDARD)) {
      compress(source, packing, Results.bytes(results()));
    } else {
      OutputFile archive = vacant(to);
      Publication.Content content = out -> compress(source, packing, out);
      Optional<Path> file = source.path().filter(Files::isRegularFile);
      if (file.isPresent()) {
        archive.writeLike(file.get(), content);
      } else {
        archive.write(content);
      }
    }
  }

  private OutputFile vacant(String name) {
    Path path = TextSource.of(name).path().orElseThrow();
    OutputFile.requireNew(path, "choose another name or remove it");
    return new OutputFile(path, false, diagnostics());
  }

  private void compress(TextSource source, Packing packing, OutputStream target)
      throws IOException {
    KeptOpen archive = new KeptOpen(target);
    try (InputStream in = source.open();
        ProgressLine progress = progress(source);
        OutputStream out =
            seekable
                ? Compression.seekable(archive, packing)
                : Compression.output(archive, packing)) {
      archive.fill(out, sink -> pour(in, sink, progress));
    }
  }

  private static void pour(InputStream in, OutputStream out, ProgressLine progress)
      throws IOException {
    byte[] piece = new byte[PIECE];
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      out.write(piece, 0, n);
      progress.accept(n);
    }
  }

  private ProgressLine progress(TextSource source) throws IOException {
    long bytes = source.path().isPresent() ? Files.size(source.path().get()) : 0;
    boolean shown = bytes > 0 && Terminal.ofStandardError().interactive();
    return new ProgressLine(diagnostics(), shown, bytes);
  }

  private void zip(List<TextSource> sources) throws IOException {
    if (seekable) {
      throw CommandFailure.ofArguments("--seekable", "zip has its own directory", "leave it out");
    }
    String to = target.isPresent() ? target.get() : zipName(sources.getFirst());
    int effort = zipLevel();
    if (to.equals(STANDARD)) {
      zip(sources, effort, Results.bytes(results()));
    } else {
      OutputFile archive = vacant(to);
      requireOutside(archive.path(), sources);
      int permissions = 0666;
      for (TextSource source : sources) {
        permissions &= source.path().isPresent() ? ZipTree.permissions(source.path().get()) : -1;
      }
      archive.writeWithPermissions(permissions, out -> zip(sources, effort, out));
    }
  }

  private static String zipName(TextSource source) throws IOException {
    if (source.path().isEmpty()) {
      return STANDARD;
    }
    Path path = source.path().get();
    Path named = path.getFileName() == null || path.endsWith(".") ? path.toRealPath() : path;
    return named + "." + ZIP;
  }

  // It would be packed into itself.
  private static void requireOutside(Path archive, List<TextSource> sources) throws IOException {
    Path parent = archive.toAbsolutePath().normalize().getParent();
    for (TextSource source : sources) {
      if (source.path().isPresent()
          && parent != null
          && Files.isDirectory(parent)
          && Files.isDirectory(source.path().get())
          && parent.toRealPath().startsWith(source.path().get().toRealPath())) {
        throw new CommandFailure(
            archive.toString(), "is inside of what is packed", "name a target elsewhere with -o");
      }
    }
  }

  private int zipLevel() {
    Levels levels = ZipWriter.LEVELS;
    try {
      return levels.require(ZIP, level.orElse(levels.usual()));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.ofArguments("--level", String.valueOf(e.getMessage()), "choose another");
    }
  }

  private void zip(List<TextSource> sources, int effort, OutputStream target) throws IOException {
    KeptOpen archive = new KeptOpen(target);
    try (ZipWriter zip = new ZipWriter(archive, effort)) {
      archive.fill(zip, whole -> zip(sources, whole));
    }
  }

  private static void zip(List<TextSource> sources, ZipWriter zip) throws IOException {
    for (TextSource source : sources) {
      if (source.path().isEmpty()) {
        throw CommandFailure.ofArguments(
            STANDARD, "has no name to be kept in a zip archive", "name files");
      }
      new ZipTree(zip).add(source.path().get());
    }
  }

  /// A sink for an archive that stays open when the archive is closed. An archive that could not be
  /// filled is not ended, since it would look whole.
  private static final class KeptOpen extends FilterOutputStream {
    private boolean cut;

    KeptOpen(OutputStream out) {
      super(out);
    }

    /// Fills an archive over this sink. If that fails, nothing more of it is written, even when it
    /// is closed.
    <T> void fill(T archive, IOConsumer<T> filling) throws IOException {
      boolean whole = false;
      try {
        filling.accept(archive);
        whole = true;
      } finally {
        cut = !whole;
      }
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (!cut) {
        out.write(bytes, from, count);
      }
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }
}

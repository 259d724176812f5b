package io.penstock.cli;

import io.penstock.cli.tool.ByteSize;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codec;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.file.Publication;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `unpack`.
@Command(
    name = "unpack",
    description = "Unpacks an archive of gzip, zstd, lz4 or zip, and checks all of it.",
    footer = {
      "",
      "Without --limit, an archive that unpacks to more than 200 times its size is refused. "
          + "Nothing that exists is replaced, and a damaged archive leaves nothing behind."
    })
final class UnpackCommand extends Action {
  private static final String STANDARD = "-";
  private static final String ZIP = ".zip";

  @Parameters(paramLabel = "ARCHIVE", description = "An archive, or - for standard input.")
  private String archive = STANDARD;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "TARGET",
      description = "The file, or the folder for a zip archive; - for standard output.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "BYTES",
      converter = BytesConverter.class,
      description = "The most that it may unpack to, such as 10g.")
  private Optional<Long> limit = Optional.empty();

  @Override
  void pick(Arguments arguments) {
    target = arguments.value("-o", "--output");
    limit = arguments.value("--limit").map(ByteSize::parse);
    archive = arguments.operands(1, 1).getFirst();
  }

  @Override
  int perform() throws IOException {
    TextSource source = TextSource.of(archive);
    Optional<TextSource> _ = target.map(TextSource::of); // before what is read is looked at
    Limits limits = limit.map(Limits::upTo).orElseGet(Limits::defaults);
    if (source.path().isPresent() && Files.isRegularFile(source.path().get())) {
      unpack(source, source.path().get(), limits);
    } else {
      try (InputStream in = source.open()) {
        stream(in, source.path().isPresent() ? archive : "standard input", limits);
      }
    }
    return ExitCode.OK;
  }

  private void unpack(TextSource source, Path file, Limits limits) throws IOException {
    if (isZip(source)) {
      try (ZipArchive zip = ZipArchive.open(file, limits)) {
        zip.extract(folder());
      }
      return;
    }
    Optional<SeekableFile> seekable = SeekableFile.openIfSeekable(file, limits);
    if (seekable.isPresent()) {
      try (SeekableFile frames = seekable.get()) {
        int threads = Runtime.getRuntime().availableProcessors();
        put(frames.codec(), out -> frames.transferTo(out, threads));
      }
      return;
    }
    try (InputStream in = source.open()) {
      stream(in, file.toString(), limits);
    }
  }

  private static boolean isZip(TextSource source) throws IOException {
    try (InputStream in = source.open()) {
      return ZipArchive.recognizes(in.readNBytes(4));
    }
  }

  private Path folder() {
    if (target.isEmpty() && !archive.endsWith(ZIP)) {
      throw nameless("a folder");
    }
    String name = target.orElseGet(() -> stripped(ZIP));
    if (name.equals(STANDARD)) {
      throw new CommandFailure(archive, "a zip archive holds files", "name a folder with -o");
    }
    return TextSource.of(name).path().orElseThrow();
  }

  private String stripped(String suffix) {
    return archive.substring(0, archive.length() - suffix.length());
  }

  private CommandFailure nameless(String what) {
    return new CommandFailure(
        archive, "its name does not say how to call what is in it", "name " + what + " with -o");
  }

  private void stream(InputStream in, String name, Limits limits) throws IOException {
    ArchiveInput packed = ArchiveInput.of(in, name);
    if (ZipArchive.recognizes(packed.peek(4))) {
      throw new CommandFailure(
          name, "a zip archive is read from its end, which a stream has not", "save it to a file");
    }
    Codec codec = Compression.codec(packed);
    put(
        codec,
        out -> {
          try (InputStream content = Compression.input(packed, limits)) {
            content.transferTo(out);
          }
        });
  }

  private void put(Codec codec, Publication.Content content) throws IOException {
    String name = target.orElseGet(() -> defaultName(codec));
    if (name.equals(STANDARD)) {
      OutputStream out = Results.bytes(results());
      content.writeTo(out);
      out.flush();
      return;
    }
    Path path = TextSource.of(name).path().orElseThrow();
    OutputFile.requireNew(path, "choose another name or remove it");
    OutputFile file = new OutputFile(path, false, diagnostics());
    Optional<Path> packed = TextSource.of(archive).path().filter(Files::isRegularFile);
    if (packed.isPresent()) {
      file.writeLike(packed.get(), content);
    } else {
      file.write(content);
    }
  }

  private String defaultName(Codec codec) {
    if (archive.equals(STANDARD)) {
      return STANDARD;
    }
    if (!archive.endsWith(codec.suffix())) {
      throw nameless("a file");
    }
    return stripped(codec.suffix());
  }
}

package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.tool.ByteSize;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codec;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.compress.ZipItem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `list`.
@Command(
    name = "list",
    description = "Says what an archive holds.",
    footer = {
      "",
      "An archive without a directory or a table of frames is unpacked to nowhere for that, "
          + "and so checked as well."
    })
final class ListCommand extends Action {
  @Parameters(paramLabel = "ARCHIVE", description = "An archive, or - for standard input.")
  private String archive = "-";

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  /// The number of frames of an archive without a table of them.
  private static final int UNKNOWN = -1;

  @Override
  void pick(Arguments arguments) {
    json = arguments.flag("--json");
    archive = arguments.operands(1, 1).getFirst();
  }

  @Override
  int perform() throws IOException {
    TextSource source = TextSource.of(archive);
    if (source.path().isPresent() && Files.isRegularFile(source.path().get())) {
      list(source, source.path().get());
    } else {
      try (InputStream in = source.open()) {
        printStream(in);
      }
    }
    return ExitCode.OK;
  }

  private void list(TextSource source, Path file) throws IOException {
    byte[] head;
    try (InputStream in = source.open()) {
      head = in.readNBytes(4);
    }
    if (ZipArchive.recognizes(head)) {
      try (ZipArchive zip = ZipArchive.open(file, Limits.defaults())) {
        print(zip);
      }
      return;
    }
    Optional<SeekableFile> seekable = SeekableFile.openIfSeekable(file, Limits.defaults());
    if (seekable.isPresent()) {
      try (SeekableFile frames = seekable.get()) {
        print(frames.codec().name(), Files.size(file), frames.size(), frames.frames());
      }
      return;
    }
    try (InputStream in = source.open()) {
      printStream(in);
    }
  }

  // To nowhere: it cannot fill anything.
  private void printStream(InputStream in) throws IOException {
    ArchiveInput packed = ArchiveInput.of(in, archive.equals("-") ? "standard input" : archive);
    Codec codec = Compression.codec(packed);
    try (InputStream content = Compression.input(packed, Limits.upTo(Long.MAX_VALUE))) {
      long bytes = content.transferTo(OutputStream.nullOutputStream());
      print(codec.name(), packed.offset(), bytes, UNKNOWN);
    }
  }

  private void print(String codec, long packed, long content, int frames) throws IOException {
    PrintWriter out = results();
    boolean seekable = frames != UNKNOWN;
    if (json) {
      Json.print(
          out,
          members -> {
            members.writeStringField("archive", archive);
            members.writeStringField("codec", codec);
            members.writeNumberField("packedBytes", packed);
            members.writeNumberField("contentBytes", content);
            members.writeBooleanField("seekable", seekable);
            if (seekable) {
              members.writeNumberField("frames", frames);
            }
          });
      return;
    }
    String ratio =
        packed == 0 ? "-" : String.format(Locale.ROOT, "%.2f", content / (double) packed);
    Table table = new Table();
    table.add("codec", codec);
    table.add("packed", ByteSize.text(packed) + " (" + packed + " bytes)");
    table.add("content", ByteSize.text(content) + " (" + content + " bytes)");
    table.add("ratio", ratio);
    table.add("seekable", seekable ? "yes, " + frames + " frames" : "no");
    table.print(out);
  }

  private void print(ZipArchive zip) throws IOException {
    PrintWriter out = results();
    if (json) {
      Json.print(out, members -> write(zip, members));
      return;
    }
    Table table = new Table();
    table.add("packed", "content", "modified", "name");
    for (ZipItem item : zip.items()) {
      table.add(
          String.valueOf(item.packedBytes()), item.contentBytes(), item.modified(), item.name());
    }
    table.print(out);
  }

  private void write(ZipArchive zip, JsonGenerator members) throws IOException {
    members.writeStringField("archive", archive);
    members.writeStringField("codec", "zip");
    members.writeArrayFieldStart("items");
    for (ZipItem item : zip.items()) {
      members.writeStartObject();
      members.writeStringField("name", item.name());
      members.writeNumberField("packedBytes", item.packedBytes());
      members.writeNumberField("contentBytes", item.contentBytes());
      members.writeStringField("method", item.method().label());
      members.writeStringField("modified", item.modified().toString());
      members.writeEndObject();
    }
    members.writeEndArray();
  }
}

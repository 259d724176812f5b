package io.penstock.evaluate.text;

import io.penstock.text.ByteSlice;
import io.penstock.text.LineIndex;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Ways of looking at lines of a file, each by its number.
final class LineLooks implements Looks {
  static final String LIST = "array-list";
  static final String RECENT = "last-100-lines";
  static final String SED = "sed";
  static final String OFFSETS = "jdk-offsets";
  static final String PENSTOCK = "penstock";
  static final String STRINGS = "penstock-strings";

  @Override
  public Look of(Subject subject) throws IOException {
    Path path = subject.path();
    return switch (subject.way()) {
      case LIST -> list(path);
      case RECENT -> new Recent(path);
      case SED -> place -> sed(path, place);
      case OFFSETS -> LineOffsets.open(path);
      case PENSTOCK -> new Slices(LineIndex.open(path));
      case STRINGS -> new Strings(LineIndex.open(path));
      default -> throw subject.unknown();
    };
  }

  @Override
  public Look reference(Subject subject) throws IOException {
    return LineOffsets.open(subject.path());
  }

  private static Look list(Path path) throws IOException {
    List<String> lines;
    try (BufferedReader in = Files.newBufferedReader(path)) {
      lines = new ArrayList<>(in.lines().toList());
    }
    return place -> LineAnswer.of(lines.get((int) place));
  }

  private static long sed(Path path, long place) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sed", "-n", (place + 1) + "{p;q}", path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.waitFor() != 0 || line.isEmpty()) {
      throw new IOException("sed failed");
    }
    return LineAnswer.of(line.substring(0, line.length() - 1));
  }

  /// As the article proposes it: the last lines that were asked for are remembered, all others are
  /// read from the file, line by line from its begin.
  private static final class Recent implements Look {
    private static final int LINES = 100;

    private final Path path;
    private final Map<Long, String> lines =
        new LinkedHashMap<>(2 * LINES, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > LINES;
          }
        };

    Recent(Path path) {
      this.path = path;
    }

    @Override
    public long at(long place) throws IOException {
      String line = lines.get(place);
      if (line == null) {
        line = read(place);
        lines.put(place, line);
      }
      return LineAnswer.of(line);
    }

    private String read(long place) throws IOException {
      try (BufferedReader in = Files.newBufferedReader(path)) {
        for (long i = 0; i < place; i++) {
          in.readLine();
        }
        String line = in.readLine();
        if (line == null) {
          throw new IOException(path + " has no line " + place);
        }
        return line;
      }
    }
  }

  private record Slices(LineIndex index) implements Look {
    @Override
    public long at(long place) throws IOException {
      ByteSlice line = index.bytes(place + 1);
      return LineAnswer.of(line.array(), line.from(), line.to());
    }

    @Override
    public void close() throws IOException {
      index.close();
    }
  }

  private record Strings(LineIndex index) implements Look {
    @Override
    public long at(long place) throws IOException {
      return LineAnswer.of(index.line(place + 1));
    }

    @Override
    public void close() throws IOException {
      index.close();
    }
  }
}

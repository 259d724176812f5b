package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A block of code in the documentation.
///
/// A comment directly above the fence, `<!-- given: DECLARATIONS -->`, declares what a fragment of
/// Java takes for granted, and does not show on the page. With `runs with:` in place of `given:`
/// the fragment also runs.
///
/// @param page relative to the repository's root
/// @param line that of the fence
/// @param declarations the comment's, or empty
/// @param runs whether the comment says so
record DocumentedBlock(
    Path page, int line, String language, String declarations, boolean runs, String text) {
  static final Path HOME = Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?ms)^(?:<!-- (given|runs with):((?:(?!-->).)*)-->\n+)?^``` ?(java|sh|bash|shell)\n(.*?)^```$");

  private static final Pattern PROGRAM = Pattern.compile("(?m)^(?:static )?void main\\(");

  /// Every block in one of some languages, page after page.
  static List<DocumentedBlock> all(String language) throws IOException {
    List<DocumentedBlock> blocks = new ArrayList<>();
    for (Path page : pages()) {
      of(HOME.relativize(page), Files.readString(page)).stream()
          .filter(block -> block.language.equals(language))
          .forEach(blocks::add);
    }
    return blocks;
  }

  /// The pages that a reader of the repository may come to.
  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String name : List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")) {
      pages.add(HOME.resolve(name));
    }
    for (String folder : List.of("docs", "examples")) {
      try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  static List<DocumentedBlock> of(Path page, String content) {
    List<DocumentedBlock> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(content);
    while (matcher.find()) {
      int fence = content.indexOf("```", Math.max(matcher.start(), matcher.end(2)));
      blocks.add(
          new DocumentedBlock(
              page,
              1 + (int) content.substring(0, fence).chars().filter(c -> c == '\n').count(),
              matcher.group(3),
              Objects.requireNonNullElse(matcher.group(2), "").strip(),
              "runs with".equals(matcher.group(1)),
              matcher.group(4)));
    }
    return blocks;
  }

  /// Requires that no fence of a language has escaped, by an indent or a space say.
  static void requireAllFound(String language) throws IOException {
    Pattern fence = Pattern.compile("(?m)^.*(?:```|~~~) *" + language + "\\b");
    long fences = 0;
    for (Path page : pages()) {
      fences += fence.matcher(Files.readString(page)).results().count();
    }
    assertThat(all(language)).hasSize((int) fences);
  }

  /// Whether it is a whole program, which runs as it stands.
  boolean isProgram() {
    return PROGRAM.matcher(text).find();
  }

  /// An identifier that says where it stands: `docs_streams_7`.
  String className() {
    return page.toString().replaceAll("\\.md$", "").replaceAll("[^A-Za-z0-9]", "_") + "_" + line;
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}

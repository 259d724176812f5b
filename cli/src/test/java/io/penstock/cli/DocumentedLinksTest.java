package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The links between the pages of the documentation, and to files beside them that its site has
/// too.
class DocumentedLinksTest {
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`\n]+`");
  private static final Pattern FENCES = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*?) *$");

  /// What tools/site.sh takes from the repository.
  private static final List<Path> SITE =
      Stream.of(
              "README.md",
              "CONTRIBUTING.md",
              "SECURITY.md",
              "CHANGELOG.md",
              "LICENSE",
              "docs",
              "examples",
              "consumers/projects")
          .map(DocumentedBlock.HOME::resolve)
          .toList();

  @Test
  void everyLinkLeadsToAFileAndEveryAnchorToAHeading() throws IOException {
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Path page : DocumentedBlock.pages()) {
      String text = CODE.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult found : LINK.matcher(text).results().toList()) {
        links++;
        if (!leadsSomewhere(page, found.group(1))) {
          dead.add(DocumentedBlock.HOME.relativize(page) + ": " + found.group(1));
        }
      }
    }
    assertThat(dead).isEmpty();
    assertThat(links).isGreaterThan(100);
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    if (link.startsWith("https://")) {
      return true;
    }
    int hash = link.indexOf('#');
    String name = hash < 0 ? link : link.substring(0, hash);
    Path target = name.isEmpty() ? page : page.resolveSibling(name).normalize();
    return SITE.stream().anyMatch(target::startsWith)
        && Files.exists(target)
        && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  /// Those that GitHub makes of headings.
  private static Set<String> anchors(Path page) throws IOException {
    String text = FENCES.matcher(Files.readString(page)).replaceAll("");
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    for (MatchResult found : HEADING.matcher(text).results().toList()) {
      String anchor =
          found
              .group(1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("\\]\\([^)]*\\)", "")
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-');
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }
}

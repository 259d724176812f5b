package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The page as a browser lays it out, on wide and narrow screens, light and dark.
class PageTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /// Profiles of the browser and the pages.
  @TempDir Path folder;

  /// What a browser says about a page.
  ///
  /// @param faults found by the inspection
  /// @param scheme of colours that it was shown in
  /// @param console the messages of the page
  private record Inspected(List<String> faults, String scheme, List<String> console) {}

  @ParameterizedTest
  @CsvSource({"1280,light", "1280,dark", "480,light", "480,dark"})
  void thePageFitsWithoutAFaultOrAMessage(int width, String scheme) throws Exception {
    Baseline baseline = Baseline.compare(SampleOutcome.of(2), SampleOutcome.of(1));
    String page = HtmlReport.page(SampleOutcome.of(1), baseline);
    Inspected inspected = inspect(page, width, scheme);
    assertThat(inspected.faults()).isEmpty();
    assertThat(inspected.console()).isEmpty();
    assertThat(inspected.scheme()).isEqualTo(scheme);
  }

  @Test
  void aPathThatIsLongerThanALineIsBroken() throws Exception {
    EvaluationOutcome sample = SampleOutcome.of(1);
    String path = "/" + "folder".repeat(60);
    String page =
        HtmlReport.page(
            new EvaluationOutcome(
                sample.penstockVersion(),
                Map.of("file system", path),
                sample.chapters(),
                List.of("Use " + path + "."),
                "penstock evaluate --dir " + path,
                sample.when()));
    assertThat(inspect(page, 480, "light").faults()).isEmpty();
  }

  @Test
  void faultsOfAPageAreFound() throws Exception {
    String page =
        """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"></head><body>
        <a href="#nowhere">x</a><div style="width:3000px">wide</div>
        <svg viewBox="0 0 100 100" width="100" height="100" aria-label="drawing">
        <text x="10" y="50">label</text><text x="14" y="52">other</text></svg>
        <script>console.error('a message'); missing();</script>
        </body></html>
        """;
    Inspected inspected = inspect(page, 480, "light");
    assertThat(inspected.faults())
        .anyMatch(fault -> fault.contains("pixels wide in a window of 480"))
        .anyMatch(fault -> fault.equals("no target: #nowhere"))
        .anyMatch(
            fault -> fault.contains("labels overlap in \"drawing\": \"label\" and \"other\""));
    assertThat(inspected.console())
        .anyMatch(message -> message.contains("a message"))
        .anyMatch(message -> message.contains("missing is not defined"));
  }

  private Inspected inspect(String page, int width, String scheme) throws Exception {
    Path browser = browser();
    Files.writeString(folder.resolve("page.html"), page);
    Path inspection = folder.resolve("inspection.html");
    Files.writeString(
        inspection,
        resource("inspection.html")
            .replace("PAGE", "page.html")
            .replace("WIDTH", Integer.toString(width)));
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                browser.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--allow-file-access-from-files",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("profile"),
                "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1),
                "--window-size=1400,1000",
                "--virtual-time-budget=20000",
                "--dump-dom",
                inspection.toUri().toString())
            .redirectError(said.toFile())
            .start();
    process.getOutputStream().close();
    String dom = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return inspected(dom, Files.readAllLines(said, StandardCharsets.ISO_8859_1));
  }

  private static Inspected inspected(String dom, List<String> log) {
    Matcher report =
        Pattern.compile("(?s)<pre id=\"faults\">inspected \\d+ drawings, (\\w+)\n(.*)\nend</pre>")
            .matcher(dom);
    assertThat(report.find()).as(dom.length() + " characters: " + dom).isTrue();
    List<String> faults =
        report.group(2).lines().filter(line -> !line.isBlank()).map(PageTest::plain).toList();
    List<String> console =
        new ArrayList<>(log.stream().filter(line -> line.contains("CONSOLE")).toList());
    return new Inspected(faults, report.group(1), console);
  }

  private static String plain(String html) {
    return html.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }

  private static Path browser() {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(Path::of)
        .flatMap(path -> BROWSERS.stream().map(path::resolve))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no browser; run ./penstock setup chromium"));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(PageTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

package io.penstock.evaluate.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.abort;

import io.penstock.evaluate.run.AbsentException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The servers that the evaluation asks for files.
class ServerProcessTest {
  private static final String LAUNCHER = System.getProperty("penstock.home", "..") + "/penstock";

  @TempDir private Path folder;

  @Test
  void theExampleServesAFolder() throws Exception {
    Files.writeString(folder.resolve("page.html"), "<p>page</p>");
    try (ServerProcess server = ServerProcess.example(folder, LAUNCHER, 1)) {
      URI page = URI.create("http://127.0.0.1:" + server.port() + "/page.html");
      try (var answer = page.toURL().openStream()) {
        assertThat(answer.readAllBytes()).isEqualTo("<p>page</p>".getBytes(UTF_8));
      }
    }
  }

  @Test
  void nginxServesAFolderOfAnyName() throws Exception {
    Path pages = Files.createDirectory(folder.resolve("it's \"my\" pages; {all} \\"));
    Path scratch = Files.createDirectory(folder.resolve("two words"));
    Files.writeString(pages.resolve("page.html"), "<p>page</p>");
    try (ServerProcess server = ServerProcess.nginx(pages, scratch)) {
      URI page = URI.create("http://127.0.0.1:" + server.port() + "/page.html");
      try (var answer = page.toURL().openStream()) {
        assertThat(answer.readAllBytes()).isEqualTo("<p>page</p>".getBytes(UTF_8));
      }
    } catch (AbsentException e) {
      abort(e.reason());
    }
  }

  @Test
  void aServerThatDoesNotStartSaysWhy() {
    Path absent = folder.resolve("absent");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> ServerProcess.example(absent, LAUNCHER, 1))
        .withMessageMatching("the server does not listen on port \\d+: .+");
  }
}

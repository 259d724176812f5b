package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines of Java in README.md, run by the command that stands below them.
class ReadmeProcessTest {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));
  private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern COMMAND = Pattern.compile("(?m)^java (--module-path .*)$");

  @TempDir private Path folder;

  @Test
  void theTenLinesRunAsTheyStand() throws IOException, InterruptedException {
    String readme = Files.readString(HOME.resolve("README.md"));
    Files.writeString(folder.resolve("Field.java"), only(JAVA, readme));
    String options = only(COMMAND, readme).replace("cli/target", "'" + HOME + "/cli/target'");
    String java = System.getProperty("java.home") + "/bin/java";

    ProcessRun run =
        ProcessRun.of(folder, "sh", "-c", "cd '" + folder + "' && '" + java + "' " + options);

    assertThat(run).isEqualTo(new ProcessRun(0, "true\n", ""));
    assertThat(folder.resolve("field.npy")).hasSize(128 + 1024L * 1024 * Double.BYTES);
  }

  private static String only(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as("README.md has " + pattern).isTrue();
    return matcher.group(1);
  }
}

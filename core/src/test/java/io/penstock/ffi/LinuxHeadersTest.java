package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The table of Linux beside what a C program of this machine has.
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs the headers of Linux")
class LinuxHeadersTest {
  private static final String HEADERS =
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <fcntl.h>
      #include <stddef.h>
      #include <stdio.h>
      #include <sys/mman.h>
      #include <sys/stat.h>
      #include <sys/syscall.h>
      #include <sys/uio.h>
      #include <time.h>
      #include <unistd.h>
      """;

  /// Headers may be older than the call.
  private static final String CACHESTAT = "SYS_CACHESTAT";

  @TempDir Path folder;

  @Test
  void eachNumberIsThatOfAProgramInC() throws Exception {
    SortedMap<String, Integer> table = HeaderTable.of(LinuxHeaders.class);
    assertThat(table.remove(CACHESTAT)).isEqualTo(451);
    assertThat(printed(List.copyOf(table.keySet()))).isEqualTo(table);
  }

  @Test
  void eachErrorIsThatOfAProgramInC() throws Exception {
    SortedMap<String, Integer> errors = new TreeMap<>();
    for (Field field : Errno.class.getFields()) {
      errors.put(field.getName(), field.getInt(null));
    }
    assertThat(printed(List.copyOf(errors.keySet()))).isEqualTo(errors);
  }

  private SortedMap<String, Integer> printed(List<String> names) throws Exception {
    StringBuilder source = new StringBuilder(HEADERS).append("int main(void) {\n");
    for (String name : names) {
      source.append("printf(\"%d\\n\", (int) ").append(expression(name)).append(");\n");
    }
    source.append("}\n");
    Files.writeString(folder.resolve("numbers.c"), source);
    compile();
    List<String> lines = output(List.of(folder.resolve("numbers").toString())).lines().toList();
    SortedMap<String, Integer> numbers = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      numbers.put(names.get(i), Integer.valueOf(lines.get(i)));
    }
    return numbers;
  }

  private static String expression(String name) {
    int dot = name.indexOf('.');
    if (dot > 0) {
      return "offsetof(struct " + name.substring(0, dot) + ", " + name.substring(dot + 1) + ")";
    }
    return name.startsWith("SYS_") ? "SYS_" + name.substring(4).toLowerCase(Locale.ROOT) : name;
  }

  private void compile() throws Exception {
    boolean found =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "cc")));
    SpokenAssumption.that(found, "no C compiler: ./penstock setup c");
    assertThat(
            output(
                List.of(
                    "cc",
                    "-o",
                    folder.resolve("numbers").toString(),
                    folder.resolve("numbers.c").toString())))
        .isEmpty();
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(new ArrayList<>(command)).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}

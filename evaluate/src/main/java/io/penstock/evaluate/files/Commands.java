package io.penstock.evaluate.files;

import io.penstock.evaluate.run.AbsentException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/// Programs of the system, run as a whole: from their start to their end.
public final class Commands {
  private Commands() {}

  /// A program that copies the first of two paths to the second.
  ///
  /// @throws AbsentException if it is not installed
  static CopyWays.Way way(String... words) throws AbsentException {
    require(words[0]);
    return (from, to) -> {
      List<String> all = new ArrayList<>(Arrays.asList(words));
      all.add(from.toString());
      all.add(to.toString());
      run(all);
    };
  }

  /// A program that walks through a tree.
  ///
  /// @param answer made of what it prints
  /// @throws AbsentException if it is not installed
  static Walk walk(ToLongFunction<String> answer, String... words) throws AbsentException {
    require(words[0]);
    return root -> {
      List<String> all = new ArrayList<>(Arrays.asList(words));
      all.add(root.toString());
      return answer.applyAsLong(run(all));
    };
  }

  /// Makes sure that a program is there.
  ///
  /// @throws AbsentException if it is not installed
  public static void require(String program) throws AbsentException {
    if (Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder).resolve(program))
        .noneMatch(Files::isExecutable)) {
      throw new AbsentException(program + " is not installed");
    }
  }

  /// Runs it and takes what it prints, as a user's pipe would.
  private static String run(List<String> words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(words.getFirst() + " failed with exit status " + status);
    }
    return said;
  }
}

package io.penstock.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The words that start a rank on another machine. The secret is not among them: the remote shell
/// reads it from its first line of input.
final class SshCommand {
  /// The variable that never stands on a command line.
  static final String SECRET = "PENSTOCK_SECRET";

  private SshCommand() {}

  /// @param environment that the rank is given
  /// @param java the words that start the rank there
  static List<String> words(
      String host, Path folder, Map<String, String> environment, List<String> java) {
    String script =
        "IFS= read -r "
            + SECRET
            + " && export "
            + SECRET
            + " && cd "
            + quote(folder.toString())
            + " && exec env "
            + assignments(environment)
            + " "
            + java.stream().map(SshCommand::quote).collect(Collectors.joining(" "));
    // Whatever the user's shell is there, a POSIX shell reads the script.
    return List.of("ssh", "-o", "BatchMode=yes", host, "exec sh -c " + quote(script));
  }

  private static String assignments(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(SECRET))
        .map(entry -> quote(entry.getKey() + "=" + entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}

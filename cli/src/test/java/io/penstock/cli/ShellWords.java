package io.penstock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The simple commands of a text for the shell, as far as the documentation uses its language:
/// quotes, comments, pipes, lists, redirections, continued lines and here-documents.
final class ShellWords {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<word>(?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\|&;<>()])+)"
              + "|(?<redirection>[<>]+&?)|(?<end>[|&;()\n]+)");

  private static final Pattern HERE = Pattern.compile("(?ms)<<-? *'?(\\w+)'?$.*?^\\1$");
  private static final Pattern REMARK = Pattern.compile("(?m)(?<=^|[ \t])#.*$");
  private static final Pattern ASSIGNMENT = Pattern.compile("\\w+=.*");

  private ShellWords() {}

  /// The words of each command, without quotes, assignments before it and redirections.
  static List<List<String>> commands(String text) {
    String plain = HERE.matcher(text).replaceAll("");
    plain = REMARK.matcher(plain.replace("\\\n", " ")).replaceAll("");
    List<List<String>> commands = new ArrayList<>();
    List<String> command = new ArrayList<>();
    boolean target = false; // of a redirection
    Matcher token = TOKEN.matcher(plain + "\n");
    while (token.find()) {
      if (token.group("word") != null) {
        String word = token.group("word").replaceAll("['\"]|\\\\(?=.)", "");
        boolean assigns = command.isEmpty() && ASSIGNMENT.matcher(word).matches();
        if (!target && !assigns) {
          command.add(word);
        }
        target = false;
      } else if (token.group("redirection") != null) {
        target = true;
      } else if (token.group("end") != null && !command.isEmpty()) {
        commands.add(List.copyOf(command));
        command.clear();
      }
    }
    return commands;
  }
}

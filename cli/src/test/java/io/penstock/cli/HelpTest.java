package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The help of every verb, as it is read.
class HelpTest {
  private static final List<Integer> WIDTHS = List.of(80, 120);

  private static List<CommandLine> commands() {
    return ManPage.withPages(ShortLines.picocli());
  }

  static Stream<Arguments> helps() {
    return WIDTHS.stream()
        .flatMap(
            width ->
                commands().stream()
                    .map(
                        command ->
                            Arguments.of(command.getCommandName(), width, help(command, width))));
  }

  private static List<String> help(CommandLine command, int width) {
    return command.setUsageHelpWidth(width).getUsageMessage(Ansi.OFF).lines().toList();
  }

  @ParameterizedTest
  @MethodSource("helps")
  void noLineIsBrokenWhereTheNextWordWouldFit(String verb, int width, List<String> help) {
    for (int i = 1; i < help.size(); i++) {
      String line = help.get(i - 1);
      String next = help.get(i);
      if (goesOn(line, next)) {
        int together = line.length() + 1 + next.strip().split(" ", 2)[0].length();
        assertThat(together).as("%s: '%s' | '%s'", verb, line, next).isGreaterThanOrEqualTo(width);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("helps")
  void noLineIsWiderThanAskedFor(String verb, int width, List<String> help) {
    assertThat(help).as(verb).allMatch(line -> line.length() <= width).hasSizeGreaterThan(3);
  }

  @Test
  void aLineThatIsBrokenTwiceIsNoticed() {
    assertThat(goesOn("Lines of a", "paragraph.")).isTrue();
    assertThat(goesOn("  --name=N   Lines of a", "             description.")).isTrue();
    assertThat(goesOn("  --name=N   A sentence.", "             Another.")).isFalse();
    assertThat(goesOn("ok       a row", "missing  another")).isFalse();
    assertThat(goesOn("      FILE   A file.", "  --name=N   A name.")).isFalse();
  }

  /// Whether a sentence of one line goes on in the next, in the same column.
  private static boolean goesOn(String line, String next) {
    int column = next.length() - next.stripLeading().length();
    if (next.isBlank() || line.length() <= column || line.endsWith(".") || isUsage(line)) {
      return false;
    }
    boolean first = column == 0 || line.charAt(column - 1) == ' ';
    boolean rows = column == 0 && (line.contains("  ") || next.contains("  "));
    return first && line.charAt(column) != ' ' && !rows && !next.strip().startsWith("-");
  }

  // What follows the last line of a synopsis is another matter.
  private static boolean isUsage(String line) {
    return line.startsWith("Usage: ") || line.endsWith("]") || line.endsWith(":");
  }

  @Test
  void theUsageNamesEachOperandOnce() {
    for (CommandLine command : commands()) {
      CommandSpec spec = command.setUsageHelpWidth(10_000).getCommandSpec();
      String usage = new Help(spec, Help.defaultColorScheme(Ansi.OFF)).synopsis(0);
      for (PositionalParamSpec operand : spec.positionalParameters()) {
        Pattern named = Pattern.compile("[ \\[]" + Pattern.quote(operand.paramLabel()));
        assertThat(named.matcher(usage).results()).as(usage).hasSize(1);
      }
    }
  }
}

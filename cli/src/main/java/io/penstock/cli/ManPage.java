package io.penstock.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// A manual page of a command, in the macros of man(7), made from the grammar that its help is made
/// from.
///
/// picocli's own generator writes AsciiDoc, which takes another program to become a page.
final class ManPage {
  /// Longer than any line: the reader's program breaks them.
  private static final int UNBROKEN = 10_000;

  /// An expression that matches nothing.
  private static final String NOTHING = "(?!)";

  private static final Map<String, String> EXIT_STATUS = exitStatus();

  private static Map<String, String> exitStatus() {
    Map<String, String> statuses = new LinkedHashMap<>();
    statuses.put("0", "All was done.");
    statuses.put("1", "Something failed; a line on standard error says what, and why.");
    statuses.put("2", "An argument is wrong; nothing was done.");
    statuses.put("141", "The reader of the results has left.");
    return statuses;
  }

  private final CommandLine command;
  private final CommandSpec spec;
  private final Help help;
  private final Pattern marked;
  private final StringBuilder page = new StringBuilder();

  /// @param command whose width of help is changed
  ManPage(CommandLine command) {
    this.command = command.setUsageHelpWidth(UNBROKEN);
    this.spec = command.getCommandSpec();
    this.help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
    this.marked = marked(spec);
  }

  // Options, and the names of values and operands.
  private static Pattern marked(CommandSpec spec) {
    String labels =
        spec.args().stream()
            .map(ArgSpec::paramLabel)
            .flatMap(label -> Stream.of(label.split("\\.\\.\\. ", -1)))
            .filter(label -> !label.isEmpty())
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return Pattern.compile(
        "(?<option>(?<![\\w-])--?\\w[\\w-]*)|(?<label>(?<!\\w)(?:"
            + (labels.isEmpty() ? NOTHING : labels)
            + ")(?!\\w))");
  }

  /// A command, and all below it that have pages: those of picocli's own have none.
  static List<CommandLine> withPages(CommandLine command) {
    List<CommandLine> all = new ArrayList<>(List.of(command));
    pagesBelow(command).forEach(below -> all.addAll(withPages(below)));
    return all;
  }

  private static Stream<CommandLine> pagesBelow(CommandLine command) {
    return command.getSubcommands().values().stream()
        .filter(below -> below.getCommand() instanceof Action || !below.getSubcommands().isEmpty());
  }

  /// The name of its file in a folder of manual pages.
  String fileName() {
    return name(spec) + ".1";
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  /// The page.
  String text() {
    page.setLength(0);
    String title = name(spec).toUpperCase(Locale.ROOT);
    line(".TH " + title + " 1 \"\" \"penstock " + Main.version() + "\" Penstock");
    line(".nh"); // no hyphen that is not in a name
    line(".ad l");
    section("NAME");
    line(plain(name(spec)) + " \\- " + plain(summary(spec)));
    section("SYNOPSIS");
    line(marked(help.synopsis(0).strip()));
    section("DESCRIPTION");
    paragraphs(help.description() + help.footer());
    operands();
    options();
    verbs();
    statuses();
    seeAlso();
    return page.toString();
  }

  private static String summary(CommandSpec spec) {
    String sentence = spec.usageMessage().description()[0];
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  // ---- sections --------------------------------------------------------------------------------

  private void paragraphs(String text) {
    boolean verbatim = false;
    for (String paragraph : text.split("\n", -1)) {
      if (verbatim != isVerbatim(paragraph)) {
        verbatim = !verbatim;
        line(verbatim ? ".PP\n.nf" : ".fi");
      }
      if (verbatim) {
        line(plain(paragraph));
      } else if (!paragraph.isEmpty()) {
        line(".PP");
        line(marked(paragraph));
      }
    }
    if (verbatim) {
      line(".fi");
    }
  }

  // A row of columns, or an example.
  private static boolean isVerbatim(String paragraph) {
    return paragraph.contains("  ");
  }

  private void operands() {
    List<PositionalParamSpec> operands =
        spec.positionalParameters().stream().filter(operand -> !operand.hidden()).toList();
    if (!operands.isEmpty()) {
      section("OPERANDS");
    }
    for (PositionalParamSpec operand : operands) {
      item(marked(operand.paramLabel()), operand.description());
    }
  }

  private void options() {
    section("OPTIONS");
    spec.options().stream()
        .filter(option -> !option.hidden())
        .sorted(Comparator.comparing(ManPage::sortedBy))
        .forEach(option -> item(marked(synopsis(option)), option.description()));
  }

  private static String sortedBy(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
  }

  private String synopsis(OptionSpec option) {
    return String.join(", ", option.names())
        + help.createDefaultParamLabelRenderer()
            .renderParameterLabel(option, Ansi.OFF, List.of())
            .toString();
  }

  private void verbs() {
    List<CommandLine> verbs = pagesBelow(command).toList();
    if (!verbs.isEmpty()) {
      section("VERBS");
    }
    for (CommandLine verb : verbs) {
      CommandSpec below = verb.getCommandSpec();
      item("\\fB" + plain(name(below)) + "\\fR(1)", below.usageMessage().description());
    }
  }

  private void statuses() {
    section("EXIT STATUS");
    Map<String, String> own = spec.usageMessage().exitCodeList();
    (own.isEmpty() ? EXIT_STATUS : own).forEach((status, meaning) -> item(status, meaning));
  }

  private void seeAlso() {
    CommandSpec parent = spec.parent();
    if (parent != null) {
      section("SEE ALSO");
      line("\\fB" + plain(name(parent)) + "\\fR(1)");
    }
  }

  // ---- roff ------------------------------------------------------------------------------------

  private void section(String title) {
    line(".SH " + title);
  }

  private void item(String name, String... description) {
    line(".TP");
    line(name);
    for (String sentence : description) {
      line(marked(sentence));
    }
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  /// Text with options in bold and with the names of values and operands in italics.
  private String marked(String text) {
    StringBuilder roff = new StringBuilder();
    Matcher matcher = marked.matcher(text);
    int done = 0;
    while (matcher.find()) {
      roff.append(plain(text.substring(done, matcher.start())));
      roff.append(matcher.group("option") == null ? "\\fI" : "\\fB");
      roff.append(plain(matcher.group())).append("\\fR");
      done = matcher.end();
    }
    return roff.append(plain(text.substring(done))).toString();
  }

  /// Text in which nothing is roff's, and each character of ASCII stays the one that a shell reads.
  private static String plain(String text) {
    StringBuilder roff = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      roff.append(plain(text.charAt(i)));
    }
    boolean command = text.startsWith(".");
    return (command ? "\\&" : "") + roff;
  }

  private static String plain(char c) {
    return switch (c) {
      case '\\' -> "\\e";
      case '-' -> "\\-";
      case '\'' -> "\\(aq";
      case '`' -> "\\(ga";
      case '^' -> "\\(ha";
      case '~' -> "\\(ti";
      default -> String.valueOf(c);
    };
  }
}

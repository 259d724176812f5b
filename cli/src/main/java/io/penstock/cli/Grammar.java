package io.penstock.cli;

import io.penstock.array.DataType;
import io.penstock.array.StorageOrder;
import io.penstock.cli.LinesCommand.LineNumbers;
import io.penstock.cli.array.Slicing;
import io.penstock.file.Raw;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The `penstock` command: the grammar that all verbs share.
///
/// A verb is an [Action] with picocli's annotations that is named in [Verb]. It inherits `--help`
/// and `--version`, prints its results with `results()` and everything else with `diagnostics()`,
/// and throws [CommandFailure] or an [java.io.IOException] where it cannot do what was asked;
/// [Complaints] makes one line of it.
///
/// Exit status: 0 done, 1 failed, 2 wrong arguments, 141 the reader of the results left. An
/// argument is wrong if it cannot be right whatever the files are, or if it is an option for the
/// place of files that cannot be there.
@Command(
    name = "penstock",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Grammar.class,
    synopsisSubcommandLabel = "VERB",
    description = "Moves typed data between arrays, files and processes, and measures how fast.",
    footer = {
      "",
      "The exit status is 0 if all was done, 1 if something failed, 2 if an argument is wrong, and "
          + "141 if the reader of the results has left. find and run have others: see their help.",
      "",
      "The launcher adds verbs of its own: setup, build, test, site, install, release and benchmark.",
      "",
      "Completion for bash and zsh:",
      "  source <(./penstock completion)"
    })
final class Grammar implements Runnable, IVersionProvider {
  private static final int MOST_EDITS = 2;

  /// The verb `completion`. picocli's own takes any argument.
  @Command(name = "completion", description = "Prints the completion for bash and zsh.")
  static final class Completion implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      CommandSpec whole = spec.root();
      spec.commandLine().getOut().print(Candidates.completion(whole.name(), whole.commandLine()));
      spec.commandLine().getOut().flush();
    }
  }

  @Spec private CommandSpec spec;

  Grammar() {}

  @Override
  public void run() {
    throw wrong(spec, "no verb given");
  }

  @Override
  public String[] getVersion() {
    return new String[] {Main.versionLine()};
  }

  /// Runs one command line.
  ///
  /// @return the exit status
  static int run(PrintWriter results, PrintWriter diagnostics, String... arguments) {
    return commandLine(results, diagnostics, arguments).execute(arguments);
  }

  // What picocli prints itself, help and version, must not be lost in silence either; and it hands
  // no Error to its handlers, which must not look like a verb's answer.
  private static int execute(ParseResult parsed) {
    CommandLine last = parsed.asCommandLineList().getLast();
    if (last.getCommand() instanceof Action action) {
      String name = last.getCommandSpec().qualifiedName();
      action.attach(name.substring(name.indexOf(' ') + 1), last.getOut(), last.getErr());
    }
    List<String> unmatched = last.getParseResult().unmatched();
    if (!last.getSubcommands().isEmpty() && !unmatched.isEmpty()) { // --help bears all beside it
      return refuse(new UnmatchedArgumentException(last, unmatched));
    }
    try {
      return new RunLast().execute(parsed);
    } catch (OutputLostException | Error e) {
      return Complaints.about(e, last.getErr());
    }
  }

  /// An error in the arguments, found while picocli passes them on.
  ///
  /// @return typed so that callers need not load picocli's classes
  static RuntimeException wrong(CommandSpec spec, String reason) {
    return new ParameterException(spec.commandLine(), reason);
  }

  private static int refuse(ParameterException e, String... arguments) {
    CommandLine command = e.getCommandLine();
    String remedy = "see " + command.getCommandSpec().qualifiedName() + " --help";
    return Complaints.about(CommandFailure.ofArguments(reason(e), remedy), command.getErr());
  }

  private static String reason(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      String first = unmatched.getUnmatched().getFirst();
      boolean verb = !e.getCommandLine().getSubcommands().isEmpty();
      return (verb ? "no verb '" : "unexpected argument '") + first + "'" + suggestion(unmatched);
    }
    return String.valueOf(e.getMessage());
  }

  // picocli's suggestions may have little more than letters in common with what was typed.
  private static String suggestion(UnmatchedArgumentException e) {
    String typed = e.getUnmatched().getFirst();
    return e.getSuggestions().stream()
        .filter(verb -> verb.startsWith(typed) || edits(typed, verb) <= MOST_EDITS)
        .findFirst()
        .map(verb -> ", did you mean " + verb + "?")
        .orElse("");
  }

  /// The Levenshtein distance.
  private static int edits(String from, String to) {
    int[] row = IntStream.rangeClosed(0, to.length()).toArray();
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }

  // picocli takes time for each verb: if the command line names one, the others are left out.
  private static void addVerbs(CommandLine line, String... arguments) {
    Optional<Verb> named = arguments.length == 0 ? Optional.empty() : Verb.named(arguments[0]);
    if (named.isPresent()) {
      line.addSubcommand(named.get().type());
    } else {
      for (Verb verb : Verb.values()) {
        line.addSubcommand(verb.type());
      }
      line.addSubcommand(HelpCommand.class);
      line.addSubcommand(Completion.class);
    }
  }

  /// The help for all verbs.
  static String help(Help.Ansi ansi) {
    CommandLine line = new CommandLine(new Grammar());
    addVerbs(line);
    return line.getUsageMessage(ansi);
  }

  /// picocli's parser of a command line.
  static CommandLine commandLine(
      PrintWriter results, PrintWriter diagnostics, String... arguments) {
    CommandLine line = new CommandLine(new Grammar());
    addVerbs(line, arguments);
    return line.registerConverter(Raw.class, text -> parsed(Raw::parse, text))
        .registerConverter(Slicing.class, text -> parsed(Slicing::parse, text))
        .registerConverter(DataType.class, text -> parsed(ArrayTarget::parseType, text))
        .registerConverter(ByteOrder.class, text -> parsed(ArrayTarget::parseByteOrder, text))
        .registerConverter(StorageOrder.class, text -> parsed(ArrayTarget::parseStorage, text))
        .registerConverter(LineNumbers.class, text -> parsed(LineNumbers::parse, text))
        .registerConverter(Path.class, text -> parsed(TextSource::parsePath, text))
        .registerConverter(InetAddress.class, text -> parsed(RunCommand::parseAddress, text))
        .setExpandAtFiles(false) // a name or an argument of a program may begin with @
        .setOut(results)
        .setErr(diagnostics)
        .setColorScheme(Help.defaultColorScheme(Colors.ansi()))
        .setExecutionStrategy(Grammar::execute)
        .setParameterExceptionHandler(Grammar::refuse)
        .setExecutionExceptionHandler((e, _, _) -> Complaints.about(e, diagnostics));
  }

  /// The value of a word of a command line.
  ///
  /// @param parser throws [IllegalArgumentException], with a reason, for a word that it does not
  ///   know
  static <T> T parsed(Function<String, T> parser, String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}

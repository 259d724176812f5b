package io.penstock.cli;

import java.io.PrintWriter;
import java.util.Optional;
import picocli.AutoComplete.GenerateCompletion;
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

/// The `penstock` command: the grammar that all verbs share.
///
/// A verb is a class of this package with picocli's annotations that implements `Callable<Integer>`
/// or `Runnable` and is named in [Verb]. It inherits `--help` and `--version`, prints its results
/// with `spec.commandLine().getOut()` and everything else with `getErr()`, and throws [Failure] or
/// an [java.io.IOException] where it cannot do what was asked; [Complaints] makes one line of it.
///
/// Exit status: 0 done, 1 failed, 2 wrong arguments, 141 the reader of the results left.
@Command(
    name = "penstock",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Grammar.Versions.class,
    synopsisSubcommandLabel = "VERB",
    description = "Moves typed data between arrays, files and processes, and measures how fast.",
    footer = {
      "",
      "The launcher adds two verbs of its own: build and test. Completion for bash and zsh:",
      "  source <(./penstock completion)"
    })
final class Grammar implements Runnable {
  /// What picocli prints as the version.
  static final class Versions implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {Version.line()};
    }
  }

  @Spec private CommandSpec spec;

  Grammar() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb given");
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
    try {
      return new RunLast().execute(parsed);
    } catch (OutputLostException | Error e) {
      return Complaints.about(e, parsed.asCommandLineList().getLast());
    }
  }

  // What picocli has to look at takes time: where a verb is named, the others are left out.
  private static void addVerbs(CommandLine line, String... arguments) {
    Optional<Verb> named = arguments.length == 0 ? Optional.empty() : Verb.named(arguments[0]);
    if (named.isPresent()) {
      line.addSubcommand(named.get().type());
    } else {
      for (Verb verb : Verb.values()) {
        line.addSubcommand(verb.type());
      }
      line.addSubcommand(HelpCommand.class);
      line.addSubcommand("completion", GenerateCompletion.class);
    }
  }

  /// The help for all verbs.
  static String help(Help.Ansi ansi) {
    CommandLine line = new CommandLine(new Grammar());
    addVerbs(line);
    return line.getUsageMessage(ansi);
  }

  private static CommandLine commandLine(
      PrintWriter results, PrintWriter diagnostics, String... arguments) {
    Complaints complaints = new Complaints();
    CommandLine line = new CommandLine(new Grammar());
    addVerbs(line, arguments);
    return line.setExpandAtFiles(
            false) // what is passed to a program, or a name, is nobody's to read
        .setOut(results)
        .setErr(diagnostics)
        .setColorScheme(Help.defaultColorScheme(Colors.ansi()))
        .setExecutionStrategy(Grammar::execute)
        .setParameterExceptionHandler(complaints)
        .setExecutionExceptionHandler(complaints);
  }
}

package io.penstock.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The `penstock` command: the grammar that all verbs share.
///
/// A verb is a class of this package with picocli's annotations that implements `Callable<Integer>`
/// or `Runnable` and is named in `subcommands` below. It inherits `--help` and `--version`, prints
/// its results with `spec.commandLine().getOut()` and everything else with `getErr()`, and throws
/// [Failure] or an [java.io.IOException] where it cannot do what was asked; [Complaints] makes one
/// line of it.
///
/// Exit status: 0 done, 1 failed, 2 wrong arguments, 141 the reader of the results left.
@Command(
    name = "penstock",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "VERB",
    description = "Moves typed data between arrays, files and processes, and measures how fast.",
    footer = {
      "",
      "The launcher adds two verbs of its own: build and test. Completion for bash and zsh:",
      "  source <(./penstock completion)"
    },
    subcommands = {
      ArrayVerb.class,
      CountCommand.class,
      FindCommand.class,
      LinesCommand.class,
      WordsCommand.class,
      RunCommand.class,
      EvaluateCommand.class,
      Doctor.class,
      HelpCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  Main() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb given");
  }

  /// Runs the verb named by `arguments` and exits with its status.
  public static void main(String[] arguments) {
    Charset charset = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
    Results results = new Results(new StandardOutput(), charset);
    PrintWriter diagnostics = new PrintWriter(System.err, true, System.err.charset());
    System.exit(run(results, diagnostics, arguments));
  }

  /// Runs one command line in this process.
  ///
  /// @return the exit status
  static int run(Results results, PrintWriter diagnostics, String... arguments) {
    try {
      int status = commandLine(results, diagnostics).execute(arguments);
      results.flush();
      return status;
    } catch (OutputLostException e) {
      return Complaints.about(e, diagnostics);
    }
  }

  // What picocli prints itself, help and version, must not be lost in silence either.
  private static int execute(ParseResult parsed) {
    try {
      return new RunLast().execute(parsed);
    } catch (OutputLostException e) {
      return Complaints.about(e, parsed.commandSpec().commandLine().getErr());
    }
  }

  private static CommandLine commandLine(PrintWriter results, PrintWriter diagnostics) {
    Complaints complaints = new Complaints();
    return new CommandLine(new Main())
        .addSubcommand("completion", new GenerateCompletion())
        .setOut(results)
        .setErr(diagnostics)
        .setColorScheme(Help.defaultColorScheme(Colors.ansi()))
        .setExecutionStrategy(Main::execute)
        .setParameterExceptionHandler(complaints)
        .setExecutionExceptionHandler(complaints);
  }
}

package io.penstock.cli;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The verb `array`: what can be asked of an array file, or made of one.
@Command(
    name = "array",
    synopsisSubcommandLabel = "VERB",
    description = "Describes, slices, converts, sums up and draws array files, raw and .npy.",
    subcommands = {
      ArrayInfo.class,
      ArraySlice.class,
      ArrayConvert.class,
      ArrayStats.class,
      ArrayPlot.class
    })
final class ArrayVerb implements Runnable {
  /// A new action of one of its verbs; empty if there is none of that name.
  static Optional<Action> action(String name) {
    return switch (name) {
      case "info" -> Optional.of(new ArrayInfo());
      case "slice" -> Optional.of(new ArraySlice());
      case "convert" -> Optional.of(new ArrayConvert());
      case "stats" -> Optional.of(new ArrayStats());
      case "plot" -> Optional.of(new ArrayPlot());
      default -> Optional.empty();
    };
  }

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw Grammar.wrong(spec, "no verb given after array");
  }
}

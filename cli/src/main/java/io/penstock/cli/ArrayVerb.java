package io.penstock.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
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
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb given after array");
  }
}

package io.penstock.cli;

import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The verb `array info`.
@Command(name = "info", description = "Says what an array file holds and how it would be read.")
final class ArrayInfo implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ArraySource source;

  @Parameters(paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (ArrayFile array = source.open(file)) {
      ArrayFacts facts = ArrayFacts.of(array);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        facts.json(out);
      } else {
        facts.text(out);
      }
    }
    return ExitCode.OK;
  }
}

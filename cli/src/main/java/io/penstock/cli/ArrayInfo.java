package io.penstock.cli;

import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `array info`.
@Command(name = "info", description = "Says what an array file holds and how it would be read.")
final class ArrayInfo extends Action {
  @Mixin private ArraySource source = new ArraySource();

  @Parameters(paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  void pick(Arguments arguments) {
    source.pick(arguments);
    json = arguments.flag("--json");
    file = Path.of(arguments.operands(1, 1).getFirst());
  }

  @Override
  int perform() throws IOException {
    try (ArrayFile array = source.open(file)) {
      ArrayFacts facts = ArrayFacts.of(array);
      PrintWriter out = results();
      if (json) {
        facts.json(out);
      } else {
        facts.text(out);
      }
    }
    return ExitCode.OK;
  }
}

package io.penstock.cli;

import io.penstock.cli.array.Cut;
import io.penstock.cli.array.Slicing;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The verb `array slice`.
@Command(
    name = "slice",
    description = "Writes a part of an array to a file of its own.",
    footer = {
      "",
      "SLICES are NumPy's: '1024:1280,512:768', '::2,-1', '..., ::-1'. OUT appears when it "
          + "is complete."
    })
final class ArraySlice extends Action {
  @Mixin private ArraySource source = new ArraySource();
  @Mixin private ArrayTarget target = new ArrayTarget();
  @Mixin private ArrayTeam team = new ArrayTeam();

  @Parameters(index = "0", paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Parameters(
      index = "1",
      paramLabel = "SLICES",
      description = "Which part, one slice for each axis.")
  private Slicing slicing;

  @Parameters(index = "2", paramLabel = "OUT", description = "The file to write.")
  private Path out;

  // Slices may begin with a minus.
  @Spec
  void acceptMinus(CommandSpec own) {
    own.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Override
  void pick(Arguments arguments) {
    source.pick(arguments);
    target.pick(arguments);
    team.pick(arguments);
    List<String> operands = arguments.operands(3, 3);
    file = Path.of(operands.get(0));
    slicing = Slicing.parse(operands.get(1));
    out = Path.of(operands.get(2));
  }

  @Override
  int perform() throws IOException {
    try (ArrayFile array = source.open(file)) {
      Cut cut = cut(slicing, array);
      Format format = target.format(out, array.format(), cut.shape());
      ArrayConvert.copy(array, cut, target, out, format, team.team(), results(), diagnostics());
    }
    return ExitCode.OK;
  }

  static Cut cut(Slicing slicing, ArrayFile array) {
    try {
      return slicing.of(array.format().shape());
    } catch (IndexOutOfBoundsException e) {
      throw new CommandFailure(
          array.path().toString(),
          String.valueOf(e.getMessage()),
          "see its shape with penstock array info");
    }
  }
}

package io.penstock.cli;

import io.penstock.cli.array.Cut;
import io.penstock.cli.array.Slicing;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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
      "SLICES are NumPy's: '1024:1280,512:768', '::2,-1', '..., ::-1'. OUT appears when it is complete."
    })
final class ArraySlice implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ArraySource source;
  @Mixin private ArrayTarget target;
  @Mixin private ArrayTeam team;

  @Parameters(index = "0", paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Parameters(
      index = "1",
      paramLabel = "SLICES",
      converter = ArrayConverters.OfSlicing.class,
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
  public Integer call() throws IOException {
    try (ArrayFile array = source.open(file)) {
      Cut cut = cut(slicing, array);
      new ArrayCopy(spec.commandLine(), team.team())
          .run(array, cut, target, out, target.format(out, array.format(), cut.shape()));
    }
    return ExitCode.OK;
  }

  static Cut cut(Slicing slicing, ArrayFile array) {
    try {
      return slicing.of(array.format().shape());
    } catch (IndexOutOfBoundsException e) {
      throw new Failure(
          array.path().toString(),
          String.valueOf(e.getMessage()),
          "see its shape with penstock array info");
    }
  }
}

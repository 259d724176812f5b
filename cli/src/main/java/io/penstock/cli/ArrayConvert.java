package io.penstock.cli;

import io.penstock.cli.array.Cut;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The verb `array convert`.
@Command(
    name = "convert",
    description = "Writes an array in another format, type, byte order or storage order.",
    footer = {
      "",
      "Numbers are converted as NumPy's astype does. What is out of range becomes the nearest",
      "number in range, NaN becomes 0 among whole numbers; how many these were is said.",
      "OUT appears when it is complete."
    })
final class ArrayConvert extends Action {
  @Mixin private ArraySource source = new ArraySource();
  @Mixin private ArrayTarget target = new ArrayTarget();
  @Mixin private ArrayTeam team = new ArrayTeam();

  @Parameters(index = "0", paramLabel = "IN", description = "An array file.")
  private Path in;

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write.")
  private Path out;

  @Override
  void pick(Arguments arguments) {
    source.pick(arguments);
    target.pick(arguments);
    team.pick(arguments);
    List<String> operands = arguments.operands(2, 2);
    in = Path.of(operands.get(0));
    out = Path.of(operands.get(1));
  }

  @Override
  int perform() throws IOException {
    try (ArrayFile array = source.open(in)) {
      Format format = target.format(out, array.format(), array.format().shape());
      new ArrayCopy(session(), team.team())
          .run(array, Cut.whole(format.shape()), target, out, format);
    }
    return ExitCode.OK;
  }
}

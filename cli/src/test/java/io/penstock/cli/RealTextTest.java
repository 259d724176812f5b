package io.penstock.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// What people have written, as far as this machine has it.
class RealTextTest extends TextToolsContract {
  @Override
  List<Corpus> write(Path folder, Random random) throws IOException {
    return new MachineCorpora(folder).write();
  }
}

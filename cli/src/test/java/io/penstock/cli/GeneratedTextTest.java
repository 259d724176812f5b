package io.penstock.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// Random texts of all kinds that make trouble.
class GeneratedTextTest extends TextToolsContract {
  @Override
  List<Corpus> write(Path folder, Random random) throws IOException {
    return new GeneratedCorpora(folder, random).write();
  }
}

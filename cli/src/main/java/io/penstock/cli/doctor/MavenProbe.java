package io.penstock.cli.doctor;

import io.penstock.cli.tool.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A probe of the Maven that builds Penstock.
///
/// @param home whose `mvnw` stands in where no Maven is installed
record MavenProbe(Path home) implements Probe {
  @Override
  public Finding examine() {
    Optional<Path> installed = Tool.find("mvn");
    if (installed.isPresent()) {
      return Finding.ok("Maven", installed.get().toString());
    }
    return Files.isExecutable(home.resolve("mvnw"))
        ? Finding.ok("Maven", "none installed, the wrapper fetches one")
        : Finding.note("Maven", "none, needed to build Penstock only", "Debian: apt install maven");
  }
}

package io.penstock.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a process came to.
record ProcessRun(int status, String results, String diagnostics) {
  /// @param folder for the two streams, as files: neither can fill up and hold the process
  static ProcessRun of(Path folder, String... words) throws IOException, InterruptedException {
    Path results = folder.resolve("stdout");
    Path diagnostics = folder.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectOutput(results.toFile())
            .redirectError(diagnostics.toFile());
    builder.environment().put("PENSTOCK_BUILD", "never");
    builder.environment().remove("PENSTOCK_OPTS");
    int status = builder.start().waitFor();
    return new ProcessRun(status, Files.readString(results), Files.readString(diagnostics));
  }
}

package io.penstock.file.channel;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenMode;
import io.penstock.file.SteadyChannel;
import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/// Positional reads and writes of [java.nio.channels.FileChannel].
public final class ChannelEngine implements FileEngine {
  static final String NAME = "channel";

  /// For [java.util.ServiceLoader].
  public ChannelEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    FileErrors.requireRegular(file);
    return new ChannelFile(file, options(mode));
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    SteadyChannel.create(file);
    return new ChannelFile(file, options(OpenMode.READ_WRITE));
  }

  private static Set<OpenOption> options(OpenMode mode) {
    return switch (mode) {
      case READ -> Set.of(StandardOpenOption.READ);
      case WRITE -> Set.of(StandardOpenOption.WRITE);
      case READ_WRITE -> Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    };
  }
}

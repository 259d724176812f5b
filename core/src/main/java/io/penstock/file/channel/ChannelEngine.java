package io.penstock.file.channel;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.OpenMode;
import io.penstock.file.OpenPath;
import io.penstock.file.SteadyChannel;
import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/// Positional reads and writes of [java.nio.channels.FileChannel].
public final class ChannelEngine implements FileEngine.Channel {
  static final String NAME = "channel";

  /// For [java.util.ServiceLoader].
  public ChannelEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String toString() {
    return "engine " + NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    return open(OpenPath.of(file), mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return open(OpenPath.of(file, opened), mode);
  }

  private static EngineFile open(OpenPath file, OpenMode mode) throws IOException {
    boolean opened = false;
    try {
      SteadyChannel first = SteadyChannel.of(file, options(mode));
      opened = true;
      return new ChannelFile(file.name(), first, file);
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return new ChannelFile(file, SteadyChannel.created(file), null);
  }

  private static Set<OpenOption> options(OpenMode mode) {
    return switch (mode) {
      case READ -> Set.of(StandardOpenOption.READ);
      case WRITE -> Set.of(StandardOpenOption.WRITE);
      case READ_WRITE -> Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    };
  }
}

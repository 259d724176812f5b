package io.penstock.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a module provides, by the name of the service: to programs with modules and to those with a
/// class path.
public final class Services {
  private Services() {}

  /// As module-info says it.
  ///
  /// @param classes the folder of compiled classes
  public static Map<String, List<String>> ofModule(Path classes) {
    return ModuleFinder.of(classes).findAll().iterator().next().descriptor().provides().stream()
        .collect(
            Collectors.toMap(
                ModuleDescriptor.Provides::service, ModuleDescriptor.Provides::providers));
  }

  /// As the files of `META-INF/services` in the folder of compiled classes say it.
  ///
  /// @throws IOException if they cannot be read
  public static Map<String, List<String>> ofClassPath(Path classes) throws IOException {
    try (Stream<Path> files = Files.list(classes.resolve("META-INF", "services"))) {
      return files.collect(
          Collectors.toMap(file -> file.getFileName().toString(), Services::providers));
    }
  }

  private static List<String> providers(Path file) {
    try {
      return Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

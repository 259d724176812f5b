package io.penstock.cli.run;

import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.MainMethod;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The Java program that each rank runs.
///
/// @param classPath absolute, without wildcards
/// @param javaOptions for each JVM
/// @param main the main class
/// @param arguments that it is passed
public record Program(
    List<Path> classPath, List<String> javaOptions, String main, List<String> arguments) {
  public Program {
    classPath = List.copyOf(classPath);
    javaOptions = List.copyOf(javaOptions);
    arguments = List.copyOf(arguments);
  }

  /// Reads a class path as `java` does: an empty element is the current folder, `DIR/*` all jars in
  /// it.
  public static List<Path> classPath(String text) throws IOException {
    List<Path> elements = new ArrayList<>();
    for (String element : text.split(File.pathSeparator, -1)) {
      if (element.equals("*") || element.endsWith(File.separator + "*")) {
        elements.addAll(jars(Path.of(element.substring(0, element.length() - 1))));
      } else {
        elements.add(Path.of(element).toAbsolutePath().normalize());
      }
    }
    return elements;
  }

  private static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder.toAbsolutePath())) {
      return List.of();
    }
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(folder.toAbsolutePath().normalize(), "*.{jar,JAR}")) {
      List<Path> found = new ArrayList<>();
      jars.forEach(found::add);
      found.sort(null);
      return found;
    }
  }

  /// The class path as one text.
  String joinedClassPath() {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /// Looks for the main method, so that a wrong name is told once, before any rank is started.
  ///
  /// @throws LaunchException if there is none
  public void check() throws LaunchException, IOException {
    List<URL> urls = new ArrayList<>();
    for (Path element : classPath) {
      urls.add(element.toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), MainMethod.class.getClassLoader())) {
      MainMethod.of(main, loader);
    }
  }
}

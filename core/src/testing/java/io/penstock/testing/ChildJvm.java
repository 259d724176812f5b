package io.penstock.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A second JVM that runs a main class of these tests and is spoken to line by line.
///
/// The classes are on its class path, since a JVM whose modules are patched starts without the
/// JDK's archive of classes and takes more than twice the time. Its standard error is kept for
/// messages. Whatever happens, closing ends it.
public final class ChildJvm implements AutoCloseable {
  /// The option that lets it call native code.
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// A slow device is no failure.
  private static final long MOST_SECONDS = 600;

  private static final long MOST_STACK_SECONDS = 20;

  private final Process process;
  private final BufferedReader out;
  private final PrintWriter in;
  private final Path errors;

  private ChildJvm(Process process, Path errors) {
    this.process = process;
    this.out = process.inputReader(UTF_8);
    this.in = new PrintWriter(process.outputWriter(UTF_8), true);
    this.errors = errors;
  }

  /// Starts a JVM in which Penstock may call native code.
  public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(NATIVE_ACCESS, "--illegal-native-access=deny"), Map.of(), main, arguments);
  }

  /// Starts a JVM with options and more environment than this one has.
  public static ChildJvm start(
      List<String> options, Map<String, String> environment, Class<?> main, String... arguments)
      throws IOException {
    return start(List.of(), options, environment, main, arguments);
  }

  /// The same by a program that starts other programs, such as `setpriv`.
  public static ChildJvm start(
      List<String> starter,
      List<String> options,
      Map<String, String> environment,
      Class<?> main,
      String... arguments)
      throws IOException {
    return start(
        starter,
        options,
        environment,
        List.of("-cp", classPathWithTests(), main.getName()),
        arguments);
  }

  /// Starts a JVM whose main class is in its module, as the tests here are.
  public static ChildJvm startModule(List<String> options, Class<?> main, String... arguments)
      throws IOException {
    return start(List.of(), options, Map.of(), inModule(main), arguments);
  }

  private static ChildJvm start(
      List<String> starter,
      List<String> options,
      Map<String, String> environment,
      List<String> program,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(starter);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-Xlog:disable", "-XX:TieredStopAtLevel=1"));
    if (options.stream().noneMatch(option -> option.matches("-XX:\\+Use.+GC"))) {
      command.add("-XX:+UseSerialGC"); // it starts soonest
    }
    command.addAll(options);
    command.addAll(program);
    command.addAll(List.of(arguments));
    Path errors = Files.createTempFile("penstock-child", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    return new ChildJvm(builder.start(), errors);
  }

  /// The options that name a main class in its module, which the tests' classes patch.
  private static List<String> inModule(Class<?> main) {
    Module module = main.getModule();
    String name = module.getName();
    return List.of(
        "-p",
        String.join(File.pathSeparator, modules(module)),
        "--add-modules",
        name + ",java.management,jdk.management",
        "--add-reads",
        name + "=java.management,jdk.management",
        "--patch-module",
        name + "=" + folder(ChildJvm.class),
        "-m",
        name + "/" + main.getName());
  }

  private static String classPathWithTests() {
    String path = classPath(ChildJvm.class);
    return ChildJvm.class.getModule().isNamed()
        ? path + File.pathSeparator + folder(ChildJvm.class)
        : path;
  }

  /// The class path of a program that uses the module of a class, without the classes of tests.
  public static String classPath(Class<?> type) {
    return type.getModule().isNamed()
        ? String.join(File.pathSeparator, modules(type.getModule()))
        : System.getProperty("java.class.path");
  }

  /// The places of a module and of those that it requires. Annotations alone are not among them:
  /// another user may not be allowed to read their jar.
  private static Set<String> modules(Module module) {
    Set<String> places = new LinkedHashSet<>();
    Deque<ResolvedModule> open = new ArrayDeque<>();
    open.add(module.getLayer().configuration().findModule(module.getName()).orElseThrow());
    while (!open.isEmpty()) {
      ResolvedModule next = open.remove();
      URI place = next.reference().location().orElseThrow();
      if (place.getScheme().equals("file")
          && !next.name().equals("org.jspecify")
          && places.add(Path.of(place).toString())) {
        open.addAll(next.reads());
      }
    }
    return places;
  }

  /// The folder that a class was loaded from.
  public static String folder(Class<?> type) {
    String name = "/" + type.getName().replace('.', '/') + ".class";
    String found = Optional.ofNullable(type.getResource(name)).orElseThrow().toString();
    return Path.of(URI.create(found.substring(0, found.length() - name.length()))).toString();
  }

  /// Sends a line.
  public void say(String line) {
    in.println(line);
  }

  /// The next line that it prints, which it has to in ten minutes.
  ///
  /// @throws AssertionError if it ends before
  public String hear() throws IOException {
    CompletableFuture<Void> heard = limited();
    String line = out.readLine();
    boolean _ = heard.complete(null);
    return Optional.ofNullable(line)
        .orElseThrow(() -> new AssertionError("the other JVM said no more: " + errors()));
  }

  /// Every line that it prints until it ends, which it has to in ten minutes.
  public List<String> hearAll() throws IOException {
    CompletableFuture<Void> heard = limited();
    List<String> lines = out.readAllLines();
    boolean _ = heard.complete(null);
    return lines;
  }

  /// Kills this JVM unless it is heard in time: who waits for a line hears no interrupt.
  private CompletableFuture<Void> limited() {
    CompletableFuture<Void> heard = new CompletableFuture<>();
    CompletableFuture<Void> _ =
        heard
            .orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
            .whenComplete(
                (_, late) -> {
                  if (late != null) {
                    kill();
                  }
                });
    return heard;
  }

  /// Its threads' stacks are added to its standard error before.
  private void kill() {
    String jstack = Path.of(System.getProperty("java.home"), "bin", "jstack").toString();
    try {
      boolean _ =
          new ProcessBuilder(jstack, Long.toString(process.pid()))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(errors.toFile()))
              .start()
              .waitFor(MOST_STACK_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      System.err.println(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }

  /// What it printed to standard error.
  public String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /// Asks it to end, by SIGTERM where there are signals.
  public void terminate() {
    boolean _ = process.toHandle().destroy(); // Process.destroy() would close its input besides
  }

  /// Waits for its end.
  ///
  /// @return its exit code, 128 and the signal's number if it was killed
  /// @throws AssertionError if it does not end in ten minutes
  public int end() {
    try {
      if (process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("the other JVM does not end: " + errors());
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    end();
    Files.deleteIfExists(errors);
  }
}

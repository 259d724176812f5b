package io.penstock.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.simulation.runtime.SimulatedLoader;
import io.penstock.simulation.runtime.Simulation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// A program that runs scenarios by their names and seeds, as lines ask for them: `messages 1 100`
/// for the seeds from 1 on, a hundred of them. Each run answers with a line.
final class SimulationProgram {
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(10);

  /// What runs once in a JVM runs before the first run that counts.
  private static final int WARMING = 8;

  private final Set<String> warm = new HashSet<>();
  private final Method named;

  private SimulationProgram() throws ReflectiveOperationException, IOException {
    ClassLoader loader = new SimulatedLoader();
    Thread.currentThread().setContextClassLoader(loader);
    Class<?> scenarios = Class.forName(Scenarios.class.getName(), true, loader);
    Object _ = scenarios.getMethod("prepare").invoke(null);
    this.named = scenarios.getMethod("named", String.class);
  }

  public static void main(String[] arguments) throws Exception {
    SimulationProgram program = new SimulationProgram();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", -1);
        program.warm(words[0]);
        long first = Long.parseLong(words[1]);
        for (long seed = first; seed < first + Long.parseLong(words[2]); seed++) {
          System.out.println(program.run(words[0], seed));
        }
      }
    }
  }

  private void warm(String scenario) throws ReflectiveOperationException {
    if (warm.add(scenario)) {
      for (long seed = 1; seed <= WARMING; seed++) {
        String _ = run(scenario, -seed);
      }
    }
  }

  @SuppressWarnings("unchecked") // a class of another loader
  private String run(String scenario, long seed) throws ReflectiveOperationException {
    Simulation simulation = new Simulation(seed, LIMIT_NANOS);
    Function<Simulation, Simulation.Body> made =
        (Function<Simulation, Simulation.Body>) named.invoke(null, scenario);
    String outcome = "ok";
    try {
      simulation.run(made.apply(simulation));
    } catch (RuntimeException e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      outcome = "failed " + (text + "\n" + simulation.notes()).replace("\n", "\\n");
    }
    return String.format(
        Locale.ROOT,
        "%s %d %016x %d %d %s",
        scenario,
        seed,
        simulation.trace(),
        simulation.steps(),
        TimeUnit.NANOSECONDS.toMillis(simulation.nanos()),
        outcome);
  }
}

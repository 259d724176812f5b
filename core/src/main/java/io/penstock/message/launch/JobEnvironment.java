package io.penstock.message.launch;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The environment variables that describe a job to its processes.
///
/// | variable | holds |
/// |---|---|
/// | `PENSTOCK_JOB` | the job's id, a UUID |
/// | `PENSTOCK_TRANSPORT` | `tcp`, or another transport's name |
/// | `PENSTOCK_RANK`, `PENSTOCK_SIZE` | which rank of how many |
/// | `PENSTOCK_COORDINATOR` | where the ranks register: `host:port` or `[address]:port` |
/// | `PENSTOCK_SECRET` | the job's secret, 64 hexadecimal digits |
/// | `PENSTOCK_BIND` | the address on which the rank listens (the loopback address) |
/// | `PENSTOCK_TIMEOUT` | how many seconds it waits for the others (30) |
///
/// A process is a rank if it has the second. The last four are needed, or have the defaults above,
/// where there is a coordinator.
final class JobEnvironment {
  static final String JOB = "PENSTOCK_JOB";
  static final String TRANSPORT = "PENSTOCK_TRANSPORT";
  static final String RANK = "PENSTOCK_RANK";
  static final String SIZE = "PENSTOCK_SIZE";
  static final String COORDINATOR = "PENSTOCK_COORDINATOR";
  static final String SECRET = "PENSTOCK_SECRET";
  static final String BIND = "PENSTOCK_BIND";
  static final String TIMEOUT = "PENSTOCK_TIMEOUT";

  private final Map<String, String> variables;

  private JobEnvironment(Map<String, String> variables) {
    this.variables = variables;
  }

  static Optional<JobDescription> read(Map<String, String> variables) {
    return variables.containsKey(TRANSPORT)
        ? Optional.of(new JobEnvironment(variables).description())
        : Optional.empty();
  }

  static Map<String, String> write(JobDescription description) {
    Map<String, String> variables = new TreeMap<>();
    variables.put(JOB, description.job().toString());
    variables.put(TRANSPORT, description.transport());
    variables.put(RANK, Integer.toString(description.rank()));
    variables.put(SIZE, Integer.toString(description.size()));
    description.contact().ifPresent(contact -> write(contact, variables));
    return variables;
  }

  private static void write(Contact contact, Map<String, String> variables) {
    variables.put(COORDINATOR, Endpoint.text(contact.coordinator()));
    variables.put(SECRET, contact.secret().hex());
    variables.put(BIND, contact.bind().getHostAddress());
    variables.put(TIMEOUT, Long.toString(Math.ceilDiv(contact.patience().toMillis(), 1000L)));
  }

  private JobDescription description() {
    int size = parse(SIZE, JobEnvironment::size);
    return new JobDescription(
        parse(JOB, UUID::fromString),
        parse(TRANSPORT, JobEnvironment::word),
        parse(RANK, text -> rank(text, size)),
        size,
        variables.containsKey(COORDINATOR) ? Optional.of(contact()) : Optional.empty());
  }

  private Contact contact() {
    return new Contact(
        parse(COORDINATOR, Endpoint::parse),
        parse(SECRET, JobSecret::parse),
        parse(BIND, InetAddress.getLoopbackAddress(), InetAddress::ofLiteral),
        parse(TIMEOUT, Contact.PATIENCE, JobEnvironment::seconds));
  }

  private static String word(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("names no transport");
    }
    return text;
  }

  private static int size(String text) {
    int size = Integer.parseInt(text);
    if (size < 1 || size > JobDescription.MOST_RANKS) {
      throw new IllegalArgumentException("not within 1 and " + JobDescription.MOST_RANKS);
    }
    return size;
  }

  private static int rank(String text, int size) {
    int rank = Integer.parseInt(text);
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException("not within 0 and " + (size - 1));
    }
    return rank;
  }

  private static Duration seconds(String text) {
    int seconds = Integer.parseInt(text);
    if (seconds < 1 || seconds > 86_400) {
      throw new IllegalArgumentException("not within 1 and 86400 seconds");
    }
    return Duration.ofSeconds(seconds);
  }

  private <T> T parse(String variable, T otherwise, Function<String, T> parser) {
    return variables.containsKey(variable) ? parse(variable, parser) : otherwise;
  }

  private <T> T parse(String variable, Function<String, T> parser) {
    String text = variables.get(variable);
    if (text == null) {
      throw wrong(variable + " is not set, " + TRANSPORT + " is", null);
    }
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      String shown = variable.equals(SECRET) ? "" : " '" + text + "'";
      throw wrong(variable + shown + ": " + e.getMessage(), e);
    }
  }

  private static IllegalArgumentException wrong(String what, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        what + "; start ranks with penstock run, or set its variables by hand", cause);
  }
}

package io.penstock.message.launch;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The description of a job that a rank receives when it starts. Ranks that are processes receive
/// it in environment variables:
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
/// A process that has `PENSTOCK_TRANSPORT` is a rank. The last four are needed, or have the
/// defaults above, where there is a coordinator.
///
/// @param job identifies the job; the key of the state that ranks of one JVM share
/// @param transport the name of the transport that connects the ranks, such as `tcp`
/// @param rank this rank, 0 to `size - 1`
/// @param size how many ranks the job has
/// @param contact where ranks that are processes register; null for threads of one JVM
public record JobDescription(
    UUID job, String transport, int rank, int size, @Nullable Contact contact) {
  private static final String JOB = "PENSTOCK_JOB";
  private static final String TRANSPORT = "PENSTOCK_TRANSPORT";
  private static final String RANK = "PENSTOCK_RANK";
  private static final String SIZE = "PENSTOCK_SIZE";
  private static final String COORDINATOR = "PENSTOCK_COORDINATOR";
  private static final String SECRET = "PENSTOCK_SECRET";
  private static final String BIND = "PENSTOCK_BIND";
  private static final String TIMEOUT = "PENSTOCK_TIMEOUT";

  /// The most ranks that a job may have.
  public static final int MOST_RANKS = 1 << 16;

  /// @throws IllegalArgumentException if the size is not within 1 and [#MOST_RANKS], the rank is
  ///   not below the size, or the transport has no name
  public JobDescription {
    if (size < 1 || size > MOST_RANKS) {
      throw new IllegalArgumentException("a job has 1 to " + MOST_RANKS + " ranks, not " + size);
    }
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException(
          "there is no rank " + rank + " in a job of " + size + ": ranks begin at 0");
    }
    if (transport.isBlank()) {
      throw new IllegalArgumentException("a transport has a name");
    }
  }

  /// A rank that is a thread, which registers nowhere.
  public JobDescription(UUID job, String transport, int rank, int size) {
    this(job, transport, rank, size, null);
  }

  /// The rank that the current thread is, or belongs to: that of [RankContext] if there is one,
  /// else what the environment of this process says.
  ///
  /// @return empty if this was not started as a rank
  /// @throws IllegalArgumentException if the environment is incomplete or wrong; the message names
  ///   the variable
  public static Optional<JobDescription> current() {
    return RankContext.current().or(() -> from(System.getenv()));
  }

  /// The description as environment variables. They hold the job's secret.
  public Map<String, String> environment() {
    Map<String, String> variables = new TreeMap<>();
    variables.put(JOB, job.toString());
    variables.put(TRANSPORT, transport);
    variables.put(RANK, Integer.toString(rank));
    variables.put(SIZE, Integer.toString(size));
    if (contact != null) {
      variables.put(COORDINATOR, Sockets.text(contact.coordinator()));
      variables.put(SECRET, contact.secret().hex());
      variables.put(BIND, contact.bind().getHostAddress());
      variables.put(TIMEOUT, Long.toString(Math.ceilDiv(contact.patience().toMillis(), 1000L)));
    }
    return variables;
  }

  /// The inverse of [#environment]; empty if the variables describe no rank.
  static Optional<JobDescription> from(Map<String, String> variables) {
    if (!variables.containsKey(TRANSPORT)) {
      return Optional.empty();
    }
    int size = parse(variables, SIZE, text -> number(text, 1, MOST_RANKS, ""));
    return Optional.of(
        new JobDescription(
            parse(variables, JOB, UUID::fromString),
            parse(variables, TRANSPORT, JobDescription::word),
            parse(variables, RANK, text -> number(text, 0, size - 1, "")),
            size,
            variables.containsKey(COORDINATOR) ? contact(variables) : null));
  }

  private static Contact contact(Map<String, String> variables) {
    return new Contact(
        parse(variables, COORDINATOR, Sockets::parse),
        parse(variables, SECRET, JobSecret::parse),
        variables.containsKey(BIND)
            ? parse(variables, BIND, InetAddress::ofLiteral)
            : InetAddress.getLoopbackAddress(),
        variables.containsKey(TIMEOUT)
            ? parse(
                variables, TIMEOUT, text -> Duration.ofSeconds(number(text, 1, 86_400, " seconds")))
            : Contact.PATIENCE);
  }

  private static String word(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("names no transport");
    }
    return text;
  }

  private static int number(String text, int least, int most, String unit) {
    int number = Integer.parseInt(text);
    if (number < least || number > most) {
      throw new IllegalArgumentException("not within " + least + " and " + most + unit);
    }
    return number;
  }

  private static <T> T parse(
      Map<String, String> variables, String variable, Function<String, T> parser) {
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

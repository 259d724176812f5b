package io.penstock.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// A finder of the transport that made the calling thread a rank.
final class Transports {
  /// The transport that makes a world of one rank for a thread that was not started as a rank.
  private static final String OF_ONE = "threads";

  private static final List<Transport> TRANSPORTS = find();

  private Transports() {}

  private static List<Transport> find() {
    List<Transport> found = new ArrayList<>();
    ServiceLoader.load(Transport.class, Transports.class.getClassLoader()).forEach(found::add);
    found.sort((a, b) -> Boolean.compare(isOwn(b), isOwn(a)));
    return List.copyOf(found);
  }

  /// A thread that was made a rank by this library is one, however its process was started.
  private static boolean isOwn(Transport transport) {
    return transport.getClass().getModule().equals(Transports.class.getModule());
  }

  static Communicator join() {
    List<Transport> calling =
        TRANSPORTS.stream().filter(transport -> transport.calling().isPresent()).toList();
    if (calling.isEmpty()) {
      return alone();
    }
    Transport first = calling.getFirst();
    if (calling.size() > 1 && !isOwn(first)) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "more than one transport claims this process: %s; leave one of them on the module path",
              calling.stream().map(Transports::claim).collect(Collectors.joining("; "))));
    }
    return first.world();
  }

  private static Communicator alone() {
    return TRANSPORTS.stream()
        .filter(transport -> transport.name().equals(OF_ONE))
        .findFirst()
        .orElseThrow(() -> new MessageException("the transport threads is missing"))
        .world();
  }

  private static String claim(Transport transport) {
    return transport.name() + " (" + transport.calling().orElse("") + ")";
  }
}

package io.penstock.message.ranks;

import io.penstock.message.match.Endpoint;

/// What the communicators of one rank have in common.
final class World {
  private final Endpoint endpoint;
  private final String explanation;
  private final Traffic traffic;

  World(Endpoint endpoint, String explanation) {
    this.endpoint = endpoint;
    this.explanation = explanation;
    this.traffic = new Traffic(endpoint, Members.world(endpoint.size(), endpoint.rank()), 0);
  }

  Endpoint endpoint() {
    return endpoint;
  }

  String explanation() {
    return explanation;
  }

  /// That of the communicator of all ranks.
  Traffic traffic() {
    return traffic;
  }
}

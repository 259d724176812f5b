package io.penstock.mpi.message;

import io.penstock.message.match.Credit;
import io.penstock.message.match.Transfer;
import java.util.HashMap;
import java.util.Map;

/// The state of the protocol with another rank.
final class Peer {
  final int rank;
  final Credit credit = new Credit();

  /// What it announced and no receive has met, by number.
  final Map<Long, Announcement> unclaimed = new HashMap<>();

  /// What was announced to it and is held back until it asks, by number.
  final Map<Long, Transfer> held = new HashMap<>();

  /// It has said BYE.
  volatile boolean left;

  /// It has said BYE as a process that exits.
  boolean exits;

  /// It has said FAREWELL.
  boolean parted;

  /// The credit is to be told.
  volatile boolean owesCredit;

  Peer(int rank) {
    this.rank = rank;
  }
}

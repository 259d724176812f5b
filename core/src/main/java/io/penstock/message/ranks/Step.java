package io.penstock.message.ranks;

import io.penstock.message.match.Transfer;

/// A message under way inside a collective operation.
///
/// @param peer the other rank in the communicator
/// @param bytes how long it is, or has to be
record Step(Transfer transfer, int peer, boolean receives, long bytes) {}

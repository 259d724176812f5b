package io.penstock.message;

/// A message that [Communicator#matchedProbe] has taken out of matching: no other receive meets it,
/// and no probe sees it.
///
/// It is received once, by `receive(data, message)` or `ireceive`, by any thread of the rank. Its
/// payload lies here or at its sender meanwhile, which waits if the message is long: one that is
/// never received stays there until the world is closed.
///
/// Safe for any thread.
public interface MatchedMessage {
  /// What it is; from [Communicator#NO_RANK] if that was probed.
  Status status();
}

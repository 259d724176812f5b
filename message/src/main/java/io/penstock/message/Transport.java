package io.penstock.message;

import java.util.Optional;

/// A way in which the ranks of a job reach each other.
///
/// An open set: implementations are found by [java.util.ServiceLoader] and may come from other
/// modules. What the communicators of a transport are made of is its own affair: it may match
/// messages itself or leave that to a library. An implementation is safe for any thread.
public interface Transport {
  /// A short name in lower case, by which users choose the transport.
  String name();

  /// Why the calling thread is a rank of this transport: what it was started by or with.
  ///
  /// @return empty if it is none
  /// @throws IllegalArgumentException if what it was told is incomplete or wrong; the message says
  ///   what
  Optional<String> calling();

  /// Joins the job that the calling thread was started for; once joined, the same world again.
  /// Waits for other ranks where the transport has to connect them.
  ///
  /// Called where [#calling] has an answer; the transport `threads` also where none has: then this
  /// is a world of one rank.
  ///
  /// @throws MessageException if that does not succeed; the message names what is missing
  Communicator world();
}

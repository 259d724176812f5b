/// The common part of the transports that move messages themselves: payloads, the matching of sends
/// with receives, and waiting for them.
///
/// [io.penstock.message.match.Endpoint] is a rank's side of it; a transport extends it by the way
/// in which bytes reach other ranks. Nothing here allocates once it is warm.
@NullMarked
package io.penstock.message.match;

import org.jspecify.annotations.NullMarked;

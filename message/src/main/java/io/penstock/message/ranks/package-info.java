/// The communicators of the transports that move messages themselves: sends and receives,
/// collective operations and groups, on an [io.penstock.message.match.Endpoint].
@NullMarked
package io.penstock.message.ranks;

import org.jspecify.annotations.NullMarked;

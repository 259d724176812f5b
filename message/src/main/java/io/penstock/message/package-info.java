/// Typed data between ranks: message buffers, communicators and the transports that carry them.
@NullMarked
package io.penstock.message;

import org.jspecify.annotations.NullMarked;

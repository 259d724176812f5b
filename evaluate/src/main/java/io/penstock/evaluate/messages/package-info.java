/// The chapter `messages`: allocation, packing and the exchange of messages.
@NullMarked
package io.penstock.evaluate.messages;

import org.jspecify.annotations.NullMarked;

/// The description that each rank of a job receives, and the rendezvous of ranks: registration,
/// handshake and connections to the launcher.
@NullMarked
package io.penstock.message.launch;

import org.jspecify.annotations.NullMarked;

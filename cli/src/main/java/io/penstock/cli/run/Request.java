package io.penstock.cli.run;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;

/// A job as it was asked for.
///
/// @param ranks how many
/// @param hosts where, if not on this machine alone
/// @param launcher the MPI launcher, by its path or name, if not the one that is found
/// @param bind the address of this machine on which its coordinator listens, if not the one that
///   suits the hosts
/// @param patience how long a rank waits for the others when it joins
/// @param grace how long a process may take to end before it is made to
public record Request(
    int ranks,
    Transport transport,
    Program program,
    Optional<Hosts> hosts,
    Optional<String> launcher,
    Optional<InetAddress> bind,
    Duration patience,
    Duration grace) {}

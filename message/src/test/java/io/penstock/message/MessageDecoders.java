package io.penstock.message;

import io.penstock.message.launch.HandshakeTargets;
import io.penstock.message.tcp.FrameTargets;
import io.penstock.testing.fuzz.FuzzTarget;
import io.penstock.testing.fuzz.FuzzTargets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/// The decoders of what comes over a connection.
final class MessageDecoders implements FuzzTargets {
  @Override
  public Map<String, Callable<FuzzTarget>> all() {
    Map<String, Callable<FuzzTarget>> all = new LinkedHashMap<>();
    all.put("handshake-host", HandshakeTargets::host);
    all.put("handshake-caller", HandshakeTargets::caller);
    all.put("frames", FrameTargets::frames);
    all.put("peer", FrameTargets::peer);
    all.put("message", MessageTarget::new);
    return all;
  }
}

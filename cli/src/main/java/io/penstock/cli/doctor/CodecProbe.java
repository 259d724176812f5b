package io.penstock.cli.doctor;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import java.util.Optional;

/// A probe of the codecs and of their native code.
final class CodecProbe implements Probe {
  @Override
  public Finding examine() {
    Optional<String> obstacle =
        Codecs.all().stream().map(Codec::obstacle).flatMap(Optional::stream).findFirst();
    return obstacle.isEmpty()
        ? Finding.ok("codecs", Codecs.names())
        : Finding.note(
            "codecs",
            Codecs.names() + "; " + obstacle.get(),
            "name a folder from which code may run by PENSTOCK_OPTS=-Djava.io.tmpdir=FOLDER");
  }
}

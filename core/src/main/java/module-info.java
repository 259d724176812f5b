import io.penstock.collective.SharedEngine;
import io.penstock.collective.TwoPhaseEngine;
import io.penstock.compress.Codec;
import io.penstock.compress.DeflateLibrary;
import io.penstock.compress.GzipCodec;
import io.penstock.file.FileEngine;
import io.penstock.file.channel.ChannelEngine;
import io.penstock.file.mapped.MappedEngine;
import io.penstock.file.posix.DirectEngine;
import io.penstock.file.posix.PosixEngine;
import io.penstock.message.Transport;
import io.penstock.message.tcp.TcpTransport;
import io.penstock.message.threads.ThreadsTransport;

/// Typed data between Java arrays, files and processes at the speed of the hardware.
@SuppressWarnings("module") // the modules that launch ranks are built after this one
module io.penstock {
  requires static org.jspecify;
  requires static jdk.jfr;
  requires java.management;
  requires jdk.management; // which threads live, where ranks wait for each other
  requires jdk.net; // how soon an idle connection is probed

  exports io.penstock.array;
  exports io.penstock.array.convert to
      io.penstock.cli;
  exports io.penstock.array.pack;
  exports io.penstock.collective;
  exports io.penstock.compress;
  exports io.penstock.ffi to
      io.penstock.cli,
      io.penstock.codecs,
      io.penstock.mpi;
  exports io.penstock.file;
  exports io.penstock.memory;
  exports io.penstock.message;
  exports io.penstock.message.launch to
      io.penstock.cli,
      io.penstock.evaluate,
      io.penstock.mpi;
  exports io.penstock.message.match to
      io.penstock.mpi;
  exports io.penstock.message.ranks to
      io.penstock.mpi;
  exports io.penstock.message.threads;
  exports io.penstock.object;
  exports io.penstock.object.analysis;
  exports io.penstock.stream;
  exports io.penstock.text;
  exports io.penstock.text.number;
  exports io.penstock.text.token;
  exports io.penstock.text.utf8;
  exports io.penstock.tree;
  exports io.penstock.tree.cache;
  exports io.penstock.tree.entry;

  uses Codec;
  uses DeflateLibrary;
  uses FileEngine;
  uses SharedEngine;
  uses Transport;

  provides Codec with
      GzipCodec;
  provides FileEngine with
      PosixEngine,
      DirectEngine,
      MappedEngine,
      ChannelEngine;
  provides SharedEngine with
      TwoPhaseEngine;
  provides Transport with
      ThreadsTransport,
      TcpTransport;
}

package io.penstock.cli.run;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// A temporary folder that only this user can enter, with the socket at which ranks connect.
///
/// It exists as long as its job runs, because ranks may connect at any time. The folder of a
/// launcher that was killed, at whose socket no process listens, is removed by the next one.
record SocketFolder(Path path) {
  private static final String PREFIX = "penstock-run-";
  private static final String SOCKET = "ranks";

  // Leftovers of another launcher do not prevent a start.
  private static final System.Logger LOG = System.getLogger("io.penstock.cli");

  /// Makes one. The socket is there once it is listened to.
  ///
  /// @param parent the folder for temporary files
  static SocketFolder in(Path parent) throws IOException {
    try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path other : others) {
        removeIfLeft(new SocketFolder(other));
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(System.Logger.Level.DEBUG, "folders of other launchers stay in " + parent, e);
    }
    return new SocketFolder(Files.createTempDirectory(parent, PREFIX));
  }

  // One whose socket is still to come is not touched; those of other users cannot be.
  private static void removeIfLeft(SocketFolder other) {
    try {
      if (other.hasSocket() && !other.isHeard()) {
        other.remove();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, other.path() + " stays", e);
    }
  }

  // A file of any kind turns callers away. Others can put a link into the folder for temporary
  // files, which may lead to one that is dear to this user.
  private boolean hasSocket() throws IOException {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
        && Files.exists(socket(), LinkOption.NOFOLLOW_LINKS)
        && Files.readAttributes(socket(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .isOther();
  }

  // A process that listens and accepts nobody, of another user perhaps, is not waited for.
  private boolean isHeard() throws IOException {
    try (SocketChannel caller = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      SelectableChannel _ = caller.configureBlocking(false);
      boolean _ = caller.connect(UnixDomainSocketAddress.of(socket()));
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }

  Path socket() {
    return path.resolve(SOCKET);
  }

  /// Listens at the socket. It gets its name when callers are no longer turned away, for that is
  /// how one without a launcher is known.
  ServerSocketChannel listen(int mostWaiting) throws IOException {
    Path unnamed = path.resolve("new");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(unnamed), mostWaiting);
      Files.move(unnamed, socket());
      return server;
    } catch (IOException e) {
      server.close();
      Files.deleteIfExists(unnamed);
      throw e;
    }
  }

  void remove() throws IOException {
    Files.deleteIfExists(socket());
    Files.deleteIfExists(path);
  }
}

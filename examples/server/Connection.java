import io.penstock.tree.cache.CachedFile;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.Arrays;

/// One client's requests, answered one after the other in a thread of its own.
final class Connection implements Runnable {
  private static final int LONGEST_HEAD = 16 << 10;
  private static final int USUAL_HEAD = 1 << 10;
  private static final int LONGEST_ANSWER_HEAD = 1 << 10;

  /// A client has the time of one wait for each part of a file.
  private static final long PART = 8 << 20;

  /// What a client may still be sending when it is refused.
  private static final long LEFT_OVER = 1 << 20;

  /// The system finds the best size up to about this by itself.
  private static final int SYSTEMS_OWN = 2 << 20;

  private static final byte[] OK = Page.ascii("HTTP/1.1 200 OK\r\nDate: ");
  private static final byte[] STAYS = Page.ascii("\r\n\r\n");
  private static final byte[] CLOSES = Page.ascii("\r\nConnection: close\r\n\r\n");

  private final SocketChannel channel;
  private final FileServer server;
  private final Site site;
  private final int waitingBytes;
  private byte[] received = new byte[USUAL_HEAD];
  private ByteBuffer room = ByteBuffer.wrap(received);
  private final ByteBuffer head = ByteBuffer.allocateDirect(LONGEST_ANSWER_HEAD);
  private int begin;
  private int filled;
  private volatile long deadline;
  private volatile boolean sending;

  /// @param waitingBytes what the system may keep until the client takes it
  Connection(SocketChannel channel, FileServer server, Site site, int waitingBytes) {
    this.channel = channel;
    this.server = server;
    this.site = site;
    this.waitingBytes = waitingBytes;
    await();
  }

  /// Ends the connection if the client has let us wait for too long. Of what it does not take the
  /// system would keep a part in memory for minutes; that is dropped with a reset.
  void endIfLate(long now) throws IOException {
    if (now - deadline > 0) {
      try (channel) {
        if (sending) {
          channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
      }
    }
  }

  private void await() {
    deadline = System.nanoTime() + server.patienceNanos();
  }

  @Override
  public void run() {
    try (channel) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (waitingBytes < SYSTEMS_OWN) {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, waitingBytes);
      }
      while (answer()) {
        await();
      }
      leave();
    } catch (IOException e) {
      // The client has gone or was too slow, or a file changed while it was sent: nobody is there
      // to be told, and the connection ends.
    } finally {
      server.left(this);
    }
  }

  /// Answers one request; says whether the connection stays open.
  private boolean answer() throws IOException {
    Request request;
    try {
      int end = receive();
      if (end < 0) {
        return false;
      }
      request = Request.of(received, begin, end);
      if (server.isFull()) {
        request = request.last();
      }
      begin = end;
      await();
    } catch (Refusal e) {
      refuse(e, false, true);
      return false;
    }
    sending = true;
    try {
      respond(request);
    } catch (Refusal e) {
      refuse(e, request.headOnly(), !request.staysOpen());
    }
    sending = false;
    return request.staysOpen();
  }

  /// Where the next head ends; -1 if the client wants nothing more.
  private int receive() throws IOException, Refusal {
    int at = begin;
    while (true) {
      for (; at < filled; at++) {
        if (endsLine(at) && at > begin && at - begin < 2) {
          begin += 2; // empty lines before a request are passed by (RFC 9112, section 2.2)
        } else if (received[at] == '\n' && at - begin > 2 && received[at - 2] == '\n') {
          return at + 1;
        }
      }
      if (at - begin > Request.LONGEST_LINE && !hasLine()) {
        throw Request.tooLong();
      }
      if (at - begin == LONGEST_HEAD) {
        throw Refusal.forGood(
            "431 Request Header Fields Too Large", "the head has no end in 16 KiB");
      }
      at -= makeRoom();
      if (read() < 0) {
        if (begin < filled) {
          throw new EOFException();
        }
        return -1;
      }
    }
  }

  // Lines end with CRLF, and nothing else that moves a cursor is in them: who takes one of the two
  // for an end sees other requests than who does not.
  private boolean endsLine(int at) throws Refusal {
    byte value = received[at];
    boolean behindReturn = at > begin && received[at - 1] == '\r';
    if (behindReturn != (value == '\n') || (value < ' ' && value >= 0 && !isSpace(value))) {
      throw Refusal.forGood("400 Bad Request", "a line with a control character, or without CRLF");
    }
    return value == '\n';
  }

  private static boolean isSpace(byte value) {
    return value == '\r' || value == '\n' || value == '\t';
  }

  private boolean hasLine() {
    for (int at = begin; at < filled; at++) {
      if (received[at] == '\n') {
        return true;
      }
    }
    return false;
  }

  /// Moves what is there to the front; says by how much.
  private int makeRoom() {
    int moved = begin;
    if (moved > 0) {
      System.arraycopy(received, begin, received, 0, filled - begin);
      filled -= begin;
      begin = 0;
    }
    return moved;
  }

  private int read() throws IOException {
    if (filled == received.length) {
      received = Arrays.copyOf(received, 2 * filled);
      room = ByteBuffer.wrap(received);
    }
    int count = channel.read(room.clear().position(filled));
    filled += Math.max(0, count);
    return count;
  }

  private void respond(Request request) throws IOException, Refusal {
    Page page = site.page(request.target());
    try (CachedFile file = site.open(page)) {
      Page.State state = page.state(file);
      if (state.isKnownTo(request)) {
        begin("HTTP/1.1 304 Not Modified", "\r\nETag: " + state.tag(), request);
        write(head);
      } else if (request.range().isEmpty()) {
        head.clear().put(OK).put(server.date()).put(state.whole());
        end(request);
        send(file, request, 0, file.size());
      } else {
        sendPart(file, state, request);
      }
    }
  }

  private void sendPart(CachedFile file, Page.State state, Request request)
      throws IOException, Refusal {
    boolean same = request.ifRange().isEmpty() || request.ifRange().equals(state.tag());
    Range range = same ? Range.of(request.range(), file.size()) : Range.whole(file.size());
    begin(
        range.isPart() ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK",
        "\r\nContent-Length: " + range.length() + range.field() + state.facts(),
        request);
    send(file, request, range.from(), range.length());
  }

  private void begin(String status, String fields, Request request) {
    head.clear().put(Page.ascii(status + "\r\nDate: "));
    head.put(server.date()).put(Page.ascii(fields));
    end(request);
  }

  private void end(Request request) {
    head.put(request.staysOpen() ? STAYS : CLOSES).flip();
  }

  private void send(CachedFile file, Request request, long from, long length) throws IOException {
    if (request.headOnly()) {
      write(head);
      return;
    }
    long done = file.writeTo(channel, head, from, Math.min(PART, length));
    while (done < length) {
      await();
      done += file.writeTo(channel, from + done, Math.min(PART, length - done));
    }
  }

  private void refuse(Refusal why, boolean headOnly, boolean close) throws IOException {
    String text = why.head(Page.date(Instant.now()), close || why.isLast());
    write(ByteBuffer.wrap(Page.ascii(headOnly ? text : text + why.text())));
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int _ = channel.write(bytes);
    }
  }

  // A connection that is closed while bytes come in is reset, and the client may lose the answer.
  private void leave() throws IOException {
    await();
    channel.shutdownOutput();
    long left = LEFT_OVER;
    int count = 0;
    while (count >= 0 && left > 0) {
      count = channel.read(room.clear());
      left -= count;
    }
  }
}

package io.penstock.tree.cache;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A client's connection to a server of files, which judges each answer: what is no file is refused
/// in one line.
final class Line implements AutoCloseable {
  /// No answer takes as long, however busy the machine is.
  static final int MOST_MILLIS = 240_000;

  /// As many addresses of this machine call, so that its ports suffice.
  private static final int CALLERS = 4;

  private static final int LONGEST_HEAD = 2 << 10;
  private static final int LONGEST_REFUSAL = 200;
  private static final int SMALL_WINDOW = 8 << 10;

  /// Of the memory of the same system, for what the server has not read.
  private static final int OWN_BYTES = 32 << 10;

  private static final int AT_ONCE = 16 << 10;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) [A-Z][A-Za-z -]+\r\n");
  private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: (\\d+)\r\n");
  private static final Pattern REFUSAL =
      Pattern.compile("\\d{3} [A-Za-z ]+: [a-zA-Z0-9 .,:%-]+/?\n");

  private final Socket socket;
  private final InputStream in;

  private Line(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /// Calls a port of this machine.
  ///
  /// @param number of the caller
  static Line open(int port, int number) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(MOST_MILLIS);
      socket.setTcpNoDelay(true);
      socket.setSendBufferSize(OWN_BYTES);
      byte[] address = {127, 0, 0, (byte) (1 + number % CALLERS)};
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(address), 0));
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MOST_MILLIS);
      return new Line(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /// An answer, whose body has come whole.
  ///
  /// @param hash of the body
  /// @param text the begin of the body
  record Answer(int status, String head, String hash, String text) {
    boolean isLast() {
      return head.contains("\r\nConnection: close\r\n");
    }

    boolean isFile() {
      return status == 200 || status == 206;
    }
  }

  static String request(String target, String... fields) {
    StringBuilder request = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: here\r\n");
    for (String field : fields) {
      request.append(field).append("\r\n");
    }
    return request.append("\r\n").toString();
  }

  void send(String bytes) throws IOException {
    send(bytes.getBytes(ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /// Sends one byte after the other.
  void drip(String bytes, long pauseNanos) throws IOException {
    for (int i = 0; i < bytes.length(); i++) {
      send(bytes.substring(i, i + 1));
      LockSupport.parkNanos(pauseNanos);
    }
  }

  /// Lets the system take no more than some kibibytes before they are read.
  void narrow() throws IOException {
    socket.setReceiveBufferSize(SMALL_WINDOW);
  }

  /// Takes some bytes, one after the other.
  void sip(int count, long pauseNanos) throws IOException {
    for (int i = 0; i < count && in.read() >= 0; i++) {
      LockSupport.parkNanos(pauseNanos);
    }
  }

  /// Says that nothing more is asked.
  void endRequests() throws IOException {
    socket.shutdownOutput();
  }

  /// Ends the connection at once, whatever is under way.
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /// Takes an answer.
  ///
  /// @throws EOFException if the server ends the connection
  /// @throws AssertionError if it is none that the server may give, or does not come
  Answer answer() throws IOException {
    try {
      String head = head();
      Matcher status = STATUS.matcher(head);
      if (!status.lookingAt()) {
        throw new AssertionError("no status: " + head);
      }
      return body(Integer.parseInt(status.group(1)), head);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("neither an answer nor an end comes", e);
    }
  }

  private String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("after: " + head);
      }
      if (head.append((char) next).length() > LONGEST_HEAD) {
        throw new AssertionError("a head without an end: " + head);
      }
    }
    return head.toString();
  }

  private Answer body(int status, String head) throws IOException {
    Matcher length = LENGTH.matcher(head);
    long left = length.find() ? Long.parseLong(length.group(1)) : 0;
    MessageDigest digest = ServedFolder.digest();
    StringBuilder text = new StringBuilder();
    byte[] bytes = new byte[AT_ONCE];
    while (left > 0) {
      int n = in.read(bytes, 0, (int) Math.min(bytes.length, left));
      if (n < 0) {
        throw new EOFException(left + " bytes are missing");
      }
      if (text.length() < LONGEST_REFUSAL) {
        text.append(new String(bytes, 0, n, ISO_8859_1));
      }
      digest.update(bytes, 0, n);
      left -= n;
    }
    Answer answer =
        new Answer(status, head, HexFormat.of().formatHex(digest.digest()), text.toString());
    if (!answer.isFile() && status != 304 && !REFUSAL.matcher(answer.text()).matches()) {
      throw new AssertionError("a refusal that is not one clear line: " + head + answer.text());
    }
    return answer;
  }

  /// Waits until the server ends the connection, and takes what it still sends.
  ///
  /// @throws IOException if it is reset
  /// @throws AssertionError if the server does not end it
  void untilEnd() throws IOException {
    byte[] bytes = new byte[AT_ONCE];
    try {
      while (in.read(bytes) >= 0) {
        // nobody wants it
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server does not end the connection", e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

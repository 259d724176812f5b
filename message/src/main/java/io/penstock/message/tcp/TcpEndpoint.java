package io.penstock.message.tcp;

import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.Stash;
import io.penstock.message.MessageException;
import io.penstock.message.launch.Ending;
import io.penstock.message.launch.RankContext;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Helper;
import io.penstock.message.match.IdleStrategy;
import io.penstock.message.match.Incoming;
import io.penstock.message.match.JobFailure;
import io.penstock.message.match.Payload;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.SpinLock;
import io.penstock.message.match.Transfer;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A rank that is a process, connected with each other rank by a socket.
///
/// No thread is there to carry messages. A thread that waits for something moves whatever can be
/// moved, for everybody: one at a time, while the others sleep. Only while nobody waits does a
/// [ProgressThread] look in.
final class TcpEndpoint extends Endpoint {
  /// How often the progress thread finds nothing before it sleeps again.
  private static final int IDLE_LOOKS = 50;

  /// How often a rank speaks in the time that it may be silent.
  private static final int BEATS_IN_SILENCE = 10;

  private static final long MOST_AHEAD = 256 << 10;

  /// The most bytes of a reason that the others are told: they take none that is much longer.
  private static final int MOST_REASON = 16 << 10;

  /// With more connections the selector finds those that have something: a read of each costs more.
  private static final int MOST_TRIED = 16;

  /// How long a thread leaves the pump to one that only looks: nobody is woken when that one is
  /// done, and if this one slept on, messages would wait for the progress thread.
  private static final long TURN_NANOS = 50_000;

  /// How often a connection's silence is judged in the time that it may last.
  private static final int CHECKS_IN_SILENCE = 100;

  /// The same on one machine, where nothing is lost on the way and a process that ends is told.
  private static final int LOCAL_BEATS_IN_SILENCE = 3;

  /// How many times as long as this rank has waited for a processor another may have.
  private static final int LATER_THAN_THIS = 20;

  /// The part of the longest wait that is forgotten with each check: half of it in one silence.
  private static final double FORGOTTEN = Math.log(2) / CHECKS_IN_SILENCE;

  private final TcpSettings settings;
  private final Mesh mesh;
  private final Connection[] byRank;
  private final List<Connection> connections = new ArrayList<>();
  private final Selector selector = Selector.open();
  private final Consumer<SelectionKey> ready = this::progress;
  private final ProgressThread progressThread;
  private final SpinLock pump = new SpinLock();

  /// How many threads wait for the pump, before which nobody else is to sleep with it.
  private final AtomicInteger wanted = new AtomicInteger();

  /// Who has the pump and sleeps in the selector.
  private volatile long selecting;

  /// Whether that one is a helper, which a thread of the program sends out.
  private volatile boolean helperSelects;

  /// Whether somebody has pumped since the progress thread looked last.
  private volatile boolean pumped;

  private volatile boolean left;

  private long lookedNanos = System.nanoTime();

  private long checkedNanos = lookedNanos;

  /// The longest time between two looks since the last check, ...
  private long latenessNanos;

  /// ... and of late.
  private double recentLatenessNanos;

  /// Whether no other rank shares the process.
  private final boolean ownsProcess = RankContext.current().isEmpty();

  TcpEndpoint(Mesh mesh, TcpSettings settings, BufferPool pool) throws IOException {
    super(
        mesh.rank(), mesh.size(), settings.eagerLimit(), pool, IdleStrategy.yielding(mesh.size()));
    this.settings = settings;
    this.mesh = mesh;
    this.byRank = new Connection[mesh.size()];
    this.progressThread = new ProgressThread(mesh.rank(), this::look);
    try {
      Stash<Frame> spares = new Stash<>(64, Frame::new);
      for (int peer = 0; peer < mesh.size(); peer++) {
        if (peer != mesh.rank()) {
          connect(peer, spares);
        }
      }
      progressThread.start();
    } catch (IOException | RuntimeException | Error e) { // no memory, or no thread
      giveUp(e);
      throw e;
    }
  }

  private void giveUp(Throwable why) {
    fail(JobFailure.CLOSED);
    abandon();
    try {
      selector.close();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private void connect(int peer, Stash<Frame> spares) throws IOException {
    PeerHandler handler = new PeerHandler(this, peer);
    Connection connection =
        new Connection(peer, mesh.peer(peer), pool(), spares, handler, () -> whyParted(peer));
    byRank[peer] = connection;
    connections.add(connection);
    connection.join(selector);
  }

  Connection connection(int rank) {
    return Objects.requireNonNull(byRank[rank]);
  }

  // ---- sending and asking ----------------------------------------------------------------------

  @Override
  protected void transmit(Transfer send) {
    Connection connection = connection(send.peer());
    if (connection.ended()) {
      throw new MessageException(
          String.format(Locale.ROOT, "rank %d has left the job and receives nothing", send.peer()));
    }
    long bytes = send.payload().bytes();
    if (!send.isSynchronous() && bytes <= eagerLimit() && connection.credit.take(bytes)) {
      connection.send(send);
    } else {
      connection.announce(send.ahead(ahead(connection, bytes)));
    }
  }

  /// As much as travels while the other rank asks for the rest.
  private long ahead(Connection connection, long bytes) {
    boolean sent = bytes > eagerLimit() && connection.isPunctual();
    return sent ? Math.min(eagerLimit(), MOST_AHEAD) & Payload.WHOLE_ELEMENTS : 0;
  }

  @Override
  protected void request(Arrival arrival, Transfer receive) {
    connection(arrival.source()).request(arrival.number(), receive, false);
  }

  @Override
  protected void refuse(Arrival arrival) {
    connection(arrival.source()).tell(FrameType.REFUSAL, arrival.number());
  }

  @Override
  protected void consumed(int source, long bytes) {
    if (source != rank()) {
      Connection connection = connection(source);
      if (connection.credit.done(bytes)) {
        connection.tell(FrameType.CREDIT, connection.credit.told());
      }
    }
  }

  // ---- moving what can be moved ----------------------------------------------------------------

  @Override
  public boolean progress() {
    if (!(Thread.currentThread() instanceof Helper)) {
      attend();
      leaveSelector();
    }
    return tryPump();
  }

  /// A thread of the program looks sooner than it would be woken by a helper that sleeps in the
  /// selector.
  private void leaveSelector() {
    if (helperSelects) {
      helperSelects = false;
      selector.wakeup();
    }
  }

  private boolean tryPump() {
    if (!pump.tryLock()) {
      return false;
    }
    try {
      return pump();
    } finally {
      pump.unlock();
    }
  }

  private boolean pump() {
    pumped = true;
    return connections.size() <= MOST_TRIED ? tryAll() : tryReady();
  }

  private boolean tryAll() {
    boolean moved = false;
    for (int i = 0; i < connections.size(); i++) {
      moved |= progress(connections.get(i));
    }
    return moved;
  }

  private boolean tryReady() {
    if (hasFailed()) { // the selector may be closed
      return false;
    }
    watchAll();
    try {
      return selector.selectNow(ready) > 0;
    } catch (IOException e) {
      failJob(rank(), cannotWait(e), e);
      return true;
    }
  }

  private String cannotWait(IOException e) {
    return String.format(Locale.ROOT, "rank %d cannot wait for its connections: %s", rank(), e);
  }

  private void progress(SelectionKey ready) {
    progress((Connection) ready.attachment());
  }

  private boolean progress(Connection connection) {
    if (hasFailed() || connection.isClosed()) {
      return false;
    }
    try {
      return connection.progress();
    } catch (IOException | RuntimeException | Error e) {
      lost(connection, e);
      return true;
    }
  }

  /// Waits for the pump. A thread that sleeps with it would take it again at once, again and again.
  private void takePump() {
    wanted.incrementAndGet();
    selector.wakeup();
    pump.lock();
    wanted.decrementAndGet();
  }

  /// What happened before this thread had the pump, it sees for itself: another one that left the
  /// selector, or looked into it, may have used up the waking. What happens afterwards wakes it.
  @Override
  protected void sleep(Condition condition, long nanos) {
    if (wanted.get() > 0 || !pump.tryLock()) {
      super.sleep(condition, selecting == 0 ? Math.min(nanos, TURN_NANOS) : nanos);
      return;
    }
    try {
      if (wanted.get() == 0 && !condition.met()) {
        select(nanos);
      }
    } finally {
      pump.unlock();
    }
  }

  private void select(long nanos) {
    pumped = true;
    selecting = Thread.currentThread().threadId();
    helperSelects = Thread.currentThread() instanceof Helper;
    try {
      watchAll();
      selector.select(ready, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    } catch (IOException e) {
      failJob(rank(), cannotWait(e), e);
    } finally {
      selecting = 0;
      helperSelects = false;
    }
  }

  private void watchAll() {
    for (int i = 0; i < connections.size(); i++) {
      watch(connections.get(i));
    }
  }

  private void watch(Connection connection) {
    if (connection.isBroken()) {
      progress(connection);
    } else {
      connection.watch();
    }
  }

  @Override
  protected void alarm() {
    if (selecting != Thread.currentThread().threadId()) {
      selector.wakeup();
    }
  }

  // ---- what comes in
  // -----------------------------------------------------------------------------

  void arrive(Incoming head) {
    meet(head);
  }

  void staged(Arrival arrival) {
    full(arrival);
  }

  void left(Connection connection) {
    connection.end();
    departed(connection.rank());
    connection.unasked(left(connection.rank()));
    connection.tell(FrameType.FAREWELL, 0);
  }

  /// Why nothing goes to a rank any more.
  private RuntimeException whyParted(int rank) {
    return hasFailed()
        ? failureException()
        : new MessageException(
            String.format(
                Locale.ROOT,
                "rank %d has left the job: it receives nothing more, and what it announced and did not send is lost",
                rank));
  }

  private static MessageException left(int rank) {
    return new MessageException(
        String.format(Locale.ROOT, "rank %d has left the job and did not receive", rank));
  }

  void sawFarewell(Connection connection) {
    connection.sawFarewell();
  }

  void aborted(long failed, byte[] reason) {
    if (failed < 0 || failed >= size()) {
      throw new ProtocolException(
          String.format(Locale.ROOT, "an abort frame for rank %d of %d", failed, size()));
    }
    String said = new String(reason, StandardCharsets.UTF_8);
    String how =
        said.isBlank()
            ? String.format(Locale.ROOT, "rank %d brought the job down without a reason", failed)
            : said;
    failJob((int) failed, how, new MessageException("told by another rank"));
  }

  // ---- ends
  // --------------------------------------------------------------------------------------

  private void lost(Connection connection, Throwable e) {
    if (connection.ended()) {
      connection.abandon(left(connection.rank()));
      connection.close();
      return;
    }
    switch (e) {
      case ProtocolException protocol -> failJob(connection.rank(), broke(connection, protocol), e);
      case SpoiltMessageException _ ->
          failJob(rank(), String.format(Locale.ROOT, "rank %d: %s", rank(), why(e)), e);
      case IOException _ ->
          failJob(
              connection.rank(),
              String.format(Locale.ROOT, "rank %d is gone: %s", connection.rank(), why(e)),
              e);
      case PoolExhaustedException _ ->
          failJob(
              rank(),
              String.format(Locale.ROOT, "rank %d has no memory left: %s", rank(), why(e)),
              e);
      default ->
          failJob(rank(), String.format(Locale.ROOT, "rank %d cannot go on: %s", rank(), e), e);
    }
  }

  private static String broke(Connection connection, ProtocolException e) {
    return String.format(Locale.ROOT, "rank %d broke the protocol: %s", connection.rank(), why(e));
  }

  private static String why(Throwable e) {
    return String.valueOf(e.getMessage());
  }

  /// By the thread that has the pump.
  private void failJob(int failed, String how, Throwable cause) {
    if (hasFailed()) {
      return;
    }
    byte[] whole = how.getBytes(StandardCharsets.UTF_8);
    byte[] reason = Arrays.copyOf(whole, Math.min(whole.length, MOST_REASON));
    Connection.abortAll(connections, failed, () -> take().of(reason));
    fail(JobFailure.ofRank(failed, how, cause));
    abandon();
  }

  private void abandon() {
    for (Connection connection : connections) {
      connection.abandon(failureException());
      FrameReader reader = connection.frameReader();
      if (reader.receive() != Transfer.NONE && !reader.isBeginning()) {
        reader.receive().end(failureException());
      } else if (reader.arrival() != Arrival.NONE) {
        broken(reader.arrival());
      }
      reader.discard(0);
      connection.finish();
    }
  }

  // ---- the progress thread's look, every 10 ms
  // ------------------------------------------------------------

  private void look(long nowNanos) {
    if (!pumped) {
      catchUp();
    }
    pumped = false;
    latenessNanos = Math.max(latenessNanos, nowNanos - lookedNanos);
    lookedNanos = nowNanos;
    if (nowNanos - checkedNanos >= settings.silenceNanos() / CHECKS_IN_SILENCE) {
      checkedNanos = nowNanos;
      check(nowNanos);
      latenessNanos = 0;
    }
  }

  private void check(long nowNanos) {
    long most = settings.silenceNanos() / BEATS_IN_SILENCE;
    boolean stalled = latenessNanos > most;
    recentLatenessNanos =
        Math.max((double) Math.min(latenessNanos, most), recentLatenessNanos * (1 - FORGOTTEN));
    for (int i = 0; i < connections.size(); i++) {
      Connection connection = connections.get(i);
      if (!connection.isClosed() && !hasFailed()) { // who leaves waits for others, and may be lost
        feel(connection, nowNanos, stalled);
      }
    }
  }

  private void catchUp() {
    int most = connections.size() <= MOST_TRIED ? IDLE_LOOKS : 1;
    int idle = 0;
    while (idle < most) {
      idle = tryPump() ? 0 : idle + 1;
    }
  }

  /// @param stalled whether this process itself stood still: then it can say nothing of others
  private void feel(Connection connection, long nowNanos, boolean stalled) {
    Liveness liveness = connection.liveness();
    liveness.look(connection.frameReader().bytesRead(), connection.sendQueue().written(), nowNanos);
    if (stalled) {
      liveness.forgive(nowNanos);
    }
    int beats = connection.isLocal() ? LOCAL_BEATS_IN_SILENCE : BEATS_IN_SILENCE;
    if (liveness.muteNanos(nowNanos) > settings.silenceNanos() / beats) {
      connection.tell(FrameType.BEAT, 0);
    }
    long patienceNanos =
        liveness.patienceNanos(settings) + (long) (LATER_THAN_THIS * recentLatenessNanos);
    if (liveness.silentNanos(nowNanos) > patienceNanos) {
      pronounceDead(connection, TimeUnit.NANOSECONDS.toSeconds(patienceNanos));
    }
  }

  private void pronounceDead(Connection connection, long seconds) {
    takePump();
    try {
      lost(
          connection,
          new IOException(
              String.format(Locale.ROOT, "it has been silent for more than %d s", seconds)));
    } finally {
      pump.unlock();
    }
  }

  // ---- leaving
  // -----------------------------------------------------------------------------------

  /// Tells all other ranks, and waits until they have seen it: then nothing that was sent is lost.
  @Override
  public void close() {
    if (!hasFailed()) {
      connections.forEach(connection -> connection.tell(FrameType.BYE, 0));
      await(() -> hasFailed() || connections.stream().allMatch(Connection::isParted));
    }
    progressThread.stop();
    left = true;
    takePump();
    try {
      fail(JobFailure.CLOSED);
      abandon();
      connections.forEach(Connection::close);
      selector.close();
    } catch (IOException e) {
      throw new MessageException(
          String.format(Locale.ROOT, "rank %d cannot close its selector: %s", rank(), e), e);
    } finally {
      pump.unlock();
    }
  }

  /// Whether [#close] was called.
  boolean hasLeft() {
    return left;
  }

  /// The other ranks see the end of the process, or are told by a rank that shares its process.
  @Override
  public void abort(int status, String why) {
    if (ownsProcess) {
      Ending.abort(status, why);
    } else {
      die(why);
    }
  }

  /// Breaks the job off as the death of the process would.
  void die(String why) {
    takePump();
    try {
      failJob(rank(), why, new MessageException(why));
    } finally {
      pump.unlock();
    }
    close();
  }
}

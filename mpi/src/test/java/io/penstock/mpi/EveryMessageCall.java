package io.penstock.mpi;

import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A rank that sends itself a message in each way that [MpiMessages] has, and says what came.
final class EveryMessageCall {
  private static final int TAG = 9;

  private final Mpi mpi = Mpi.start();
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment got = arena.allocate(8, 8);
  private final MemorySegment lent = arena.allocate(8, 8);
  private final MemorySegment status = arena.allocate(64, 8);
  private final MemorySegment indices = arena.allocate(8, 8);
  private final long sent = arena.allocateFrom(ValueLayout.JAVA_LONG, 42).address();
  private final long requests = arena.allocate(16, 8).address();
  private final long second = requests + mpi.abi().handleBytes();
  private final long message = arena.allocate(8, 8).address();
  private final long world = mpi.handle(MpiHandle.COMM_WORLD);
  private final long type = mpi.handle(MpiHandle.INT64_T);
  private final int rank = mpi.rank();
  private final int ignored = mpi.constant(MpiConstant.STATUS_IGNORE);

  private EveryMessageCall() {}

  public static void main(String[] arguments) {
    EveryMessageCall calls = new EveryMessageCall();
    calls.blocking();
    calls.nonblocking();
    calls.persistent();
    calls.matched();
    calls.cancelled();
  }

  private void blocking() {
    receive(requests);
    MpiMessages.ssend(sent, 1, type, rank, TAG, world);
    MpiMessages.await(requests, status.address());
    say("ssend");
    MpiMessages.isend(sent, 1, type, rank, TAG, world, requests);
    MpiMessages.probe(rank, TAG, world, status.address());
    MpiMessages.recv(got.address(), 1, type, rank, TAG, world, status.address());
    MpiMessages.await(requests, ignored);
    say("recv");
    receive(requests);
    MpiMessages.send(sent, 1, type, rank, TAG, world);
    while (!MpiMessages.test(requests, lent, status.address())) {
      Thread.onSpinWait();
    }
    say("send");
  }

  private void nonblocking() {
    receive(requests);
    MpiMessages.issend(sent, 1, type, rank, TAG, world, second);
    MpiMessages.awaitAll(2, requests, mpi.constant(MpiConstant.STATUSES_IGNORE));
    say("issend");
    receive(requests);
    MpiMessages.isend(sent, 1, type, rank, TAG, world, second);
    int done = 0;
    while (done < 2) {
      done += MpiMessages.testSome(2, requests, lent, indices.address(), status.address());
    }
    say("testSome");
  }

  private void persistent() {
    MpiMessages.recvInit(got.address(), 1, type, rank, TAG, world, requests);
    MpiMessages.sendInit(sent, 1, type, rank, TAG, world, second);
    MpiMessages.start(requests);
    MpiMessages.start(second);
    MpiMessages.await(second, ignored);
    while (MpiMessages.testAny(2, requests, lent, status.address()) != 0) {
      Thread.onSpinWait();
    }
    MpiMessages.free(requests);
    MpiMessages.free(second);
    say("start");
  }

  private void matched() {
    MpiMessages.isend(sent, 1, type, rank, TAG, world, requests);
    while (!MpiMessages.iprobe(rank, TAG, world, lent, status.address())) {
      Thread.onSpinWait();
    }
    take();
    MpiMessages.mrecv(got.address(), 1, type, message, status.address());
    MpiMessages.await(requests, ignored);
    say("mrecv");
    MpiMessages.isend(sent, 1, type, rank, TAG, world, requests);
    take();
    MpiMessages.imrecv(got.address(), 1, type, message, second);
    MpiMessages.await(second, status.address());
    MpiMessages.await(requests, ignored);
    say("imrecv");
  }

  private void take() {
    while (!MpiMessages.improbe(rank, TAG, world, lent, message, status.address())) {
      Thread.onSpinWait();
    }
  }

  private void cancelled() {
    receive(requests);
    MpiMessages.cancel(requests);
    MpiMessages.await(requests, status.address());
    System.out.println("cancelled " + MpiMessages.isCancelled(status.address(), lent));
  }

  private void receive(long request) {
    MpiMessages.irecv(got.address(), 1, type, rank, TAG, world, request);
  }

  private void say(String what) {
    long count = MpiMessages.count(status.address(), type, lent);
    System.out.println(what + " " + got.get(ValueLayout.JAVA_LONG, 0) + " " + count);
    got.fill((byte) 0);
  }
}

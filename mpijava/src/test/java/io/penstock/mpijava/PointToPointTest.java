package io.penstock.mpijava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Sends and receives, and what is wrong about them.
@Timeout(60)
class PointToPointTest {
  private static final Intracomm WORLD = MPI.COMM_WORLD;

  @Test
  void aMessageFillsTheBeginningOfItsRoomAndNothingElse() {
    Ranks.run(
        2,
        rank -> {
          if (rank == 0) {
            WORLD.Send(new int[] {9, 1, 2, 9}, 1, 2, MPI.INT, 1, 4);
          } else {
            int[] room = new int[6];
            Status status = WORLD.Recv(room, 2, 3, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertThat(room).containsExactly(0, 0, 1, 2, 0, 0);
            assertThat(status.source).isZero();
            assertThat(status.tag).isEqualTo(4);
            assertThat(status.Get_count(MPI.INT)).isEqualTo(2);
            assertThat(status.Get_count(MPI.INT2)).isEqualTo(1);
            assertThat(status.Get_count(MPI.DOUBLE)).isEqualTo(MPI.UNDEFINED);
            assertThat(status.Get_elements(MPI.INT2)).isEqualTo(2);
          }
        });
  }

  @Test
  void aMessageThatIsTooLongOrOfAnotherTypeIsAnErrorAndTheNextOneArrives() {
    Ranks.run(
        2,
        rank -> {
          if (rank == 0) {
            WORLD.Send(new int[5], 0, 5, MPI.INT, 1, 1);
            WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 1);
            WORLD.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, 1, 1);
            WORLD.Send(new Object[] {"one", "two"}, 0, 2, MPI.OBJECT, 1, 1);
            WORLD.Send(new int[] {7}, 0, 1, MPI.INT, 1, 1);
          } else {
            int[] room = new int[8];
            assertThatThrownBy(() -> WORLD.Recv(room, 0, 4, MPI.INT, 0, 1))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("room");
            assertThatThrownBy(() -> WORLD.Recv(new float[1], 0, 1, MPI.FLOAT, 0, 1))
                .isInstanceOf(MPIException.class);
            assertThatThrownBy(() -> WORLD.Recv(new byte[999], 0, 999, MPI.BYTE, 0, 1))
                .isInstanceOf(MPIException.class);
            assertThatThrownBy(() -> WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, 0, 1))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("2 objects");
            WORLD.Recv(room, 0, 8, MPI.INT, 0, 1);
            assertThat(room[0]).isEqualTo(7);
          }
        });
  }

  @Test
  void wrongArgumentsAreErrorsBeforeAnythingIsSent() {
    Ranks.run(
        1,
        rank -> {
          int[] data = new int[4];
          assertFails(() -> WORLD.Send(data, 0, -1, MPI.INT, 0, 0), "-1 items");
          assertFails(() -> WORLD.Send(data, 2, 3, MPI.INT, 0, 0), "elements 2 to 4");
          assertFails(() -> WORLD.Send(data, -1, 1, MPI.INT, 0, 0), "elements -1");
          assertFails(() -> WORLD.Send(data, Integer.MAX_VALUE, 4, MPI.INT, 0, 0), "2147483647");
          assertFails(() -> WORLD.Send(data, 0, 1, MPI.LONG, 0, 0), "int[] where MPI.LONG");
          assertFails(() -> WORLD.Send(data, 0, 1, MPI.INT, 1, 0), "no rank 1");
          assertFails(() -> WORLD.Send(data, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0), "no rank -2");
          assertFails(() -> WORLD.Send(data, 0, 1, MPI.INT, 0, -5), "tag -5");
          assertFails(() -> WORLD.Send(data, 0, 1, MPI.INT, 0, MPI.ANY_TAG), "tag -2");
          assertFails(() -> WORLD.Recv(data, 0, 1, MPI.INT, 0, -7), "tag -7");
          assertFails(() -> WORLD.Recv(data, 0, 1, MPI.INT, 3, 0), "no rank 3");
          assertFails(
              () -> WORLD.Send(new Object[] {new Object()}, 0, 1, MPI.OBJECT, 0, 0), "Object");
          assertThat(WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG)).isNull();
        });
  }

  @Test
  void anExchangeThatIsRefusedTakesNoMessage() {
    Ranks.run(
        1,
        rank -> {
          int[] data = {3};
          Object[] unknown = {new Object()};
          Request send = WORLD.Isend(data, 0, 1, MPI.INT, 0, 2);
          int[] room = new int[1];
          assertFails(
              () -> WORLD.Sendrecv(data, 0, 1, MPI.INT, 1, 2, room, 0, 1, MPI.INT, 0, 2),
              "no rank 1");
          assertFails(
              () -> WORLD.Sendrecv(data, 0, 1, MPI.INT, 0, -5, room, 0, 1, MPI.INT, 0, 2),
              "tag -5");
          assertFails(
              () -> WORLD.Sendrecv(unknown, 0, 1, MPI.OBJECT, 0, 2, room, 0, 1, MPI.INT, 0, 2),
              "Object");
          assertThat(WORLD.Iprobe(0, 2)).isNotNull();
          WORLD.Recv(room, 0, 1, MPI.INT, 0, 2);
          assertThat(room).containsExactly(3);
          send.Wait();
        });
  }

  private static void assertFails(Runnable call, String words) {
    assertThatThrownBy(call::run).isInstanceOf(MPIException.class).hasMessageContaining(words);
  }

  @Test
  void nothingGoesToNoRankAndAnEmptyMessageComesFromIt() {
    Ranks.run(
        1,
        rank -> {
          int[] data = {5};
          WORLD.Send(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
          Status status = WORLD.Recv(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
          assertThat(status.source).isEqualTo(MPI.PROC_NULL);
          assertThat(status.Get_count(MPI.INT)).isZero();
          Request[] requests = {
            WORLD.Isend(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0),
            WORLD.Irecv(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0)
          };
          assertThat(Request.Waitall(requests)).extracting(s -> s.source).contains(MPI.PROC_NULL);
          assertThat(data).containsExactly(5);
          WORLD.Sendrecv_replace(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0, MPI.PROC_NULL, 0);
          assertThat(data).containsExactly(5);
        });
  }

  @Test
  void aReceiveThatNothingHasMetIsCancelled() {
    Ranks.run(
        1,
        rank -> {
          Request receive = WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, 3);
          assertThat(receive.Test()).isNull();
          receive.Cancel();
          assertThat(receive.Wait().Test_cancelled()).isTrue();
          assertThat(receive.Is_null()).isTrue();
          Request objects = WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, 0, 3);
          objects.Free();
          assertThat(objects.Wait()).isSameAs(MPI.EMPTY_STATUS);
        });
  }

  @Test
  void requestsEndOneByOneWithTheirIndexes() {
    Ranks.run(
        2,
        rank -> {
          int count = 10;
          if (rank == 0) {
            for (int i = count - 1; i >= 0; i--) {
              WORLD.Send(new int[] {i}, 0, 1, MPI.INT, 1, i);
            }
          } else {
            int[] values = new int[count];
            Request[] requests = new Request[count + 1];
            for (int i = 0; i < count; i++) {
              requests[i] = WORLD.Irecv(values, i, 1, MPI.INT, 0, i);
            }
            List<Integer> done = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              Status status = Request.Waitany(requests);
              assertThat(values[status.index]).isEqualTo(status.index);
              done.add(status.index);
            }
            assertThat(done).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            assertThat(Request.Waitany(requests).index).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.Testany(requests)).isNull();
            assertThat(Request.Waitsome(requests)).isEmpty();
            assertThat(Objects.requireNonNull(Request.Testall(requests))[count]).isNull();
          }
        });
  }

  @Test
  void aRequestThatFailsTellsItOnceAllOthersAreDone() {
    Ranks.run(
        1,
        rank -> {
          int[] room = new int[2];
          Request[] requests = {
            WORLD.Irecv(room, 0, 1, MPI.INT, 0, 1), WORLD.Irecv(room, 1, 1, MPI.INT, 0, 2)
          };
          WORLD.Send(new int[2], 0, 2, MPI.INT, 0, 1);
          WORLD.Send(new int[] {8}, 0, 1, MPI.INT, 0, 2);
          assertFails(() -> Request.Waitall(requests), "room");
          assertThat(room[1]).isEqualTo(8);
          assertThat(requests[0].Is_null()).isTrue();
        });
  }

  @Test
  void aPersistentRequestStartsAgainOnceItIsDone() {
    Ranks.run(
        1,
        rank -> {
          int[] sent = new int[1];
          int[] received = new int[1];
          Prequest send = WORLD.Send_init(sent, 0, 1, MPI.INT, 0, 0);
          Prequest receive = WORLD.Recv_init(received, 0, 1, MPI.INT, 0, 0);
          assertThat(receive.Wait()).isSameAs(MPI.EMPTY_STATUS);
          for (int i = 0; i < 3; i++) {
            sent[0] = i;
            Prequest.Startall(new Prequest[] {receive, send});
            assertFails(receive::Start, "under way");
            Request.Waitall(new Prequest[] {receive, send});
            assertThat(received[0]).isEqualTo(i);
          }
        });
  }

  @Test
  void aBufferedSendWantsRoomInTheAttachedBuffer() {
    Ranks.run(
        2,
        rank -> {
          if (rank == 0) {
            int[] data = new int[100_000];
            assertFails(() -> WORLD.Bsend(data, 0, 100_000, MPI.INT, 1, 0), "Buffer_attach");
            MPI.Buffer_attach(ByteBuffer.allocate(400_000));
            data[0] = 1;
            WORLD.Bsend(data, 0, 100_000, MPI.INT, 1, 0);
            data[0] = 2;
            assertFails(() -> WORLD.Bsend(data, 0, 100_000, MPI.INT, 1, 0), "0 left");
            WORLD.Send(data, 0, 1, MPI.INT, 1, 1);
            MPI.Buffer_detach();
          } else {
            int[] room = new int[100_000];
            WORLD.Recv(room, 0, 1, MPI.INT, 0, 1);
            WORLD.Recv(room, 0, 100_000, MPI.INT, 0, 0);
            assertThat(room[0]).isEqualTo(1);
          }
        });
  }

  @Test
  void itemsOfAllKindsArePackedAndUnpacked() {
    Ranks.run(
        2,
        rank -> {
          byte[] packed = new byte[2000];
          Datatype spread = Datatype.Vector(2, 1, 2, MPI.SHORT);
          if (rank == 0) {
            int end = WORLD.Pack(new double[] {1, 2}, 0, 2, MPI.DOUBLE, packed, 0);
            assertThat(end).isEqualTo(WORLD.Pack_size(2, MPI.DOUBLE));
            end = WORLD.Pack(new boolean[] {false, true}, 1, 1, MPI.BOOLEAN, packed, end);
            end = WORLD.Pack(new short[] {7, 8, 9}, 0, 1, spread, packed, end);
            end = WORLD.Pack(new Object[] {"text"}, 0, 1, MPI.OBJECT, packed, end);
            WORLD.Send(packed, 0, end, MPI.PACKED, 1, 0);
            assertFails(
                () -> WORLD.Pack(new long[1], 0, 1, MPI.LONG, packed, 1999), "array of 2000");
          } else {
            WORLD.Recv(packed, 0, 2000, MPI.PACKED, 0, 0);
            double[] numbers = new double[2];
            boolean[] truth = new boolean[1];
            short[] shorts = new short[3];
            Object[] text = new Object[1];
            int end = WORLD.Unpack(packed, 0, numbers, 0, 2, MPI.DOUBLE);
            end = WORLD.Unpack(packed, end, truth, 0, 1, MPI.BOOLEAN);
            end = WORLD.Unpack(packed, end, shorts, 0, 1, spread);
            WORLD.Unpack(packed, end, text, 0, 1, MPI.OBJECT);
            assertThat(numbers).containsExactly(1, 2);
            assertThat(truth).containsExactly(true);
            assertThat(shorts).containsExactly((short) 7, (short) 0, (short) 9);
            assertThat(text).containsExactly("text");
            assertFails(() -> WORLD.Unpack(packed, 1990, numbers, 0, 2, MPI.DOUBLE), "of 2000");
          }
        });
  }

  @Test
  void severalThreadsOfARankSendAndReceive() {
    Ranks.run(
        2,
        rank -> {
          List<Thread> threads = new ArrayList<>();
          List<Throwable> failures = new ArrayList<>();
          for (int thread = 0; thread < 4; thread++) {
            int tag = thread;
            threads.add(
                Thread.ofVirtual()
                    .uncaughtExceptionHandler((_, e) -> failures.add(e))
                    .start(() -> exchange(1 - rank, tag)));
          }
          for (Thread thread : threads) {
            thread.join();
          }
          assertThat(failures).isEmpty();
        });
  }

  private static void exchange(int other, int tag) {
    long[] data = new long[20];
    for (int i = 0; i < 200; i++) {
      Request receive = WORLD.Irecv(data, 10, 10, MPI.LONG, other, tag);
      data[0] = tag * 1000L + i;
      WORLD.Send(data, 0, 10, MPI.LONG, other, tag);
      receive.Wait();
      assertThat(data[10]).isEqualTo(tag * 1000L + i);
    }
  }

  @Test
  void derivedItemsReplaceThemselves() {
    Ranks.run(
        2,
        rank -> {
          int[] matrix = {rank, 2, rank, 4, rank, 6};
          Datatype column = Datatype.Vector(3, 1, 2, MPI.INT);
          WORLD.Sendrecv_replace(matrix, 0, 1, column, 1 - rank, 0, 1 - rank, 0);
          assertThat(matrix).containsExactly(1 - rank, 2, 1 - rank, 4, 1 - rank, 6);
          Object[] objects = {"from " + rank, "own"};
          WORLD.Sendrecv_replace(objects, 0, 1, MPI.OBJECT, 1 - rank, 0, 1 - rank, 0);
          assertThat(objects).containsExactly("from " + (1 - rank), "own");
        });
  }

  @Test
  void aProxyIsReceivedAsOneOfTheRanksOwnClasses() {
    Ranks.run(
        1,
        rank -> {
          ClassLoader own = new OwnGreeting();
          Class<?> greeting = own.loadClass(Greeting.class.getName());
          assertThat(greeting).isNotEqualTo(Greeting.class);
          Thread.currentThread().setContextClassLoader(own);
          Object[] room = new Object[1];
          Object[] sent = {Proxy.newProxyInstance(own, new Class<?>[] {greeting}, new Handler())};
          Request receive = WORLD.Irecv(room, 0, 1, MPI.OBJECT, 0, 0);
          WORLD.Send(sent, 0, 1, MPI.OBJECT, 0, 0);
          receive.Wait();
          assertThat(greeting.isInstance(room[0])).isTrue();
        });
  }

  /// What a proxy may implement.
  public interface Greeting {}

  private static final class Handler implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return "called";
    }
  }

  /// Has a greeting of its own, as ranks have classes of their own where they are threads.
  private static final class OwnGreeting extends ClassLoader {
    OwnGreeting() {
      super(Greeting.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Greeting.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = Objects.requireNonNull(getParent().getResourceAsStream(file))) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void nothingIsPossibleBeforeInitAndAfterFinalize() {
    Ranks.run(
        1,
        rank -> {
          assertThat(MPI.Initialized()).isTrue();
          assertFails(() -> MPI.Init(new String[0]), "before");
          assertFails(() -> MPI.COMM_NULL.Size(), "COMM_NULL");
        });
    assertThat(MPI.Initialized()).isFalse();
    assertFails(WORLD::Barrier, "MPI.Init");
    assertFails(MPI::Finalize, "MPI.Init");
  }
}

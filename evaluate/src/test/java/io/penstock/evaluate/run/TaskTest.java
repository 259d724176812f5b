package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.FileWork.Access;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskTest {
  private static final Path FILE = Path.of("/some where/100% of=it +1/data.bin");

  static Stream<FileWork> works() {
    return Stream.of(
        FileWork.read(ElementType.INT, 1_000_003).threads(3).processes(4),
        FileWork.write(ElementType.BYTE, 5).threads(4).processes(2).order(ByteOrder.BIG_ENDIAN),
        FileWork.write(ElementType.DOUBLE, 24 * 18 * 10)
            .access(new Access.Tiles(List.of(24L, 18L, 10L), List.of(8L, 6L, 5L)))
            .threads(2)
            .processes(3)
            .with("method", "a b=c"),
        FileWork.write(ElementType.SHORT, 6 * 7 * 5)
            .processes(6)
            .access(
                new Access.Distributed(
                    new Distribution(
                        Shape.of(6, 7, 5),
                        List.of(Dealing.block(), Dealing.cyclic(2), Dealing.whole()),
                        Shape.of(2, 3, 1)))),
        FileWork.write(ElementType.INT, 3 * 4 * 10)
            .processes(3)
            .request(40)
            .access(new Access.InTurn(4)));
  }

  @ParameterizedTest
  @MethodSource("works")
  void tasksSurviveTheirText(FileWork work) {
    for (int rank = 0; rank < work.processes(); rank++) {
      Task task = new Task(work, FILE, rank);
      assertThat(TaskLine.task(TaskLine.of(task))).isEqualTo(task);
      assertThat(TaskLine.of(task)).doesNotContain("\n");
    }
  }

  @Test
  void scatteredTasksSurviveTheirText() {
    FileWork work =
        FileWork.read(ElementType.BYTE, 10_000).request(100).access(new Access.Scattered(9, 8, 7));
    assertThat(TaskLine.task(TaskLine.of(new Task(work, FILE, 0))).work()).isEqualTo(work);
  }

  @ParameterizedTest
  @MethodSource("works")
  void allProcessesTogetherCoverTheFileOnce(FileWork work) {
    BitSet covered = new BitSet();
    for (int rank = 0; rank < work.processes(); rank++) {
      Task task = new Task(work, FILE, rank);
      BitSet array = new BitSet();
      task.pieces()
          .forEach(
              piece -> {
                mark(covered, piece.inFile(), piece.length());
                mark(array, piece.inArray(), piece.length());
              });
      assertThat((long) array.cardinality()).isEqualTo(task.arrayElements() * work.type().bytes());
    }
    assertThat((long) covered.cardinality()).isEqualTo(work.fileBytes());
  }

  @ParameterizedTest
  @MethodSource("works")
  void blocksAreTheShareInOrder(FileWork work) {
    for (int rank = 0; rank < work.processes(); rank++) {
      Task task = new Task(work, FILE, rank);
      int index = 0;
      for (Task.Block block : task.blocks()) {
        assertThat(block.index()).isEqualTo(index);
        assertThat(block.first()).isEqualTo(task.share().first() + index);
        index += block.count();
      }
      assertThat(index).isEqualTo(task.share().count());
    }
  }

  @Test
  void piecesInTurnPassThroughTheSlots() {
    FileWork work =
        FileWork.read(ElementType.INT, 60).processes(2).request(40).access(new Access.InTurn(2));
    assertThat(new Task(work, FILE, 1).pieces())
        .containsExactly(new Task.Piece(40, 120, 40), new Task.Piece(0, 200, 40));
  }

  @Test
  void partsBeginAtPagesOfTheFile() {
    FileWork work = FileWork.read(ElementType.INT, 1_000_003).threads(3).processes(4);
    for (int rank = 0; rank < 4; rank++) {
      new Task(work, FILE, rank)
          .blocks()
          .forEach(block -> assertThat(block.first() * 4 % 4096).isZero());
    }
  }

  @Test
  void worksThatMakeNoSenseAreRefused() {
    FileWork work = FileWork.read(ElementType.INT, 100);
    assertThatIllegalArgumentException().isThrownBy(() -> work.elements(0));
    assertThatIllegalArgumentException().isThrownBy(() -> work.threads(0));
    assertThatIllegalArgumentException().isThrownBy(() -> work.with("file", "mine"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> work.access(new Access.Scattered(1, 1, 1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> work.access(new Access.Tiles(List.of(9L), List.of(3L))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Access.Tiles(List.of(10L), List.of(3L)));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> work.access(new Access.Distributed(Distribution.blocks(Shape.of(100), 2))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> work.request(80).access(new Access.InTurn(1)).processes(2));
  }

  private static void mark(BitSet bytes, long from, long length) {
    assertThat(bytes.get((int) from, (int) (from + length)).isEmpty()).isTrue();
    bytes.set((int) from, (int) (from + length));
  }
}

package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrayRandomAccessFileTest {
  @TempDir Path folder;

  private Path path() {
    return folder.resolve("file");
  }

  private ArrayRandomAccessFile open() throws IOException {
    return new ArrayRandomAccessFile(path(), FileMode.READ_WRITE);
  }

  @Test
  void aWritePastTheEndExtendsTheFileWithZeros() throws IOException {
    try (ArrayRandomAccessFile file = open()) {
      file.seek(1_000_000);
      file.writeIntArray(new int[] {1, 2});
      assertThat(file.length()).isEqualTo(1_000_008);
      file.seek(999_999);
      assertThat(file.readByte()).isZero();
      assertThat(file.readInt()).isEqualTo(1);
    }
    assertThat(Files.size(path())).isEqualTo(1_000_008);
  }

  @Test
  void aFileIsCreatedWhereALinkLeadsToIt() throws IOException {
    Files.createSymbolicLink(path(), Path.of("other"));
    Files.createSymbolicLink(folder.resolve("other"), folder.resolve("led"));
    try (ArrayRandomAccessFile file = open()) {
      file.writeInt(1);
    }
    assertThat(path()).isSymbolicLink();
    assertThat(folder.resolve("led")).hasBinaryContent(new byte[] {0, 0, 0, 1});
    Files.delete(folder.resolve("led"));
    try (ArrayDataOutputStream out = ArrayDataOutputStream.create(path())) {
      out.writeShort(2);
    }
    assertThat(folder.resolve("led")).hasBinaryContent(new byte[] {0, 2});
  }

  @Test
  void aSeekPastTheEndDoesNotExtendTheFile() throws IOException {
    try (ArrayRandomAccessFile file = open()) {
      file.seek(100);
      assertThat(file.getFilePointer()).isEqualTo(100);
      assertThat(file.read()).isEqualTo(-1);
      assertThat(file.skipBytes(3)).isZero();
      assertThatThrownBy(file::readInt).isInstanceOf(EOFException.class);
    }
    assertThat(Files.size(path())).isZero();
  }

  @Test
  void arraysLongerThanTheBufferLieWhereTheyWerePut() throws IOException {
    double[] expected = new double[200_001];
    Arrays.setAll(expected, Math::sqrt);
    double[] actual = new double[expected.length];
    try (ArrayRandomAccessFile file =
        new ArrayRandomAccessFile(path(), FileMode.READ_WRITE, ByteOrder.LITTLE_ENDIAN, 4096)) {
      file.seek(3);
      file.writeDoubleArray(expected);
      file.seek(3);
      file.readDoubleArray(actual);
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void twoWhoWriteAlternatelyKeepEachOthersElements() throws IOException {
    Files.write(path(), new byte[8000]);
    try (ArrayRandomAccessFile even = open();
        ArrayRandomAccessFile odd = open()) {
      for (int i = 0; i < 1000; i++) {
        ArrayRandomAccessFile one = i % 2 == 0 ? even : odd;
        one.seek(8L * i);
        one.readLong();
        one.seek(8L * i);
        one.writeLong(i);
      }
    }
    long[] all = new long[1000];
    try (ArrayDataInputStream in = ArrayDataInputStream.open(path())) {
      in.readLongArray(all);
    }
    long[] expected = new long[1000];
    Arrays.setAll(expected, i -> i);
    assertThat(all).isEqualTo(expected);
  }

  @Test
  void othersSeeWhatWasWrittenAfterFlush() throws IOException {
    try (ArrayRandomAccessFile file = open()) {
      file.writeByte(7);
      assertThat(Files.size(path())).isZero();
      file.flush();
      assertThat(Files.readAllBytes(path())).containsExactly(7);
      file.writeByte(8);
      file.sync();
      assertThat(Files.readAllBytes(path())).containsExactly(7, 8);
    }
  }

  @Test
  void inASynchronousModeOthersSeeEveryWriteAtOnce() throws IOException {
    try (ArrayRandomAccessFile file = new ArrayRandomAccessFile(path().toString(), "rws")) {
      file.writeShort(0x0102);
      assertThat(Files.readAllBytes(path())).containsExactly(1, 2);
      file.writeUTF("a");
      assertThat(Files.readAllBytes(path())).containsExactly(1, 2, 0, 1, 'a');
      file.setLength(1);
      file.seek(1);
      file.writeCharArray(new char[] {'b'});
      assertThat(Files.readAllBytes(path())).containsExactly(1, 0, 'b');
    }
  }

  @Test
  void aFileThatIsOpenForReadingIsNotWritten() throws IOException {
    Files.write(path(), new byte[] {1, 2, 3, 4});
    try (ArrayRandomAccessFile file = new ArrayRandomAccessFile(path().toFile(), "r")) {
      assertThat(file.readInt()).isEqualTo(0x01020304);
      file.seek(0);
      List<ThrowingCallable> calls =
          List.of(
              () -> file.write(1),
              () -> file.write(new byte[1]),
              () -> file.writeInt(1),
              () -> file.writeUTF("a"),
              () -> file.writeIntArray(new int[1]),
              () -> file.setLength(0));
      assertThat(calls)
          .allSatisfy(
              call -> assertThatThrownBy(call).hasMessage("the file is open for reading only"));
    }
    assertThat(Files.readAllBytes(path())).containsExactly(1, 2, 3, 4);
  }

  @Test
  void everyCallAfterCloseIsRefused() throws IOException {
    ArrayRandomAccessFile file = open();
    file.writeInt(1);
    file.seek(0);
    file.close();
    file.close();
    List<ThrowingCallable> calls =
        List.of(
            file::getFilePointer,
            () -> file.seek(0),
            file::length,
            () -> file.setLength(1),
            file::read,
            () -> file.read(new byte[0]),
            file::readInt,
            file::readLine,
            () -> file.readIntArray(new int[0]),
            () -> file.skipBytes(1),
            () -> file.write(1),
            () -> file.writeLong(1),
            () -> file.writeIntArray(new int[0]),
            file::flush,
            file::sync);
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(IOException.class)
                    .hasMessage("stream closed"));
  }

  @Test
  void badArgumentsAreRefusedWithTheirValues() throws IOException {
    try (ArrayRandomAccessFile file = open()) {
      assertThatThrownBy(() -> file.seek(-5)).hasMessageContaining("-5");
      assertThatThrownBy(() -> file.setLength(-5))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-5");
      assertThatThrownBy(() -> file.read(new byte[2], 1, 2))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> new ArrayRandomAccessFile("any", "w"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("\"w\"", "rwd");
    assertThatThrownBy(() -> new ArrayRandomAccessFile(folder.resolve("no"), FileMode.READ))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> new ArrayRandomAccessFile(folder, FileMode.READ_WRITE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString());
  }
}

package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The files in which leases lie where native access is denied, seen where it is not.
class MappedBlockTest {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final BufferPool pool =
      BufferPools.plain(PoolOptions.defaults().withStorage(Storage.heap()));

  private static List<Path> files() throws IOException {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "the files are seen by their descriptors");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      for (Path each : all.toList()) {
        if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)
            && Files.readSymbolicLink(each).toString().contains("/penstock-")) {
          found.add(each);
        }
      }
    }
    return found;
  }

  private MappedBlock mapped(long bytes) {
    return MappedBlock.of(pool.take(bytes), bytes);
  }

  @Test
  void leasesShareFilesAndGiveThemBack() throws IOException {
    List<MappedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      blocks.add(mapped(100));
    }
    blocks.add(mapped(9 << 20));
    assertThat(files()).hasSizeBetween(2, 4);
    blocks.forEach(MappedBlock::release);
    assertThat(files()).hasSizeLessThanOrEqualTo(1);
    assertThat(pool.statistics().liveBlocks()).isZero();
  }

  @Test
  void leasesThatShareAFileDoNotOverlap() {
    try (Arena arena = Arena.ofConfined()) {
      MappedBlock first = mapped(5000);
      MappedBlock second = mapped(5000);
      MemorySegment one = first.view(5000, arena);
      MemorySegment other = second.view(5000, arena);
      one.fill((byte) 1);
      other.fill((byte) 2);
      assertThat(one.toArray(JAVA_BYTE)).containsOnly(1);
      assertThat(first.memory().asSlice(0, 5000).toArray(JAVA_BYTE)).containsOnly(1);
      assertThat(second.memory().asSlice(0, 5000).toArray(JAVA_BYTE)).containsOnly(2);
      first.release();
      second.release();
    }
  }

  @Test
  void nobodyElseMayReadTheFiles() throws IOException {
    MappedBlock mapped = mapped(100);
    for (Path each : files()) {
      assertThat(Files.getPosixFilePermissions(each))
          .containsExactlyInAnyOrder(
              PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }
    mapped.release();
  }

  @Test
  void aThreadThatIsInterruptedLeasesAllTheSame() {
    try (Arena arena = Arena.ofConfined()) {
      Thread.currentThread().interrupt();
      MappedBlock mapped = mapped(20 << 20);
      MemorySegment view = mapped.view(1000, arena);
      assertThat(Thread.interrupted()).isTrue();
      view.fill((byte) 3);
      mapped.release();
    }
  }

  @Test
  void aLeaseMovesWithItsBytesWhenAnInterruptHasClosedItsFile() throws IOException {
    MappedBlock mapped = mapped(5000);
    MappedBlock neighbour = mapped(5000);
    mapped.memory().fill((byte) 4);
    neighbour.memory().fill((byte) 5);
    mapped.file().channel().close();
    try (Arena arena = Arena.ofConfined()) {
      assertThat(mapped.view(5000, arena).toArray(JAVA_BYTE)).containsOnly(4);
      assertThat(neighbour.view(5000, arena).toArray(JAVA_BYTE)).containsOnly(5);
    }
    mapped.release();
    neighbour.release();
  }

  @Test
  void whatIsMappedAlreadyStaysWhereItIs() {
    Block original = pool.take(100);
    MappedBlock mapped = MappedBlock.of(original, 100);
    assertThat(MappedBlock.of(mapped, 100)).isSameAs(mapped);
    assertThat(mapped.buffer()).isSameAs(original.buffer());
    mapped.release();
  }

  /// A block of a pool that wants to know who has it.
  private record Watching(Block block, List<Object> holders) implements Block, Lease.Watched {
    @Override
    public MemorySegment memory() {
      return block.memory();
    }

    @Override
    public ByteBuffer buffer() {
      return block.buffer();
    }

    @Override
    public void release() {
      block.release();
    }

    @Override
    public void watch(Object holder) {
      holders.add(holder);
    }
  }

  @Test
  void thePoolBelowKnowsWhoHasWhatIsMapped() {
    List<Object> holders = new ArrayList<>();
    MappedBlock mapped = MappedBlock.of(new Watching(pool.take(100), holders), 100);
    mapped.watch("holder");
    assertThat(holders).containsExactly("holder");
    mapped.release();
    assertThat(pool.statistics().liveBlocks()).isZero();
  }
}

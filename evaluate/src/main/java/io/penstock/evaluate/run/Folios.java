package io.penstock.evaluate.run;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The sizes of the folios in which Linux keeps a cached file: single pages, or up to 2 MiB in one.
///
/// `/proc/kpageflags` tells root; to others `/proc/self/smaps` tells at least what share of a
/// mapping is entered 2 MiB at a time, which only the largest folios allow.
///
/// @param least of those that were sampled, in bytes
/// @param median of them
/// @param most of them
record Folios(long least, long median, long most) {
  private static final Path PAGE_MAP = Path.of("/proc/self/pagemap");
  private static final Path PAGE_FLAGS = Path.of("/proc/kpageflags");
  private static final Path MAPPINGS = Path.of("/proc/self/smaps");

  private static final int SAMPLES = 64;
  private static final int WORD = Long.BYTES;

  /// So many pages a folio has at the most, of any size of a page.
  private static final int MOST_PAGES = 512;

  /// Of an entry of the page map (Documentation/admin-guide/mm/pagemap.rst, v6.1).
  private static final long FRAME = (1L << 55) - 1;

  /// The bits COMPOUND_HEAD and COMPOUND_TAIL of a page's flags (the same).
  private static final long HEAD = 1L << 15;

  private static final long TAIL = 1L << 16;

  /// Where a file lies, to follow `lies in the page cache`; unknown where the kernel does not tell.
  static String words(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        Arena arena = Arena.ofConfined()) {
      MemorySegment mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      long pageBytes = entry(mapping, "KernelPageSize:");
      Optional<Folios> sampled = sample(mapping, pageBytes);
      return sampled.isPresent() ? sampled.get().words() : wholly(mapping, pageBytes);
    } catch (IOException | RuntimeException _) { // whatever this system's /proc looks like
      return "in folios of unknown size";
    }
  }

  /// The folios of some pages of a mapping; empty to those whom the kernel does not tell.
  private static Optional<Folios> sample(MemorySegment mapping, long pageBytes) throws IOException {
    if (!Files.isReadable(PAGE_MAP) || !Files.isReadable(PAGE_FLAGS)) {
      return Optional.empty();
    }
    List<Long> sizes = new ArrayList<>();
    try (FileChannel pages = FileChannel.open(PAGE_MAP, StandardOpenOption.READ);
        FileChannel flags = FileChannel.open(PAGE_FLAGS, StandardOpenOption.READ)) {
      for (int i = 0; i < SAMPLES; i++) {
        long offset = mapping.byteSize() / SAMPLES * i;
        mapping.get(ValueLayout.JAVA_BYTE, offset); // else it would have no frame
        long frame = words(pages, (mapping.address() + offset) / pageBytes, 1)[0] & FRAME;
        if (frame == 0) {
          return Optional.empty();
        }
        sizes.add(pageBytes * pagesAround(flags, frame));
      }
    }
    sizes.sort(null);
    return Optional.of(new Folios(sizes.getFirst(), sizes.get(SAMPLES / 2), sizes.getLast()));
  }

  private static int pagesAround(FileChannel flags, long frame) throws IOException {
    int before = (int) Math.min(frame, MOST_PAGES - 1);
    long[] near = words(flags, frame - before, before + MOST_PAGES);
    int first = before;
    while (first > 0 && (near[first] & TAIL) != 0) {
      first--;
    }
    int end = first + 1;
    while ((near[first] & HEAD) != 0 && end < near.length && (near[end] & TAIL) != 0) {
      end++;
    }
    return end - first;
  }

  /// Words of a file, as far as it has them, zeros behind.
  private static long[] words(FileChannel file, long index, int number) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(number * WORD).order(ByteOrder.nativeOrder());
    file.read(buffer, index * WORD);
    long[] words = new long[number];
    buffer.clear().asLongBuffer().get(words);
    return words;
  }

  /// What share of a mapping is entered by the largest folios, once all of it has been touched.
  private static String wholly(MemorySegment mapping, long pageBytes) throws IOException {
    for (long at = 0; at < mapping.byteSize(); at += pageBytes) {
      mapping.get(ValueLayout.JAVA_BYTE, at);
    }
    long share = 100 * entry(mapping, "FilePmdMapped:") / mapping.byteSize();
    return share == 0
        ? "in folios of unknown size, none of which a mapping enters at once"
        : "so that a mapping enters " + share + " % of it 2 MiB at a time";
  }

  /// What the kernel says about a mapping, in bytes.
  private static long entry(MemorySegment mapping, String name) throws IOException {
    String begin = Long.toHexString(mapping.address()) + "-";
    List<String> lines = Files.readAllLines(MAPPINGS);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(begin)) {
        return lines.subList(i, lines.size()).stream()
            .filter(line -> line.startsWith(name))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
            .findFirst()
            .orElse(0);
      }
    }
    throw new IOException(MAPPINGS + " has no mapping at " + begin);
  }

  /// A size as people write it.
  static String size(long bytes) {
    return bytes % (1 << 20) == 0
        ? (bytes >> 20) + " MiB"
        : bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : bytes + " bytes";
  }

  private String words() {
    return least == most
        ? "in folios of " + size(median)
        : String.format(
            Locale.ROOT,
            "in folios of %s to %s, in the median of %s",
            size(least),
            size(most),
            size(median));
  }
}

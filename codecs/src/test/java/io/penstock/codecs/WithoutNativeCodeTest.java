package io.penstock.codecs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every codec works in a process that cannot unpack native libraries, or may not call them.
class WithoutNativeCodeTest {
  @TempDir private Path folder;

  @Test
  void whereTheFolderForTemporaryFilesIsMissing() throws Exception {
    assertThat(ran("-Djava.io.tmpdir=" + folder.resolve("missing"), "-Duser.home=" + folder))
        .contains("gzip 100000", "lz4 100000", "zstd 100000");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whereThatFolderIsAFile() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(ran("-Djava.io.tmpdir=" + file, "-Duser.home=" + file))
        .contains("gzip 100000", "lz4 100000", "zstd 100000");
  }

  @Test
  void whereNativeAccessIsDenied() throws Exception {
    assertThat(ran("--illegal-native-access=deny"))
        .contains("gzip 100000", "lz4 100000", "zstd 100000")
        .anyMatch(line -> line.startsWith("aircompressor, in Java and at one level, since "));
  }

  private static List<String> ran(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath(), EveryCodec.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed.lines().toList();
  }

  private static String classPath() {
    return String.join(
        File.pathSeparator,
        folder(EveryCodec.class),
        System.getProperty("jdk.module.path", ""),
        System.getProperty("java.class.path", ""));
  }

  private static String folder(Class<?> type) {
    String name = "/" + type.getName().replace('.', '/') + ".class";
    String found = Optional.ofNullable(type.getResource(name)).orElseThrow().toString();
    return Path.of(URI.create(found.substring(0, found.length() - name.length()))).toString();
  }

  /// Packs and unpacks with every codec.
  static final class EveryCodec {
    private EveryCodec() {}

    public static void main(String[] arguments) throws IOException {
      byte[] content = new byte[100_000];
      Arrays.fill(content, 1000, 50_000, (byte) 7);
      for (Codec codec : Codecs.all()) {
        ByteArrayOutputStream seekable = new ByteArrayOutputStream();
        try (OutputStream out = Compression.seekable(seekable, Packing.of(codec))) {
          out.write(content);
        }
        byte[] plain = Compression.compress(content, Packing.of(codec));
        for (byte[] archive : new byte[][] {plain, seekable.toByteArray()}) {
          if (!Arrays.equals(Compression.decompress(archive, Limits.defaults()), content)) {
            throw new AssertionError(codec.name());
          }
        }
        System.out.println(codec.name() + " " + content.length);
        System.out.println(codec.explain());
      }
    }
  }
}

package io.penstock.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The bundle that `./penstock release` has made, which public repositories check before they take
/// it.
@EnabledIfSystemProperty(named = "consumers.bundle", matches = ".+")
class BundleTest {
  private static final Path BUNDLE = Path.of(System.getProperty("consumers.bundle", ""));

  static Stream<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.list(BUNDLE.resolve("io/penstock"))) {
      return folders.toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("modules")
  void moduleHasEveryArtifact(Path module) throws IOException {
    String stem = module.getFileName() + "-" + Workshop.VERSION;
    List<String> wanted =
        stem.startsWith("penstock-bom")
            ? List.of(stem + ".pom")
            : List.of(
                stem + ".pom",
                stem + ".jar",
                stem + "-sources.jar",
                stem + "-javadoc.jar",
                stem + "-cyclonedx.json");
    assertThat(artifacts(module).map(file -> file.getFileName().toString())).containsAll(wanted);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void everyArtifactHasItsChecksums(Path module) throws IOException, NoSuchAlgorithmException {
    for (Path artifact : artifacts(module).toList()) {
      for (String algorithm : List.of("MD5", "SHA1")) {
        Path sum = Path.of(artifact + "." + algorithm.toLowerCase(Locale.ROOT));
        byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(artifact));
        assertThat(Files.readString(sum).strip()).isEqualTo(HexFormat.of().formatHex(digest));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("modules")
  void everyJarCarriesTheLicence(Path module) throws IOException {
    for (Path artifact : artifacts(module).toList()) {
      if (artifact.toString().endsWith(".jar")) {
        try (JarFile jar = new JarFile(artifact.toFile())) {
          assertThat(jar.stream().map(Object::toString))
              .as(artifact.toString())
              .contains("META-INF/LICENSE", "META-INF/NOTICE");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("modules")
  void pomNamesReleasesOnly(Path module) throws IOException {
    for (Path artifact : artifacts(module).toList()) {
      if (artifact.toString().endsWith(".pom")) {
        String pom = Files.readString(artifact);
        // Importers know the BOM's own version; to resolve it here would add other people's
        // libraries.
        assertThat(pom.replace("${project.version}", Workshop.VERSION))
            .doesNotContain("SNAPSHOT", "${");
      }
    }
  }

  @Test
  void onlyLibrariesAreInIt() throws IOException {
    assertThat(modules().map(module -> module.getFileName().toString().replace("penstock-", "")))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Workshop.LIBRARIES.stream(), Stream.of("bom")).toList());
  }

  private static Stream<Path> artifacts(Path module) throws IOException {
    try (Stream<Path> files = Files.list(module.resolve(Workshop.VERSION))) {
      return files
          .filter(file -> !file.toString().matches(".*\\.(md5|sha1|sha256|sha512|asc)"))
          .toList()
          .stream();
    }
  }
}

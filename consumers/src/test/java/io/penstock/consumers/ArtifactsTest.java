package io.penstock.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// Jars and POMs as a repository holds them.
class ArtifactsTest {
  static Stream<String> libraries() {
    return Workshop.LIBRARIES.stream();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void pomStandsAloneAndNamesWhatRepositoriesWant(String module) throws Exception {
    Element project = project(module);
    assertThat(children(project))
        .contains(
            "groupId",
            "artifactId",
            "version",
            "name",
            "description",
            "url",
            "licenses",
            "developers",
            "scm")
        .doesNotContain("parent", "build", "dependencyManagement", "repositories");
    assertThat(elements(project.getChildNodes()).filter(one -> one.getTagName().equals("version")))
        .extracting(Node::getTextContent)
        .containsExactly(Workshop.VERSION);
    assertThat(text(project, "scope")).doesNotContain("test", "system");
  }

  @Test
  void coreDependsOnNothing() throws Exception {
    NodeList dependencies = project("core").getElementsByTagName("dependency");
    assertThat(elements(dependencies).map(one -> text(one, "artifactId") + text(one, "optional")))
        .containsExactly("jspecifytrue");
  }

  @Test
  void luceneIsTheProgramsOwnAndNothingElseIs() throws Exception {
    List<String> provided = new ArrayList<>();
    for (String module : Workshop.LIBRARIES) {
      elements(project(module).getElementsByTagName("dependency"))
          .filter(one -> text(one, "scope").equals("provided"))
          .map(one -> module + ": " + text(one, "artifactId"))
          .forEach(provided::add);
    }
    assertThat(provided).containsExactly("lucene: lucene-core");
  }

  @Test
  void bomNamesEveryLibrary() throws Exception {
    Element project = project("bom");
    Node managed = project.getElementsByTagName("dependencyManagement").item(0);
    assertThat(
            elements(((Element) managed).getElementsByTagName("artifactId"))
                .map(Node::getTextContent))
        .containsExactlyInAnyOrderElementsOf(
            Workshop.LIBRARIES.stream().map(module -> "penstock-" + module).toList());
    assertThat(project.getElementsByTagName("parent").getLength()).isZero();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void jarCarriesItsLicenceAndAModule(String module) throws IOException {
    Path path = Workshop.jar(module);
    try (JarFile jar = new JarFile(path.toFile())) {
      assertThat(jar.stream().map(Object::toString))
          .contains("META-INF/LICENSE", "META-INF/NOTICE", "module-info.class");
    }
    ModuleDescriptor descriptor = ModuleFinder.of(path).findAll().iterator().next().descriptor();
    assertThat(descriptor.isAutomatic()).isFalse();
    assertThat(descriptor.rawVersion()).contains(Workshop.VERSION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cli", "evaluate", "report", "benchmarks", "integration", "schedules"})
  void programsAreNoLibraries(String module) {
    assertThat(Workshop.REPOSITORY.resolve("io/penstock/penstock-" + module)).doesNotExist();
  }

  private static Element project(String module)
      throws IOException, ParserConfigurationException, SAXException {
    try (InputStream pom = Files.newInputStream(Workshop.pom(module))) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom);
      return document.getDocumentElement();
    }
  }

  private static List<String> children(Element element) {
    return elements(element.getChildNodes()).map(Element::getTagName).toList();
  }

  private static String text(Element element, String name) {
    return String.join(
        " ", elements(element.getElementsByTagName(name)).map(Node::getTextContent).toList());
  }

  private static Stream<Element> elements(NodeList nodes) {
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast);
  }
}

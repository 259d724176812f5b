package io.penstock.ffi;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/// What a module tells GraalVM's compiler of images: `reachability-metadata.json`, in the form of
/// its schema 1.2.0 (GraalVM for JDK 25). One entry is one line.
final class ReachabilityMetadata {
  /// The linker's names of the layouts that Penstock uses; those of JNI have the same width on
  /// every system.
  static final Map<MemoryLayout, String> NAMES =
      Map.of(
          ValueLayout.JAVA_INT, "jint",
          ValueLayout.JAVA_LONG, "jlong",
          ValueLayout.JAVA_DOUBLE, "jdouble",
          ValueLayout.ADDRESS, "void*");

  private static final Map<Linker.Option, String> OPTIONS =
      Map.of(
          Linker.Option.captureCallState("errno"), "\"captureCallState\": true",
          Linker.Option.firstVariadicArg(2), "\"firstVariadicArg\": 2",
          Linker.Option.critical(false), "\"critical\": { \"allowHeapAccess\": false }",
          Linker.Option.critical(true), "\"critical\": { \"allowHeapAccess\": true }");

  private final SequencedMap<String, List<String>> sections = new LinkedHashMap<>();

  /// Constructors and methods of a type that are looked up by name.
  ReachabilityMetadata methods(String type, Collection<Method> methods) {
    return reflection(type, "methods", methods.stream().map(Method::json).sorted().toList());
  }

  /// A method by its name, which is `<init>` of a constructor.
  record Method(String name, List<String> parameters) {
    private String json() {
      return "{ \"name\": \"" + name + "\", \"parameterTypes\": " + array(parameters) + " }";
    }
  }

  /// A field of a type that is looked up by name.
  ReachabilityMetadata field(String type, String name) {
    return reflection(type, "fields", List.of("{ \"name\": \"" + name + "\" }"));
  }

  private ReachabilityMetadata reflection(String type, String what, List<String> members) {
    return entry(
        "reflection",
        "{ \"type\": \"" + type + "\", \"" + what + "\": [" + String.join(", ", members) + "] }");
  }

  /// Resources whose names match a pattern.
  ReachabilityMetadata resource(String glob) {
    return entry("resources", "{ \"glob\": \"" + glob + "\" }");
  }

  /// Functions that are called by these signatures.
  ReachabilityMetadata downcalls(Collection<Signature> signatures) {
    for (Signature signature : signatures) {
      ReachabilityMetadata _ = entry("downcalls", downcall(signature));
    }
    return this;
  }

  private ReachabilityMetadata entry(String section, String entry) {
    List<String> entries = sections.computeIfAbsent(section, _ -> new ArrayList<>());
    if (!entries.contains(entry)) {
      boolean _ = entries.add(entry);
    }
    return this;
  }

  /// One line of the list of foreign calls.
  static String downcall(Signature signature) {
    String result = signature.type().returnLayout().map(ReachabilityMetadata::name).orElse("void");
    List<String> parameters =
        signature.type().argumentLayouts().stream().map(ReachabilityMetadata::name).toList();
    String options =
        signature.options().stream()
            .map(ReachabilityMetadata::option)
            .collect(Collectors.joining(", "));
    return "{ \"returnType\": \""
        + result
        + "\", \"parameterTypes\": "
        + array(parameters)
        + (options.isEmpty() ? "" : ", \"options\": { " + options + " }")
        + " }";
  }

  private static String name(MemoryLayout layout) {
    return known(NAMES, layout instanceof AddressLayout ? ValueLayout.ADDRESS : layout);
  }

  private static String option(Linker.Option option) {
    return known(OPTIONS, option);
  }

  private static <K> String known(Map<K, String> names, K key) {
    String name = names.get(key);
    if (name == null) {
      throw new AssertionError(key + " has no name in reachability metadata yet: give it one here");
    }
    return name;
  }

  private static String array(List<String> texts) {
    return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", ", "[", "]"));
  }

  /// Whether nothing is to be told.
  boolean isEmpty() {
    return sections.isEmpty();
  }

  /// The file's text.
  String json() {
    List<String> parts = new ArrayList<>();
    sections.forEach(
        (name, entries) ->
            parts.add(
                name.equals("downcalls")
                    ? "  \"foreign\": {\n" + list("    ", name, entries) + "\n  }"
                    : list("  ", name, entries)));
    return "{\n" + String.join(",\n", parts) + "\n}\n";
  }

  private static String list(String indent, String name, List<String> entries) {
    return entries.stream()
        .map(entry -> indent + "  " + entry)
        .collect(Collectors.joining(",\n", indent + "\"" + name + "\": [\n", "\n" + indent + "]"));
  }
}

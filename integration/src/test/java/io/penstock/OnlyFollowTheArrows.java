package io.penstock;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Holds for a class whose dependencies inside the root package run along the design's arrows.
///
/// A package that the design does not know breaks it too: it gets its arrows here first.
final class OnlyFollowTheArrows extends ArchCondition<JavaClass> {
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("ffi", Set.of()),
          Map.entry("memory", Set.of("ffi")),
          Map.entry("array", Set.of("memory")),
          Map.entry("file", Set.of("array", "memory", "ffi")),
          Map.entry("file.channel", Set.of("file", "array", "memory", "ffi")),
          Map.entry("file.mapped", Set.of("file", "array", "memory", "ffi")),
          Map.entry("file.posix", Set.of("file", "array", "memory", "ffi")),
          Map.entry("file.uring", Set.of("file", "array", "memory", "ffi")),
          Map.entry("stream", Set.of("array", "memory", "file")),
          Map.entry("object", Set.of("array", "memory")),
          Map.entry("object.analysis", Set.of("object")),
          Map.entry("message", Set.of("array", "memory", "object")),
          Map.entry("message.match", Set.of("message", "array", "memory", "object")),
          Map.entry(
              "message.ranks",
              Set.of(
                  "message",
                  "message.match",
                  "message.launch",
                  "array",
                  "memory",
                  "object",
                  "ffi")),
          Map.entry("message.launch", Set.of("message", "ffi")),
          Map.entry(
              "message.threads",
              Set.of(
                  "message",
                  "message.match",
                  "message.ranks",
                  "message.launch",
                  "array",
                  "memory",
                  "object")),
          Map.entry(
              "message.tcp",
              Set.of(
                  "message",
                  "message.match",
                  "message.ranks",
                  "message.launch",
                  "array",
                  "memory",
                  "object")),
          Map.entry("collective", Set.of("array", "memory", "file", "message")),
          Map.entry("text.number", Set.of()),
          Map.entry("text.utf8", Set.of()),
          Map.entry("text", Set.of("text.number", "text.utf8", "memory", "file")),
          Map.entry("text.token", Set.of("text", "text.number", "text.utf8")),
          Map.entry("tree", Set.of("tree.folder", "tree.entry", "memory", "file")),
          Map.entry("tree.cache", Set.of("memory", "file")),
          Map.entry("tree.entry", Set.of()),
          Map.entry("tree.folder", Set.of("tree.entry", "memory", "file", "ffi")),
          Map.entry("compress", Set.of("memory", "file")));

  private final String prefix;

  OnlyFollowTheArrows(String root) {
    super("depend only along the arrows of the design");
    prefix = root + ".";
  }

  @Override
  public void check(JavaClass origin, ConditionEvents events) {
    Optional<String> part = part(origin);
    if (part.isEmpty()) {
      violate(origin, "is in a package without arrows: " + origin.getPackageName(), events);
      return;
    }
    for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
      JavaClass target = dependency.getTargetClass().getBaseComponentType();
      if (target.getPackageName().startsWith(prefix) && !mayUse(part.get(), part(target))) {
        violate(
            origin,
            "leaves the arrows of " + part.get() + ": " + dependency.getDescription(),
            events);
      }
    }
  }

  private static boolean mayUse(String origin, Optional<String> target) {
    return target
        .map(part -> part.equals(origin) || ARROWS.getOrDefault(origin, Set.of()).contains(part))
        .orElse(false);
  }

  // The innermost part of the design that holds the class: file.channel, or array for array.pack.
  private Optional<String> part(JavaClass type) {
    String name = (type.getPackageName() + ".").substring(prefix.length());
    while (name.contains(".")) {
      name = name.substring(0, name.lastIndexOf('.'));
      if (ARROWS.containsKey(name)) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  private static void violate(JavaClass origin, String message, ConditionEvents events) {
    events.add(SimpleConditionEvent.violated(origin, origin.getName() + " " + message));
  }
}

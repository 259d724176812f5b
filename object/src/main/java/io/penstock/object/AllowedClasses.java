package io.penstock.object;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.chrono.HijrahEra;
import java.time.chrono.IsoEra;
import java.time.chrono.MinguoEra;
import java.time.chrono.ThaiBuddhistEra;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/// A set of classes that may be written and read: these, all of some packages, and arrays of any of
/// them and of primitive types.
///
/// Immutable. A class that is not allowed is not even loaded.
final class AllowedClasses {
  /// Classes of the JDK that hold values and do nothing else: boxed values, strings, numbers,
  /// times, and the common collections.
  private static final Class<?>[] BASIC = {
    Object.class, Boolean.class, Byte.class, Short.class, Character.class,
    Integer.class, Long.class, Float.class, Double.class, String.class,
    Enum.class, BigInteger.class, BigDecimal.class, UUID.class, Date.class,
    BitSet.class, ArrayList.class, LinkedList.class, ArrayDeque.class, HashMap.class,
    LinkedHashMap.class, TreeMap.class, EnumMap.class, HashSet.class, LinkedHashSet.class,
    TreeSet.class, Map.Entry.class, DayOfWeek.class, Month.class, ChronoUnit.class,
    ChronoField.class, IsoEra.class, HijrahEra.class, MinguoEra.class, ThaiBuddhistEra.class,
    ValueRange.class, WeekFields.class
  };

  /// What the JDK writes in place of others, and others that it does not publish.
  private static final String[] HIDDEN = {
    "java.time.Ser", "java.util.Collections$UnmodifiableRandomAccessList",
    "java.util.CollSer", "java.util.Collections$UnmodifiableCollection",
    "java.time.zone.Ser", "java.lang.String$CaseInsensitiveComparator",
    "java.time.chrono.Ser", "java.util.AbstractMap$SimpleImmutableEntry",
    "java.util.Arrays$ArrayList", "java.util.Collections$ReverseComparator",
    "java.util.Collections$EmptyMap", "java.util.Collections$UnmodifiableList",
    "java.util.Collections$EmptySet", "java.util.Collections$UnmodifiableSet",
    "java.util.Collections$EmptyList", "java.util.Collections$UnmodifiableMap",
    "java.time.temporal.IsoFields$Unit", "java.time.temporal.JulianFields$Field",
    "java.util.AbstractMap$SimpleEntry", "java.util.EnumSet$SerializationProxy",
    "java.time.temporal.IsoFields$Field", "java.util.Collections$SingletonList",
    "java.util.Collections$SingletonMap", "java.util.Collections$SingletonSet"
  };

  private final Map<String, Class<?>> classes;
  private final Map<String, ClassLoader> packages;

  private AllowedClasses(Map<String, Class<?>> classes, Map<String, ClassLoader> packages) {
    this.classes = Map.copyOf(classes);
    this.packages = Map.copyOf(packages);
  }

  /// Nothing but basic classes of the JDK.
  static AllowedClasses basic() {
    List<Class<?>> all = new ArrayList<>(List.of(BASIC));
    for (String name : HIDDEN) {
      all.add(
          load(name, Object.class.getClassLoader())
              .orElseThrow(() -> new LinkageError("this JDK has no " + name)));
    }
    return new AllowedClasses(Map.of(), Map.of()).with(all);
  }

  /// These too, with those classes that they extend.
  AllowedClasses with(Iterable<Class<?>> more) {
    Map<String, Class<?>> all = new HashMap<>(classes);
    for (Class<?> type : more) {
      Class<?> element = element(type);
      all.put(element.getName(), element);
      for (Class<?> above = element.getSuperclass();
          above != null && Serializable.class.isAssignableFrom(above);
          above = above.getSuperclass()) {
        all.put(above.getName(), above);
      }
    }
    return new AllowedClasses(all, packages);
  }

  /// All classes of these classes' packages too, as their class loaders find them.
  AllowedClasses withPackagesOf(Iterable<Class<?>> members) {
    Map<String, ClassLoader> all = new HashMap<>(packages);
    for (Class<?> member : members) {
      Class<?> type = element(member);
      ClassLoader loader = type.getClassLoader();
      if (loader == null) {
        throw new IllegalArgumentException(
            type.getName() + " is a class of the JDK: allow such classes one by one");
      }
      all.put(type.getPackageName(), loader);
    }
    return new AllowedClasses(classes, all);
  }

  private static Class<?> element(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element;
  }

  boolean allows(Class<?> type) {
    return allows(type.getName());
  }

  @Override
  public String toString() {
    return classes.size() + " classes, " + packages.size() + " packages";
  }

  /// Whether a class with this name, as [Class#getName] gives it, is allowed.
  boolean allows(String name) {
    int dimensions = dimensions(name);
    if (dimensions == 0) {
      return classes.containsKey(name) || packages.containsKey(packageOf(name));
    }
    String element = name.substring(dimensions);
    if (element.length() == 1) {
      return "ZBCSIJFD".contains(element);
    }
    return isReference(element) && allows(inner(element));
  }

  /// The class with an allowed name.
  ///
  /// @return nothing if there is no such class
  Optional<Class<?>> find(String name) {
    int dimensions = dimensions(name);
    if (dimensions == 0) {
      return Optional.<Class<?>>ofNullable(classes.get(name)).or(() -> load(name));
    }
    String element = name.substring(dimensions);
    if (!isReference(element)) {
      return load(name, AllowedClasses.class.getClassLoader());
    }
    return find(inner(element)).map(type -> arrayOf(type, dimensions));
  }

  private Optional<Class<?>> load(String name) {
    return Optional.ofNullable(packages.get(packageOf(name))).flatMap(loader -> load(name, loader));
  }

  private static Optional<Class<?>> load(String name, ClassLoader loader) {
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Class<?> arrayOf(Class<?> element, int dimensions) {
    Class<?> type = element;
    for (int i = 0; i < dimensions; i++) {
      type = type.arrayType();
    }
    return type;
  }

  private static int dimensions(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    return dimensions;
  }

  /// Not that of an array, whose dimensions stand before: to go into each of thousands would take
  /// the square of a name's length.
  private static boolean isReference(String element) {
    return element.length() > 2
        && element.charAt(0) == 'L'
        && element.charAt(1) != '['
        && element.endsWith(";");
  }

  private static String inner(String element) {
    return element.substring(1, element.length() - 1);
  }

  private static String packageOf(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }
}

package io.penstock.object;

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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/// Classes of the JDK that hold values and do nothing else: boxed values, strings, numbers, times,
/// and the common collections.
final class BasicClasses {
  private static final List<Class<?>> NAMED =
      List.of(
          Object.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          Enum.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          Date.class,
          BitSet.class,
          ArrayList.class,
          LinkedList.class,
          ArrayDeque.class,
          HashMap.class,
          LinkedHashMap.class,
          TreeMap.class,
          EnumMap.class,
          HashSet.class,
          LinkedHashSet.class,
          TreeSet.class,
          Map.Entry.class,
          DayOfWeek.class,
          Month.class,
          ChronoUnit.class,
          ChronoField.class,
          IsoEra.class,
          HijrahEra.class,
          MinguoEra.class,
          ThaiBuddhistEra.class,
          ValueRange.class,
          WeekFields.class);

  /// What the JDK writes in place of others, and others that it does not publish.
  private static final List<String> HIDDEN =
      List.of(
          "java.time.Ser",
          "java.time.chrono.Ser",
          "java.time.zone.Ser",
          "java.time.temporal.IsoFields$Field",
          "java.time.temporal.IsoFields$Unit",
          "java.time.temporal.JulianFields$Field",
          "java.util.CollSer",
          "java.util.EnumSet$SerializationProxy",
          "java.util.Arrays$ArrayList",
          "java.util.AbstractMap$SimpleEntry",
          "java.util.AbstractMap$SimpleImmutableEntry",
          "java.util.Collections$EmptyList",
          "java.util.Collections$EmptyMap",
          "java.util.Collections$EmptySet",
          "java.util.Collections$SingletonList",
          "java.util.Collections$SingletonMap",
          "java.util.Collections$SingletonSet",
          "java.util.Collections$UnmodifiableCollection",
          "java.util.Collections$UnmodifiableList",
          "java.util.Collections$UnmodifiableRandomAccessList",
          "java.util.Collections$UnmodifiableMap",
          "java.util.Collections$UnmodifiableSet",
          "java.util.Collections$ReverseComparator",
          "java.lang.String$CaseInsensitiveComparator");

  private BasicClasses() {}

  static List<Class<?>> all() {
    return Stream.concat(NAMED.stream(), HIDDEN.stream().map(BasicClasses::hidden)).toList();
  }

  private static Class<?> hidden(String name) {
    try {
      return Class.forName(name, false, Object.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new LinkageError("this JDK has no " + name, e);
    }
  }
}

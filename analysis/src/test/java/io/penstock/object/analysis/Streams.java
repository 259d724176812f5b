package io.penstock.object.analysis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.FileVisitOption;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Streams of all kinds, as the JDK writes them.
final class Streams {
  private Streams() {}

  /// What a test writes to a stream.
  interface Writing {
    void to(ObjectOutputStream out) throws IOException;
  }

  /// A record.
  record Point(int x, double y, String name) implements Serializable {}

  /// A serializable function.
  interface Step extends Function<String, String>, Serializable {}

  static byte[] written(Writing writing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      writing.to(out);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // the JDK's own classes, whatever their age
  static List<Object> objects() {
    IdentityHashMap<Object, Object> identity = new IdentityHashMap<>();
    identity.put("k", "v");
    EnumMap<FileVisitOption, String> enumMap = new EnumMap<>(FileVisitOption.class);
    enumMap.put(FileVisitOption.FOLLOW_LINKS, "yes");
    Properties properties = new Properties();
    properties.setProperty("key", "value");
    Step lambda = String::trim;
    return List.of(
        "text",
        "caf\u00e9 \ud83d\ude00 \0",
        "long".repeat(20_000),
        1,
        2L,
        'c',
        true,
        new int[][] {{1}, {}},
        new String[] {"a", "a", "b"},
        new boolean[3],
        new Date(0),
        new BigDecimal("1.50"),
        new BigInteger("123456789012345678901234567890"),
        new UUID(1, 2),
        LocalDateTime.of(2026, 11, 22, 1, 2),
        ZonedDateTime.parse("2026-11-22T10:15:30+01:00[Europe/Paris]"),
        Calendar.getInstance(Locale.ROOT),
        Locale.FRANCE,
        BitSet.valueOf(new long[] {5}),
        new Random(1),
        new AtomicLong(5),
        new ArrayList<>(List.of(1, "b")),
        new Vector<>(List.of(1, 2)),
        new ArrayDeque<>(List.of(1, 2)),
        new HashMap<>(Map.of("k", List.of(1))),
        new LinkedHashMap<>(Map.of("k", 1)),
        new TreeMap<>(Map.of("k", 1)),
        new ConcurrentHashMap<>(Map.of("k", 1)),
        new HashSet<>(List.of(1, 2)),
        new LinkedHashSet<>(List.of(2, 1)),
        new TreeSet<>(List.of(2, 1)),
        new CopyOnWriteArrayList<>(List.of(1)),
        identity,
        properties,
        enumMap,
        EnumSet.allOf(FileVisitOption.class),
        List.of(1, 2, 3),
        Map.of(1, "x"),
        Arrays.asList(1, null, 3),
        Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))),
        Collections.synchronizedList(new ArrayList<>()),
        new IllegalStateException("with a stack", new IOException("and a cause")),
        new Point(1, 2, "p"),
        lambda,
        proxy(),
        FileVisitOption.FOLLOW_LINKS,
        String.class,
        int[].class,
        int.class,
        ObjectStreamClass.lookup(Date.class),
        new ByExternal("own"),
        new ByExternal.Below());
  }

  private static Object proxy() {
    return Proxy.newProxyInstance(
        Streams.class.getClassLoader(),
        new Class<?>[] {Comparable.class, Runnable.class},
        (InvocationHandler & Serializable) (_, _, _) -> 0);
  }

  /// A stream whose writing broke off in the middle, after which another object was written.
  static byte[] brokenOff() throws IOException {
    return written(
        out -> {
          try {
            out.writeObject(new ArrayList<>(List.of("before", new Point(1, 2, "p"), new Object())));
          } catch (NotSerializableException _) {
            out.writeObject(new Point(3, 4, "after"));
          }
        });
  }

  /// A stream with objects and strings beside each class.
  static byte[] annotated(@Nullable Object annotation) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out =
        new ObjectOutputStream(bytes) {
          @Override
          protected void annotateClass(Class<?> type) throws IOException {
            writeInt(5);
            writeObject(type == Point.class ? annotation : "other");
          }
        }) {
      out.writeObject(new Point(1, 2, "p"));
    }
    return bytes.toByteArray();
  }
}

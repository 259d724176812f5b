package io.penstock.tree;

import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A way to reach trees that counts what is opened, and may fail once.
final class CountedFolders implements Folder.Access {
  private final Folder.Access counted;
  private final int most;
  private final AtomicLong opened = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();
  private Optional<Throwable> fault = Optional.empty();
  private Optional<IOException> closeFault = Optional.empty();
  private int failing;
  private volatile String failed = "";

  CountedFolders(Folder.Access counted) {
    this(counted, Integer.MAX_VALUE);
  }

  /// @param most folders that may be open at once
  CountedFolders(Folder.Access counted, int most) {
    this.counted = counted;
    this.most = most;
  }

  /// Has a call on a folder fail, whatever it is, but for that which closes it.
  CountedFolders failing(int call, Throwable why) {
    failing = call;
    fault = Optional.of(why);
    return this;
  }

  /// Has the next call that closes a folder fail, which is closed all the same.
  CountedFolders failingToClose(IOException why) {
    closeFault = Optional.of(why);
    return this;
  }

  /// The name of the method that has failed; empty if there were not so many calls.
  String failed() {
    return failed;
  }

  /// How many folders were opened, each time counted.
  long opened() {
    return opened.get();
  }

  /// How many are open.
  int open() {
    return open.get();
  }

  /// How many were open at once.
  int mostOpen() {
    return mostOpen.get();
  }

  @Override
  public Folder base() {
    return counted(counted.base());
  }

  @Override
  public byte[] name(Path path) {
    return counted.name(path);
  }

  @Override
  public int folders(int wanted) {
    return Math.min(wanted, most);
  }

  private Folder counted(Folder folder) {
    opened.incrementAndGet();
    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
    return (Folder)
        Proxy.newProxyInstance(
            Folder.class.getClassLoader(),
            new Class<?>[] {Folder.class},
            (_, method, arguments) -> call(folder, method, arguments));
  }

  private Object call(Folder folder, Method method, Object[] arguments) throws Throwable {
    for (int i = 0; arguments != null && i < arguments.length; i++) {
      if (arguments[i] instanceof Folder given) {
        arguments[i] = Proxy.getInvocationHandler(given).invoke(given, SELF, null);
      }
    }
    if (method.equals(SELF)) {
      return folder;
    }
    if (method.getName().equals("close")) {
      open.decrementAndGet();
      Optional<IOException> why = closeFault;
      closeFault = Optional.empty();
      if (why.isPresent()) {
        folder.close();
        throw why.get();
      }
    } else if (fault.isPresent() && calls.incrementAndGet() == failing) {
      failed = method.getName();
      throw fault.get();
    }
    try {
      Object result = method.invoke(folder, arguments);
      return result instanceof Folder another ? counted(another) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /// Stands for the folder that is counted.
  private static final Method SELF = self();

  private static Method self() {
    try {
      return Object.class.getMethod("toString");
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}

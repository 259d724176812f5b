package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;

/// The document's own buffers, where MPJ Express is installed: mpjbuf's first strategy, the one
/// that its factory begins with and does not change any more.
///
/// Nothing here is compiled against it. Its log is silenced: it would build a text for each block.
final class Mpjbuf implements Allocator<Object> {
  private final MethodHandle create;
  private final MethodHandle destroy;
  private final MethodHandle buffer;

  Mpjbuf() throws AbsentException {
    try {
      silenceLog();
      Class<?> factory = Class.forName("mpjbuf.BufferFactory");
      Class<?> raw = Class.forName("mpjbuf.RawBuffer");
      Class<?> nio = Class.forName("mpjbuf.NIOBuffer");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      create =
          lookup
              .findStatic(factory, "create", MethodType.methodType(raw, int.class))
              .asType(MethodType.methodType(Object.class, int.class));
      destroy =
          lookup
              .findStatic(factory, "destroy", MethodType.methodType(void.class, raw))
              .asType(MethodType.methodType(void.class, Object.class));
      buffer =
          lookup
              .findVirtual(nio, "getBuffer", MethodType.methodType(ByteBuffer.class))
              .asType(MethodType.methodType(ByteBuffer.class, Object.class));
    } catch (ReflectiveOperationException _) {
      throw new AbsentException(MpjExpress.Home.MISSING);
    }
  }

  private static void silenceLog() throws ReflectiveOperationException {
    Class<?> level = Class.forName("org.apache.log4j.Level");
    Class<?> logger = Class.forName("org.apache.log4j.Logger");
    Object root = logger.getMethod("getRootLogger").invoke(null);
    logger.getMethod("setLevel", level).invoke(root, level.getField("OFF").get(null));
  }

  @Override
  public Object allocate(long bytes) {
    try {
      return (Object) create.invokeExact((int) bytes);
    } catch (Throwable e) {
      throw new IllegalStateException("mpjbuf has no block of " + bytes + " bytes", e);
    }
  }

  @Override
  public void release(Object block) {
    try {
      destroy.invokeExact(block);
    } catch (Throwable e) {
      throw new IllegalStateException("mpjbuf takes no block back", e);
    }
  }

  @Override
  public MemorySegment memory(Object block) {
    try {
      return MemorySegment.ofBuffer(((ByteBuffer) buffer.invokeExact(block)).duplicate().clear());
    } catch (Throwable e) {
      throw new IllegalStateException("mpjbuf shows no memory", e);
    }
  }
}

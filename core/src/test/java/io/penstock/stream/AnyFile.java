package io.penstock.stream;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// What [java.io.RandomAccessFile] and [ArrayRandomAccessFile] have in common.
interface AnyFile extends ArrayDataInput, ArrayDataOutput, Closeable {
  long getFilePointer() throws IOException;

  void seek(long position) throws IOException;

  long length() throws IOException;

  void setLength(long length) throws IOException;

  int read() throws IOException;

  int read(byte[] target) throws IOException;

  int read(byte[] target, int from, int count) throws IOException;

  static AnyFile of(ArrayRandomAccessFile file) {
    return (AnyFile)
        Proxy.newProxyInstance(
            AnyFile.class.getClassLoader(),
            new Class<?>[] {AnyFile.class},
            (_, method, arguments) -> {
              try {
                return ArrayRandomAccessFile.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(file, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}

package io.penstock.simulation.runtime;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/// A loader of the class path's classes, rewritten for simulations.
public final class SimulatedLoader extends URLClassLoader {
  private static final String OWN = SimulatedLoader.class.getPackageName() + ".";

  private final Rewriting rewriting = new Rewriting(this);

  /// The classes of this JVM's class path.
  public SimulatedLoader() throws MalformedURLException {
    super(urls(), ClassLoader.getPlatformClassLoader());
  }

  private static URL[] urls() throws MalformedURLException {
    List<String> places = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    URL[] urls = new URL[places.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = Path.of(places.get(i)).toUri().toURL();
    }
    return urls;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(OWN)) {
      return SimulatedLoader.class.getClassLoader().loadClass(name);
    }
    if (!name.startsWith("io.penstock.")) {
      return super.findClass(name);
    }
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = rewriting.rewrite(in.readAllBytes());
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}

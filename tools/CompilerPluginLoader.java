import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// A loader of the compiler's plugins that all compilations of one build share.
///
/// Otherwise each of them loads Error Prone anew, and the JVM compiles its code anew: two minutes
/// of processor time for all modules. The option `-XDprocloader` of javac names it; where it is
/// not on Maven's class path, javac takes a loader of its own each time.
public final class CompilerPluginLoader extends ClassLoader {
  private static final Map<List<String>, ClassLoader> SHARED = new ConcurrentHashMap<>();

  /// Called by javac, which closes a loader that it can close.
  public CompilerPluginLoader(URL[] path, ClassLoader parent) {
    super(shared(path, parent));
  }

  private static ClassLoader shared(URL[] path, ClassLoader parent) {
    List<String> key = Stream.of(path).map(URL::toString).toList();
    return SHARED.computeIfAbsent(key, _ -> new URLClassLoader(path, parent));
  }
}

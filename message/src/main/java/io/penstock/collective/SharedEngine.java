package io.penstock.collective;

import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// A way in which the ranks of a communicator move the elements of one file together.
///
/// Implementations are found by [java.util.ServiceLoader] and may come from other modules. The
/// ranks agree on the call before an engine is called, and on its outcome afterwards: an engine
/// throws at the ranks where it fails, and leaves none waiting. An engine holds no state and is
/// safe for any thread.
public interface SharedEngine {
  /// All engines that are found, those that cannot work here too.
  static List<SharedEngine> all() {
    return ServiceLoader.load(SharedEngine.class, SharedEngine.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /// A short name in lower case, by which users choose the engine.
  String name();

  /// Why this engine cannot work with these ranks, with the remedy; empty where it can. The answer
  /// is the same at all ranks.
  Optional<String> obstacle(Communicator ranks);

  /// Opens a file for all ranks, which all call this. It exists, and is as large as its array.
  ///
  /// @param ranks to be used as long as the file is open, by one thread at a time
  /// @param file as this rank has opened it; the caller keeps it open as long as the returned file,
  ///   and closes it
  /// @param hints as far as they concern the engine
  /// @throws IOException if that fails at this rank
  SharedEngineFile open(Communicator ranks, ArrayFile file, Hints hints) throws IOException;
}

package io.penstock.evaluate.arrays;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import java.util.List;
import java.util.stream.Stream;

/// The costs of a file that is not there yet, of one that is not in the page cache, and of
/// transfers past the page cache.
final class DeviceStates implements Question {
  private static final int FEW_THREADS = 2;
  private static final String DIRECT = "penstock-posix-direct";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    return Stream.of(
            extent.always(newFile(extent)),
            extent.always(cold(extent)),
            extent.usual(
                direct(
                        "arrays.direct.read",
                        "Reading past the page cache (O_DIRECT)",
                        extent.byThreads(FEW_THREADS, extent.readInts()),
                        extent)
                    .goalOfC("O_DIRECT read / C", 0.9, DIRECT, Findings.threads(1))),
            extent.usual(
                direct(
                        "arrays.direct.write",
                        "Overwriting past the page cache (O_DIRECT)",
                        extent.byThreads(FEW_THREADS, extent.writeInts()),
                        extent)
                    .goalOfC("O_DIRECT overwrite / C", 0.9, DIRECT, Findings.threads(1))))
        .flatMap(experiments -> experiments);
  }

  private static Experiment newFile(Extent extent) {
    List<FileWork> works = extent.byThreads(FEW_THREADS, extent.writeInts());
    List<FileWork> one = extent.byThreads(1, extent.writeInts());
    return Engines.all(
            Experiment.of(
                    "arrays.new-file",
                    "Writing a new file",
                    ArraysChapter.dickensThakur("section 4.1"),
                    FileState.NEW_FILE)
                .along(Axis.THREADS)
                .on(Extent.each(works, extent::asBytes))
                .approach("raw-byte-arrays", CLASSIC, ClassicWays::rawByteArrays)
                .on(works)
                .approach("jdk-channel", JDK, JdkWays::channel)
                .add(Engines.numpy("tofile", one, extent).told("new", "true")),
            PenstockWays::newFile)
        .yardstick("c-fallocate", extent.c())
        .last(entry -> entry.told("preallocate", "true"))
        .yardstick("c", extent.c())
        .remark("Penstock and c-fallocate reserve the room of the file first; nobody syncs it.")
        .goalOfC("new file, auto / C with fallocate", 0.95, "penstock-auto", Findings.threads(1));
  }

  private static Experiment cold(Extent extent) {
    List<FileWork> works = extent.byThreads(FEW_THREADS, extent.readInts());
    List<FileWork> one = extent.byThreads(1, extent.readInts());
    Experiment others =
        Experiment.of(
                "arrays.cold",
                "Reading a file from the device",
                ArraysChapter.dickensThakur("section 5.1"),
                FileState.COLD)
            .along(Axis.THREADS)
            .on(Extent.each(works, extent::asBytes))
            .approach("raw-byte-arrays", CLASSIC, ClassicWays::rawByteArrays)
            .on(works)
            .approach("jdk-channel", JDK, JdkWays::channel)
            .approach("jdk-mapped", JDK, JdkWays::mapped)
            .add(Engines.numpy("readinto", one, extent));
    return Engines.all(Fio.COLD.to(others), PenstockWays::file)
        .approach(DIRECT, PENSTOCK, PastCache.by(PenstockWays.file(Engines.DIRECT)))
        .yardstick("c", extent.c());
  }

  private static Experiment direct(String id, String title, List<FileWork> works, Extent extent) {
    Experiment channel =
        Experiment.of(id, title, ArraysChapter.dickensThakur("section 2"), FileState.COLD)
            .along(Axis.THREADS)
            .on(works)
            .approach("jdk-channel-direct", JDK, PastCache.by(JdkWays::directChannel));
    return fio(channel)
        .approach(DIRECT, PENSTOCK, PastCache.by(PenstockWays.file(Engines.DIRECT)))
        .yardstick("c-direct", extent.c())
        .last(entry -> entry.told("method", "direct"))
        .yardstick("c", extent.c())
        .remark("c makes the same transfers through the page cache.");
  }

  private static Experiment fio(Experiment experiment) {
    return Engines.read(experiment)
        ? Fio.DIRECT_RING.to(Fio.DIRECT.to(experiment))
        : experiment.remark("fio takes no part, since it fills what it writes itself.");
  }
}

package io.penstock.evaluate.files.packing;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Corpus;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.LogText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What it costs to pack and unpack files, and to read what is packed.
///
/// @param setting of the evaluation
public record PackingExperiments(Setting setting) {
  /// Experiments that have targets.
  public static final String GZIP = "files.pack.gzip";

  public static final String ZSTD = "files.pack.zstd";
  public static final String UNPACK_ZSTD = "files.unpack.zstd";

  /// Approaches that have targets.
  public static final String PENSTOCK = "penstock";

  public static final String PENSTOCK_2 = "penstock-2";
  public static final String PIGZ = "pigz-2";
  public static final String ZSTD_1 = "zstd-1";
  public static final String ZSTD_2 = "zstd-2";
  public static final String UNZSTD = "zstd";

  /// The frames of seekable archives.
  static final int FRAME = 1 << 20;

  private static final String ZIP = "files.pack.zip";
  private static final String UNPACK_ZIP = "files.unpack.zip";
  private static final String UNPACK_GZIP = "files.unpack.gzip";
  private static final String LZ4 = "files.pack.lz4";
  private static final String UNPACK_LZ4 = "files.unpack.lz4";
  private static final String SLAB = "files.packed.slab";
  private static final String COLD = "files.packed.cold";
  private static final String SOURCE = "Tuning Java I/O Performance, Compression";
  private static final String PROCESS = "a whole process, with its start";

  /// Memory for what the garbage collector has to find room for.
  private static final long HEAP = 256L << 20;

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final List<String> UNTUNED = List.of("-Dpenstock.profile=/dev/null");

  private static final long MOST = 256L << 20;
  private static final Duration BATCH = Duration.ofMillis(20);

  /// In the order in which a reader should meet them.
  public List<Experiment> experiments() {
    return List.of(
        packZip(),
        unpackZip(),
        packGzip(),
        unpackGzip(),
        packZstd(),
        unpackZstd(),
        packLz4(),
        unpackLz4(),
        cold(),
        slab());
  }

  private Experiment packZip() {
    TextWork work = pack(slow(), Form.ZIP);
    return cached(ZIP, "Packing a log into a zip archive of one entry")
        .add(entry(PackWays.ZIP_STREAM, By.CLASSIC, Conversions.class, work))
        .add(program(PackWays.ZIP, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work));
  }

  private Experiment unpackZip() {
    TextWork work = unpack(slow(), Form.ZIP);
    return cached(UNPACK_ZIP, "Unpacking a zip archive of one entry")
        .add(entry(UnpackWays.ZIP_STREAM, By.CLASSIC, Conversions.class, work))
        .add(program(UnpackWays.UNZIP, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work));
  }

  private Experiment packGzip() {
    TextWork work = pack(slow(), Form.GZIP);
    return cached(GZIP, "Packing a log by gzip")
        .add(entry(PackWays.GZIP_STREAM, By.JDK, Conversions.class, work))
        .add(program(PackWays.GZIP, work))
        .add(program(PIGZ, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work))
        .add(entry(PENSTOCK_2, By.PENSTOCK, Conversions.class, work));
  }

  private Experiment unpackGzip() {
    TextWork work = unpack(slow(), Form.GZIP);
    TextWork seekable = unpack(slow(), Form.SEEKABLE_GZIP);
    return cached(UNPACK_GZIP, "Unpacking a log by gzip")
        .add(entry(UnpackWays.GZIP_STREAM, By.JDK, Conversions.class, work))
        .add(program(UnpackWays.GZIP, work))
        .add(program(UnpackWays.PIGZ, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work))
        .add(entry(UnpackWays.SEEKABLE_2, By.PENSTOCK, Conversions.class, seekable));
  }

  private Experiment packZstd() {
    TextWork work = pack(fast(), Form.ZSTD);
    return cached(ZSTD, "Packing a log by zstd")
        .add(program(ZSTD_1, work))
        .add(program(ZSTD_2, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work))
        .add(entry(PENSTOCK_2, By.PENSTOCK, Conversions.class, work));
  }

  private Experiment unpackZstd() {
    TextWork work = unpack(fast(), Form.ZSTD);
    TextWork seekable = unpack(fast(), Form.SEEKABLE_ZSTD);
    return cached(UNPACK_ZSTD, "Unpacking a log by zstd")
        .add(program(UNZSTD, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work))
        .add(entry(UnpackWays.SEEKABLE_2, By.PENSTOCK, Conversions.class, seekable));
  }

  private Experiment packLz4() {
    TextWork work = pack(fast(), Form.LZ4);
    return cached(LZ4, "Packing a log by LZ4")
        .add(program(PackWays.LZ4, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work))
        .add(entry(PENSTOCK_2, By.PENSTOCK, Conversions.class, work));
  }

  private Experiment unpackLz4() {
    TextWork work = unpack(fast(), Form.LZ4);
    return cached(UNPACK_LZ4, "Unpacking a log by LZ4")
        .add(program(UnpackWays.LZ4, work))
        .add(entry(PENSTOCK, By.PENSTOCK, Conversions.class, work));
  }

  private Experiment cold() {
    return Experiment.of(
            COLD, "Reading a log, packed and plain, from a cold disk", SOURCE, FileState.COLD)
        .add(entry(Passes.PLAIN, By.JDK, Passes.class, read(Form.PLAIN)))
        .add(entry(Passes.GZIP_STREAM, By.JDK, Passes.class, read(Form.GZIP)))
        .add(entry(Passes.GZIP, By.PENSTOCK, Passes.class, read(Form.GZIP)))
        .add(entry(Passes.ZSTD, By.PENSTOCK, Passes.class, read(Form.ZSTD)))
        .add(entry(Passes.LZ4, By.PENSTOCK, Passes.class, read(Form.LZ4)))
        .add(entry(Passes.SEEKABLE, By.PENSTOCK, Passes.class, read(Form.SEEKABLE_ZSTD)))
        .remark(Ratios.LOG)
        .remark("GB/s of content, whatever the file has.");
  }

  private Experiment slab() {
    Field field = Field.of(Math.min(setting.bytes(), MOST));
    long frames = Math.ceilDiv(field.bytes(), (long) FRAME);
    return Experiment.of(
            SLAB, "Reading 64 x 64 floats of a packed .npy file", SOURCE, FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .add(entry(SlabReads.GZIP_STREAM, By.JDK, SlabReads.class, slab(field, Form.SEEKABLE_GZIP)))
        .add(
            entry(SlabReads.COMMAND, By.PEER, SlabReads.class, slab(field, Form.SEEKABLE_ZSTD))
                .note(PROCESS))
        .add(entry(SlabReads.WHOLE, By.PENSTOCK, SlabReads.class, slab(field, Form.SEEKABLE_ZSTD)))
        .add(entry(SlabReads.PLAIN, By.PENSTOCK, SlabReads.class, slab(field, Form.PLAIN)))
        .add(entry(SlabReads.GZIP, By.PENSTOCK, SlabReads.class, slab(field, Form.SEEKABLE_GZIP)))
        .add(entry(SlabReads.ZSTD, By.PENSTOCK, SlabReads.class, slab(field, Form.SEEKABLE_ZSTD)))
        .remark(
            String.format(
                Locale.ROOT,
                "%s and %s decompress %d of %d frames, which each of their runs checks; %s, %s and %s"
                    + " unpack them all.",
                SlabReads.GZIP,
                SlabReads.ZSTD,
                new Slab(field).frames(FRAME),
                frames,
                SlabReads.GZIP_STREAM,
                SlabReads.COMMAND,
                SlabReads.WHOLE))
        .remark(Ratios.FIELD);
  }

  private static Experiment cached(String id, String title) {
    return Experiment.of(id, title, SOURCE, FileState.CACHED)
        .remark(Ratios.LOG)
        .remark("GB/s of content; from a file to a file.");
  }

  /// What is packed slowly.
  private LogText slow() {
    return log(MOST / 4);
  }

  private LogText fast() {
    return log(MOST);
  }

  private LogText log(long most) {
    return new LogText(Math.min(setting.bytes() * most / MOST, most));
  }

  private static TextWork pack(LogText log, Form form) {
    return work(Conversions.PACK, log, Form.PLAIN).with(Conversions.FORM, form.name());
  }

  private static TextWork unpack(LogText log, Form form) {
    return work(Conversions.UNPACK, log, form).with(Conversions.FORM, form.name());
  }

  private TextWork read(Form form) {
    return work(Passes.DRILL, fast(), form);
  }

  private static TextWork work(String drill, Corpus content, Form form) {
    return TextWork.of(
        Drill.of(drill, content.bytes(), Duration.ZERO), new Packed(content, form), Packed.CRC);
  }

  private static TextWork slab(Field field, Form form) {
    Drill drill = Drill.of(SlabReads.DRILL, field.bytes(), BATCH);
    return TextWork.of(drill, new Packed(field, form), Packed.CRC)
        .with(SlabReads.ROWS, Integer.toString(field.rows()));
  }

  private static Entry program(String name, TextWork work) {
    return entry(name, By.PEER, Conversions.class, work).note(PROCESS);
  }

  private static Entry entry(
      String name, By by, Class<? extends Exercise> exercise, TextWork work) {
    Program program = new Program.Drilled(exercise, UNTUNED, List.of());
    return Entry.of(name, by, program, List.of(work.with(Conversions.WAY, name))).scratch(HEAP);
  }
}

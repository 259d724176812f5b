package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.convert.Casting;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/// Copies a part of one array file to all of another, whatever their types, byte orders and storage
/// orders are: tile by tile, by all threads of a team, never more than a few tiles in memory.
public final class Transcription {
  /// What one thread holds of each side at a time.
  private static final long TILE_BYTES = 4 << 20;

  private final CutReader source;
  private final ArrayFile target;
  private final Cut cut;
  private final DataType from;
  private final DataType to;
  private final Progress progress;
  private final Tiling tiling;
  private final LongAdder lost = new LongAdder();

  private Transcription(ArrayFile source, Cut cut, ArrayFile target, Progress progress) {
    this.source = new CutReader(source, cut);
    this.target = target;
    this.cut = cut;
    this.from = source.format().type();
    this.to = target.format().type();
    this.progress = progress;
    long widest = Math.max(width(from), width(to));
    this.tiling =
        Tiling.of(
            cut.counts(),
            source.format().storage(),
            target.format().storage(),
            TILE_BYTES / widest);
  }

  /// In memory.
  private static long width(DataType type) {
    return (long) type.element().bytes() * type.components();
  }

  /// Copies `cut` of `source` to `target`, which has its shape. Both files are opened with one
  /// thread for each transfer: the team's threads move by themselves.
  ///
  /// @return how many numbers were out of the target type's range, as [Casting] says
  /// @throws IOException if a transfer fails
  public static long run(ArrayFile source, Cut cut, ArrayFile target, Team team, Progress progress)
      throws IOException {
    Transcription transcription = new Transcription(source, cut, target, progress);
    team.share(transcription.tiling.count(), transcription::worker);
    return transcription.lost.sum();
  }

  private Team.Worker worker() {
    Object in = source.array(tiling.largest());
    Object out = from == to ? in : new CutReader(target, cut).array(tiling.largest());
    Casting casting = new Casting(from, to);
    return number -> {
      Tile tile = tiling.tile(number);
      Shape shape = tile.shape();
      source.read(tile, in);
      if (from != to) {
        lost.add(casting.cast(in, 0, out, 0, (int) shape.size()));
      }
      target.write(placeOf(tile), out);
      progress.moved(shape.size() * from.bytes() * from.components());
    };
  }

  private Hyperslab placeOf(Tile tile) {
    return to.components() == 1 ? cut.target(tile) : cut.append(2).target(tile.append(2));
  }
}

package io.penstock.crashes;

import io.penstock.file.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A step of a workload: what it does, what may be found from its beginning on, and what will be
/// found once it has returned, also after a loss of power.
@SuppressWarnings("ImmutableEnumChecker") // its parts are methods
enum Step {
  CREATE(ArraySteps::create, ArraySteps::created, Promises::settleNames),
  WRITE_RANGE(ArraySteps::writeRange, ArraySteps::rangeWritten, Keeping.NOTHING),
  APPEND(ArraySteps::append, ArraySteps::appended, ArraySteps::settle),
  RESERVE(BytesSteps::reserve, BytesSteps::reserved, Keeping.NOTHING),
  RESIZE(BytesSteps::resize, BytesSteps::resized, Keeping.NOTHING),
  SYNC(BytesSteps::sync, Changing.NOTHING, Promises::settleContents),
  RENAME(ArraySteps::rename, ArraySteps::renamed, Keeping.NOTHING),
  SYNC_FOLDER(FolderSteps::sync, Changing.NOTHING, Promises::settleNames),
  COLLECTIVE_WRITE(ArraySteps::writeTogether, ArraySteps::overwritten, ArraySteps::settle),
  SAVE_INDEX(BytesSteps::saveIndex, BytesSteps::indexSaved, Promises::settleNames),
  FINISH_ARCHIVE(BytesSteps::pack, BytesSteps::packed, Promises::settleNames),
  UNPACK_ARCHIVE(FolderSteps::unpack, FolderSteps::unpacked, FolderSteps::settle),
  COPY_TREE(FolderSteps::copy, FolderSteps::copied, FolderSteps::settle),

  /// A durable copy of what another copy may have done.
  RESUME_COPY(FolderSteps::resume, FolderSteps::copied, FolderSteps::settle),

  // ---- what promises less, and must be seen to
  // ---------------------------------------------------

  /// Under its own name at once.
  CREATE_IN_PLACE(ArraySteps::createInPlace, ArraySteps::created, Keeping.NOTHING),
  /// Its contents are synced, its name is not.
  CREATE_IN_PLACE_AND_SYNC(ArraySteps::createInPlaceAndSync, ArraySteps::created, Keeping.NOTHING),
  /// Neither its contents nor its name are synced.
  APPEAR_UNSYNCED(ArraySteps::appearUnsynced, ArraySteps::created, Keeping.NOTHING),
  /// Its name is not synced.
  APPEAR(ArraySteps::appear, ArraySteps::created, Keeping.NOTHING),
  COPY_TREE_UNSYNCED(FolderSteps::copyUnsynced, FolderSteps::maybeCopied, Keeping.NOTHING);

  private final Acting acting;
  private final Changing changing;
  private final Keeping keeping;

  Step(Acting acting, Changing changing, Keeping keeping) {
    this.acting = acting;
    this.changing = changing;
    this.keeping = keeping;
  }

  /// Where a step is taken.
  ///
  /// @param arrayName of the array that there is
  /// @param number of the step in its workload, from 1
  /// @param version of what it writes
  record Scene(Path folder, String arrayName, Access access, int number, int version) {
    Path file(String name) {
      return folder.resolve(name);
    }

    Path array() {
      return file(arrayName);
    }

    boolean isRepeated() {
      return version == Judge.REPEATED;
    }
  }

  /// Does something.
  interface Acting {
    void in(Scene scene) throws IOException;
  }

  /// Adds what may be found.
  interface Changing {
    Changing NOTHING = (_, _, _) -> {};

    /// Adds it.
    ///
    /// @param number of the step in its workload
    /// @param version of what it writes
    void of(Promises promises, int number, int version);
  }

  /// Takes away what will not be found any more.
  interface Keeping {
    Keeping NOTHING = _ -> {};

    void of(Promises promises);
  }

  /// Those of which workloads are made.
  static List<Step> ordinary() {
    return Arrays.stream(values()).filter(Step::isOrdinary).toList();
  }

  boolean isOrdinary() {
    return compareTo(COPY_TREE) <= 0;
  }

  /// Does it.
  void perform(Scene scene) throws IOException {
    acting.in(scene);
  }

  /// It has begun.
  void change(Promises promises, int number, int version) {
    changing.of(promises, number, version);
  }

  /// It has returned.
  void keep(Promises promises) {
    keeping.of(promises);
  }

  boolean needsArray() {
    return this == WRITE_RANGE || this == APPEND || this == RENAME || this == COLLECTIVE_WRITE;
  }

  static Step named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace(' ', '_'));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

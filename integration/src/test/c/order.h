/* Notes the calls that change files or names, and those that write them to their devices, in their order. Included by calls.c.
 *
 * A note is a line: the call, a tab, the path of its file, and where a file gets a name, another tab and the name that it had.
 * A call is noted before it is made: what is noted before a sync may still be under way, but never the other way round. */
enum { NOTES = 4 << 20 };

static char notes[NOTES];
static size_t notes_length;
static pthread_mutex_t noting = PTHREAD_MUTEX_INITIALIZER;

/* The name that a file has when it gets another one. */
static _Thread_local char former[4096];

static int is_noted(int kind) {
  switch (kind) {
    case WRITE: case PWRITE: case COPY_RANGE: case SENDFILE: case CLONE: case CREATE: case FSYNC: case FDATASYNC: case SYNC_FS:
    case TRUNCATE: case ALLOCATE: case RENAME: case LINK: case SYMLINK: case UNLINK: case MKDIR: case PERMIT: case OWN:
    case TIMES: return 1;
    default: return 0;
  }
}

static void note_as(int kind, const char *path) {
  int names = kind == RENAME || kind == LINK;
  pthread_mutex_lock(&noting);
  size_t room = NOTES - notes_length;
  size_t length = snprintf(notes + notes_length, room, "%s\t%s%s%s\n", NAMES[kind], path, names ? "\t" : "", names ? former : "");
  if (length < room) notes_length += length;
  else notes_length = snprintf(notes, NOTES, "too many\n");
  pthread_mutex_unlock(&noting);
}

static void note(int kind) {
  if (is_noted(kind)) note_as(kind, last);
}

static void forget_notes(void) {
  pthread_mutex_lock(&noting);
  notes_length = 0;
  notes[0] = 0;
  pthread_mutex_unlock(&noting);
}

/* All since calls_watch. */
const char *calls_notes(void) { return notes; }

/* ---- names ------------------------------------------------------------------------------------------------------------ */

/* Whether a file below the folder gets a name, whatever name it had. */
static int names_anew(int from_folder, const char *from, int to_folder, const char *to) {
  *former = 0;
  if (at(from_folder, from)) strcpy(former, last);
  return at(to_folder, to);
}

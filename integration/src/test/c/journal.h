/* Keeps a journal of the calls that change files below a folder: before each of them, and at each mark that a program sets,
 * the whole tree. A process that is killed at that moment leaves this tree, since the system's pages outlive it; the states
 * in which a loss of power may leave it are made from the journal later. Or the process is killed at the nth such call.
 *
 * Included by calls.c. One call is made at a time while a journal is kept, so that no tree is half of one call. The system is
 * called by numbers here: the functions of the C library lead back to calls.c.
 *
 * The journal is a row of records, little-endian: their kind in a byte, then
 *   'E'  an entry of a tree: path, number of the file, mode, and the content of a file or the text of a link, or where
 *        nothing has changed since the entry of this number before, 'U' in place of 'E' and no content
 *   'C'  the call that comes next, which ends a tree: its name, the file's path, and of a transfer the offset, -1 where the
 *        file has a position of its own, and the count of bytes
 *   'M'  a mark, which ends a tree: its number
 * Paths, names and contents have their length before them, in four bytes. */
enum { MOST_FILES = 1024, LONGEST_LISTING = 1 << 16 };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int inside;
static atomic_int journal = -1;
static long kill_at, changes;
static _Thread_local int64_t span_from, span_count;

/* The files that were told of: an open one keeps its number to itself when it has no name any more. */
static struct { uint64_t number, sum; int open; } told[MOST_FILES];
static int told_count;

static char *records;
static size_t records_length, records_room;

static int changes_files(int kind) {
  switch (kind) {
    case WRITE: case PWRITE: case COPY_RANGE: case SENDFILE: case CLONE: case CREATE: case FSYNC: case FDATASYNC: case SYNC_FS:
    case TRUNCATE: case ALLOCATE: case RENAME: case LINK: case SYMLINK: case UNLINK: case MKDIR: case UNMAP: case PERMIT:
    case OWN: case TIMES: case ATTRIBUTE: return 1;
    default: return 0;
  }
}

/* ---- records ---------------------------------------------------------------------------------------------------------- */

static char *room(size_t more) {
  if (records_length + more > records_room) {
    records_room = 2 * (records_length + more);
    records = realloc(records, records_room);
    if (!records) abort();
  }
  return records + records_length;
}

static void put(const void *bytes, size_t count) {
  memcpy(room(count), bytes, count);
  records_length += count;
}

static void put_kind(char kind) { put(&kind, 1); }

static void put_number(uint32_t number) { put(&number, sizeof number); }

static void put_text(const char *text) {
  put_number(strlen(text));
  put(text, strlen(text));
}

static void write_records(void) {
  for (size_t at = 0; at < records_length;) {
    long n = syscall(SYS_write, journal, records + at, records_length - at);
    if (n <= 0) abort();
    at += n;
  }
  records_length = 0;
}

/* ---- trees ------------------------------------------------------------------------------------------------------------ */

static uint64_t sum_of(const char *bytes, size_t count) {
  uint64_t sum = count, word;
  for (; count >= 8; bytes += 8, count -= 8) {
    memcpy(&word, bytes, 8);
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 29;
  }
  word = 0;
  memcpy(&word, bytes, count);
  sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
  return sum ^ sum >> 32;
}

/* Whether the journal has this content of it already. */
static int is_told(const char *path, uint64_t number, uint64_t sum) {
  int i = 0;
  while (i < told_count && told[i].number != number) i++;
  if (i < told_count && told[i].sum == sum) return 1;
  if (i == told_count) {
    if (told_count++ == MOST_FILES) abort();
    told[i].number = number;
    told[i].open = syscall(SYS_openat, AT_FDCWD, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  }
  told[i].sum = sum;
  return 0;
}

/* Puts the whole content there, and returns its length. */
static size_t put_content(const char *path, mode_t mode) {
  size_t begin = records_length;
  if (S_ISLNK(mode)) {
    long n = syscall(SYS_readlinkat, AT_FDCWD, path, room(4096), 4096);
    records_length += n > 0 ? n : 0;
  } else if (S_ISREG(mode)) {
    int open = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    long n = 0;
    do {
      n = syscall(SYS_read, open, room(1 << 16), 1 << 16);
      if (n > 0) records_length += n;
    } while (n > 0);
    syscall(SYS_close, open);
  }
  return records_length - begin;
}

static void put_entry(const char *path, const struct statx *facts) {
  size_t begin = records_length;
  put_kind('E');
  put_text(path + folder_length);
  uint64_t number = facts->stx_ino;
  put(&number, sizeof number);
  put_number(facts->stx_mode);
  size_t end = records_length;
  put_number(0);
  uint32_t length = put_content(path, facts->stx_mode);
  memcpy(records + end, &length, sizeof length);
  if (is_told(path, number, sum_of(records + end + sizeof length, length))) {
    records[begin] = 'U';
    records_length = end;
  }
}

static void put_tree(const char *path) {
  struct statx facts;
  if (syscall(SYS_statx, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &facts)) return;
  put_entry(path, &facts);
  if (!S_ISDIR(facts.stx_mode)) return;
  int open = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char *listing = malloc(LONGEST_LISTING);
  for (long n; (n = syscall(SYS_getdents64, open, listing, LONGEST_LISTING)) > 0;) {
    for (long at = 0; at < n;) {
      struct dirent64 *entry = (struct dirent64 *)(listing + at);
      at += entry->d_reclen;
      if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
      char below[4096];
      snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
      put_tree(below);
    }
  }
  free(listing);
  syscall(SYS_close, open);
}

/* ---- what calls.c and a program in the JVM call ------------------------------------------------------------------------- */

/* Of the transfer that comes next. */
static void journal_span(int64_t from, int64_t count) {
  span_from = from;
  span_count = count;
}

/* Before a call; it ends by journal_leave. */
static void journal_enter(int kind) {
  if (journal < 0 || inside || !changes_files(kind)) return;
  int error = errno;
  pthread_mutex_lock(&one_at_a_time);
  inside = 1;
  if (++changes == kill_at) {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) syscall(SYS_pause);
  }
  if (!kill_at) {
    put_tree(folder);
    put_kind('C');
    put_text(NAMES[kind]);
    put_text(strncmp(last, folder, folder_length) ? last : last + folder_length);
    if (kind != WRITE && kind != PWRITE && kind != COPY_RANGE && kind != SENDFILE) journal_span(-1, 0);
    put(&span_from, sizeof span_from);
    put(&span_count, sizeof span_count);
    write_records();
  }
  errno = error;
}

static void journal_leave(int *found) {
  (void)found;
  if (!inside) return;
  inside = 0;
  pthread_mutex_unlock(&one_at_a_time);
}

/* Comes after calls_watch. Where `nth` is not 0, the process is killed at that call, and only marks are kept. */
void calls_journal(const char *path, long nth) {
  journal = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  kill_at = nth;
  changes = 0;
}

void calls_mark(int number) {
  pthread_mutex_lock(&one_at_a_time);
  if (!kill_at) put_tree(folder);
  put_kind('M');
  put_number(number);
  write_records();
  pthread_mutex_unlock(&one_at_a_time);
}

void calls_journal_end(void) {
  pthread_mutex_lock(&one_at_a_time);
  syscall(SYS_close, journal);
  journal = -1;
  for (int i = 0; i < told_count; i++) syscall(SYS_close, told[i].open);
  told_count = 0;
  pthread_mutex_unlock(&one_at_a_time);
}

/* Stands between a JVM and the C library, counts the calls on files below a folder by their kind, and lets the nth one of a
 * kind fail, once or from then on. It notes the order of those that change files (order.h), or keeps a journal of them
 * (journal.h).
 *
 * Built by `cc -shared -fPIC` and loaded by LD_PRELOAD. A program in the JVM steers it by the functions `calls_*`, which it
 * finds by their names; until it has, all calls pass.
 *
 * Calls without a file belong to a job that exchanges messages, to memory and to rings: they count where calls_watch asks for
 * sockets, where generated code makes them (memory: the JVM's own is left alone), and always (rings). Requests in a ring count as calls on their files (ring.h). */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
  READ, PREAD, CACHED_READ, WRITE, PWRITE, COPY_RANGE, SENDFILE, CLONE, OPEN, CREATE, CLOSE, FSYNC, FDATASYNC, SYNC_FS,
  TRUNCATE, ALLOCATE, RENAME, LINK, SYMLINK, UNLINK, MKDIR, STAT, STAT_NAME, READ_LINK, LIST, SEEK, MAP, UNMAP, ADVISE,
  PERMIT, OWN, TIMES, ATTRIBUTE, LOCK, MEMORY, RING_SETUP, RING_ENTER, RING_READ, RING_WRITE, SOCKET, BIND, LISTEN,
  CONNECT, ACCEPT, SET_OPTION, POLL, EPOLL_CREATE, EPOLL_CTL, EPOLL_WAIT, EVENT, RECEIVE, SEND, KINDS
};
static const char *const NAMES[KINDS] = {
  "read", "pread", "preadv2", "write", "pwrite", "copy_file_range", "sendfile", "clone", "open", "create", "close", "fsync",
  "fdatasync", "syncfs", "ftruncate", "fallocate", "rename", "link", "symlink", "unlink", "mkdir", "fstat", "stat",
  "readlink", "getdents", "lseek", "mmap", "munmap", "advise", "chmod", "chown", "utimens", "xattr", "lock", "memory",
  "io_uring_setup", "io_uring_enter", "ring_read", "ring_write", "socket", "bind", "listen",
  "connect", "accept", "setsockopt", "poll", "epoll_create1", "epoll_ctl", "epoll_wait", "eventfd", "receive", "send"
};
enum { PASS = 0, HALF = -1, ZERO = -2 };

static atomic_long made[KINDS];
static atomic_long met;
static atomic_int watching, sockets, armed_kind = -1, armed_what, armed_sticky, then_kind = -1, then_met;
static atomic_long armed_nth;
static char folder[2048], place[4096];
static size_t folder_length;

static void forget_notes(void);

/* ---- what a program in the JVM steers by ---------------------------------------------------------------------------- */

void calls_watch(const char *below, int with_sockets) {
  watching = 0;
  armed_kind = -1;
  then_kind = -1;
  then_met = 0;
  snprintf(folder, sizeof folder, "%s", below);
  folder_length = strlen(folder);
  sockets = with_sockets;
  met = 0;
  place[0] = 0;
  forget_notes();
  for (int i = 0; i < KINDS; i++) made[i] = 0;
  watching = 1;
}

/* Comes after calls_watch; `what` is an error number, HALF or ZERO. */
void calls_arm(int kind, long nth, int what, int sticky) {
  armed_nth = nth;
  armed_what = what;
  armed_sticky = sticky;
  armed_kind = kind;
}

/* Calls of another kind fail by EIO once the first one has. */
void calls_then(int kind) { then_kind = kind; }

void calls_rest(void) { watching = 0; }
long calls_made(int kind) { return made[kind]; }

/* None while a second fault that is due was not met. */
long calls_met(void) { return then_kind >= 0 && !then_met ? 0 : met; }

/* The file of the first call that failed. */
const char *calls_place(void) { return place; }

const char *calls_name(int kind) { return kind < KINDS ? NAMES[kind] : ""; }

/* ---- which calls concern it ------------------------------------------------------------------------------------------ */

static int below(const char *path) {
  return !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

static int named(int descriptor, char *name, size_t room) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlinkat(-1, link, name, room - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return 1;
}

static _Thread_local char last[4096];

static int in(int descriptor) {
  return watching && named(descriptor, last, sizeof last) && below(last);
}

static int at(int descriptor, const char *path) {
  if (!watching || !path) return 0;
  int number;
  if (sscanf(path, "/proc/self/fd/%d", &number) == 1) return in(number);
  if (*path == '/') {
    snprintf(last, sizeof last, "%s", path);
    return below(path);
  }
  if (descriptor < 0 || !in(descriptor)) return 0;
  size_t length = strlen(last);
  if (*path && strcmp(path, ".")) snprintf(last + length, sizeof last - length, "/%s", path);
  return 1;
}

/* Of calls that name no connection. */
static int is_watched_with_sockets(void) { return watching && sockets && strcpy(last, "socket"); }

static int is_socket(int descriptor) {
  struct stat file;
  if (!watching || !sockets || syscall(SYS_fstat, descriptor, &file) || !S_ISSOCK(file.st_mode)) return 0;
  strcpy(last, "socket");
  return 1;
}

/* Interrupted for ever would be a loop without an end, rightly: every second call is. */
static int is_storm(int what) { return what == EINTR || what == EAGAIN || what == EBUSY; }

#include "order.h"
#include "journal.h"

/* What is to become of a call. */
static int counted(int kind) {
  int error = errno;
  long number = ++made[kind];
  static atomic_int tracing = -1;
  if (tracing < 0) tracing = getenv("CALLS_TRACE") != 0;
  if (tracing) dprintf(2, "%s:%ld %s\n", NAMES[kind], number, last);
  errno = error;
  if (then_kind == kind && met) {
    then_met = 1;
    return EIO;
  }
  if (armed_kind != kind || number < armed_nth) return PASS;
  if (number > armed_nth && (!armed_sticky || (is_storm(armed_what) && (number - armed_nth) % 2))) return PASS;
  if (++met == 1) snprintf(place, sizeof place, "%s", last);
  return armed_what;
}

static int fault(int kind) {
  journal_enter(kind);
  int error = errno;
  note(kind);
  errno = error;
  return counted(kind);
}

/* ---- calls ----------------------------------------------------------------------------------------------------------- */

/* The next definition; NAME and NAME64 are one function on 64-bit systems. */
#define REAL(result, name, ...)                \
  static result (*real)(__VA_ARGS__);          \
  if (!real) real = dlsym(RTLD_NEXT, name)

#define FAIL(due, kind)                                                           \
  int found __attribute__((cleanup(journal_leave))) = (due) ? fault(kind) : PASS; \
  if (found > 0) { errno = found; return -1; }

/* A call that is passed on as it is: NAME, (parameters), (arguments), when it concerns us, and its kind. */
#define CALL(result, name, parameters, arguments, due, kind) \
  result name parameters {                                   \
    static result (*real) parameters;                        \
    if (!real) real = dlsym(RTLD_NEXT, #name);               \
    FAIL(due, kind)                                          \
    return real arguments;                                   \
  }

static size_t half(int found, size_t count) { return found == HALF && count > 1 ? count / 2 : count; }

/* How much of a write takes place: past the cache, whole pages as any device writes them. */
static size_t cut(int found, int descriptor, size_t count) {
  if (found != HALF || count < 2) return count;
  if (!(fcntl(descriptor, F_GETFL) & O_DIRECT)) return count / 2;
  size_t pages = count / 2 / 4096 * 4096;
  return pages ? pages : count;
}

/* What a read yields: it is made in full, then the second half is spoilt. */
static ssize_t spoil(int found, void *bytes, ssize_t count) {
  if (found != HALF || count < 2) return count;
  memset((char *)bytes + count / 2, 0x5a, count - count / 2);
  return count / 2;
}

static int list(int found, const struct iovec *vector, int count, struct iovec *first) {
  if (found != HALF) return count;
  *first = vector[0];
  first->iov_len = half(found, first->iov_len);
  return 1;
}

#define KIND_OF_READ (is_socket(descriptor) ? RECEIVE : READ)
#define KIND_OF_WRITE (is_socket(descriptor) ? SEND : WRITE)
#define MOVES(descriptor) (watching && (is_socket(descriptor) || in(descriptor)))

ssize_t read(int descriptor, void *bytes, size_t count) {
  REAL(ssize_t, "read", int, void *, size_t);
  FAIL(MOVES(descriptor), KIND_OF_READ)
  if (found == HALF) count = half(found, count);
  return real(descriptor, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  journal_span(-1, count);
  FAIL(MOVES(descriptor), KIND_OF_WRITE)
  if (found == ZERO) return 0;
  return real(descriptor, bytes, cut(found, descriptor, count));
}

ssize_t readv(int descriptor, const struct iovec *vector, int count) {
  REAL(ssize_t, "readv", int, const struct iovec *, int);
  FAIL(MOVES(descriptor), KIND_OF_READ)
  struct iovec first;
  count = list(found, vector, count, &first);
  return real(descriptor, found == HALF ? &first : vector, count);
}

ssize_t writev(int descriptor, const struct iovec *vector, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  FAIL(MOVES(descriptor), KIND_OF_WRITE)
  if (found == ZERO) return 0;
  struct iovec first;
  count = list(found, vector, count, &first);
  return real(descriptor, found == HALF ? &first : vector, count);
}

#define PREADS(name)                                                      \
  ssize_t name(int descriptor, void *bytes, size_t count, off_t offset) { \
    REAL(ssize_t, #name, int, void *, size_t, off_t);                     \
    FAIL(in(descriptor), PREAD)                                           \
    return spoil(found, bytes, real(descriptor, bytes, count, offset));   \
  }
PREADS(pread)
PREADS(pread64)

#define PWRITES(name)                                                           \
  ssize_t name(int descriptor, const void *bytes, size_t count, off_t offset) { \
    REAL(ssize_t, #name, int, const void *, size_t, off_t);                     \
    journal_span(offset, count);                                                \
    FAIL(in(descriptor), PWRITE)                                                \
    if (found == ZERO) return 0;                                                \
    return real(descriptor, bytes, cut(found, descriptor, count), offset);      \
  }
PWRITES(pwrite)
PWRITES(pwrite64)

ssize_t preadv2(int descriptor, const struct iovec *vector, int count, off_t offset, int flags) {
  REAL(ssize_t, "preadv2", int, const struct iovec *, int, off_t, int);
  FAIL(in(descriptor), CACHED_READ)
  struct iovec first;
  count = list(found, vector, count, &first);
  return real(descriptor, found == HALF ? &first : vector, count, offset, flags);
}

ssize_t copy_file_range(int from, off64_t *from_offset, int descriptor, off64_t *offset, size_t count, unsigned flags) {
  REAL(ssize_t, "copy_file_range", int, off64_t *, int, off64_t *, size_t, unsigned);
  journal_span(-1, count);
  FAIL(in(descriptor), COPY_RANGE)
  return real(from, from_offset, descriptor, offset, half(found, count), flags);
}

#define SENDS(name, type)                                                \
  ssize_t name(int descriptor, int from, type *offset, size_t count) {   \
    REAL(ssize_t, #name, int, int, type *, size_t);                      \
    journal_span(-1, count);                                             \
    FAIL(in(descriptor), SENDFILE)                                       \
    return real(descriptor, from, offset, half(found, count));           \
  }
SENDS(sendfile, off_t)
SENDS(sendfile64, off64_t)

#define MODE(last_argument)           \
  va_list arguments;                  \
  va_start(arguments, last_argument); \
  int mode = va_arg(arguments, int);  \
  va_end(arguments);

#define OPENS(name)                                                           \
  int name(const char *path, int flags, ...) {                                \
    REAL(int, #name, const char *, int, ...);                                 \
    MODE(flags)                                                               \
    FAIL(at(-1, path), flags & O_CREAT ? CREATE : OPEN)                       \
    return real(path, flags, mode);                                           \
  }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                        \
  int name(int descriptor, const char *path, int flags, ...) {                \
    REAL(int, #name, int, const char *, int, ...);                            \
    MODE(flags)                                                               \
    FAIL(at(descriptor, path), flags & O_CREAT ? CREATE : OPEN)               \
    return real(descriptor, path, flags, mode);                               \
  }
OPENS_AT(openat)
OPENS_AT(openat64)

/* The descriptor is gone all the same. Only files that are written have anything to lose. */
int close(int descriptor) {
  REAL(int, "close", int);
  int error = errno, flags = watching ? fcntl(descriptor, F_GETFL) : -1;
  int due = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && in(descriptor);
  errno = error;
  int found = due ? fault(CLOSE) : PASS;
  int result = real(descriptor);
  if (found <= 0) return result;
  errno = found;
  return -1;
}

/* No device is waited for: what matters here is what is answered. */
#define SYNCS(name, kind)                \
  int name(int descriptor) {             \
    REAL(int, #name, int);               \
    int due = in(descriptor);            \
    FAIL(due, kind)                      \
    return due ? 0 : real(descriptor);   \
  }
SYNCS(fsync, FSYNC)
SYNCS(fdatasync, FDATASYNC)
SYNCS(syncfs, SYNC_FS)

CALL(int, ftruncate, (int d, off_t length), (d, length), in(d), TRUNCATE)
CALL(int, ftruncate64, (int d, off64_t length), (d, length), in(d), TRUNCATE)
CALL(int, fallocate, (int d, int mode, off_t from, off_t length), (d, mode, from, length), in(d), ALLOCATE)
CALL(int, fallocate64, (int d, int mode, off64_t from, off64_t length), (d, mode, from, length), in(d), ALLOCATE)
CALL(int, rename, (const char *from, const char *to), (from, to), names_anew(-1, from, -1, to), RENAME)
CALL(int, renameat, (int d, const char *from, int e, const char *to), (d, from, e, to), names_anew(d, from, e, to), RENAME)
CALL(int, renameat2, (int d, const char *from, int e, const char *to, unsigned flags), (d, from, e, to, flags),
     names_anew(d, from, e, to), RENAME)
CALL(int, link, (const char *from, const char *to), (from, to), names_anew(-1, from, -1, to), LINK)
CALL(int, linkat, (int d, const char *from, int e, const char *to, int flags), (d, from, e, to, flags),
     names_anew(d, from, e, to), LINK)
CALL(int, symlink, (const char *text, const char *to), (text, to), at(-1, to), SYMLINK)
CALL(int, symlinkat, (const char *text, int d, const char *to), (text, d, to), at(d, to), SYMLINK)
CALL(int, unlink, (const char *path), (path), at(-1, path), UNLINK)
CALL(int, rmdir, (const char *path), (path), at(-1, path), UNLINK)
CALL(int, unlinkat, (int d, const char *path, int flags), (d, path, flags), at(d, path), UNLINK)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), at(-1, path), MKDIR)
CALL(int, mkdirat, (int d, const char *path, mode_t mode), (d, path, mode), at(d, path), MKDIR)
CALL(ssize_t, readlink, (const char *restrict path, char *restrict text, size_t room), (path, text, room), at(-1, path),
     READ_LINK)

/* `at` reads links itself, by a descriptor that there is not. */
ssize_t readlinkat(int d, const char *restrict path, char *restrict text, size_t room) {
  REAL(ssize_t, "readlinkat", int, const char *restrict, char *restrict, size_t);
  FAIL(d != -1 && at(d, path), READ_LINK)
  return real(d == -1 ? AT_FDCWD : d, path, text, room);
}

CALL(int, access, (const char *path, int mode), (path, mode), at(-1, path), STAT_NAME)
CALL(int, __xstat64, (int v, const char *path, struct stat64 *stat), (v, path, stat), at(-1, path), STAT_NAME)
CALL(int, __lxstat64, (int v, const char *path, struct stat64 *stat), (v, path, stat), at(-1, path), STAT_NAME)
CALL(int, __fxstat64, (int v, int d, struct stat64 *stat), (v, d, stat), in(d), STAT)
CALL(int, stat, (const char *restrict path, struct stat *restrict stat), (path, stat), at(-1, path), STAT_NAME)
CALL(int, lstat, (const char *restrict path, struct stat *restrict stat), (path, stat), at(-1, path), STAT_NAME)
CALL(int, fstat, (int d, struct stat *stat), (d, stat), in(d), STAT)
CALL(int, fstatat, (int d, const char *restrict path, struct stat *restrict stat, int flags), (d, path, stat, flags),
     at(d, path), STAT_NAME)
CALL(int, fstatat64, (int d, const char *restrict path, struct stat64 *restrict stat, int flags), (d, path, stat, flags),
     at(d, path), STAT_NAME)
CALL(int, statx, (int d, const char *restrict path, int flags, unsigned mask, struct statx *restrict stat),
     (d, path, flags, mask, stat), at(d, path), *path ? STAT_NAME : STAT)

#define OPENS_FOLDER(name, type, argument, due)          \
  DIR *name(type argument) {                             \
    REAL(DIR *, #name, type);                            \
    int found = (due) ? fault(LIST) : PASS;              \
    if (found > 0) { errno = found; return NULL; }       \
    return real(argument);                               \
  }
OPENS_FOLDER(opendir, const char *, path, at(-1, path))
OPENS_FOLDER(fdopendir, int, descriptor, in(descriptor))

#define READS_FOLDER(name, type)                                     \
  struct type *name(DIR *open) {                                     \
    REAL(struct type *, #name, DIR *);                               \
    int found = watching && in(dirfd(open)) ? fault(LIST) : PASS;    \
    if (found > 0) { errno = found; return NULL; }                   \
    return real(open);                                               \
  }
READS_FOLDER(readdir, dirent)
READS_FOLDER(readdir64, dirent64)
CALL(ssize_t, getdents64, (int d, void *room, size_t bytes), (d, room, bytes), in(d), LIST)

#define SEEKS(name, type)                                                             \
  CALL(type, name, (int d, type offset, int whence), (d, offset, whence),             \
       (whence == SEEK_DATA || whence == SEEK_HOLE) && in(d), SEEK)
SEEKS(lseek, off_t)
SEEKS(lseek64, off64_t)

#include "ring.h"

/* ---- memory ----------------------------------------------------------------------------------------------------------- */

static void *mapped[1024];
static pthread_mutex_t mapping = PTHREAD_MUTEX_INITIALIZER;

static int exchange_mapping(void *is, void *becomes) {
  int found = 0;
  pthread_mutex_lock(&mapping);
  for (int i = 0; i < 1024 && !found; i++)
    if (mapped[i] == is) mapped[i] = becomes, found = 1;
  pthread_mutex_unlock(&mapping);
  return found;
}

/* Code in no library is code that the JVM has generated, as it does for calls of C from Java. */
static int is_generated(void *code) {
  Dl_info info;
  return !dladdr(code, &info);
}

#define MAPS(name)                                                                              \
  void *name(void *place_, size_t length, int protection, int flags, int descriptor, off_t offset) { \
    REAL(void *, #name, void *, size_t, int, int, int, off_t);                                  \
    int error = errno;                                                                          \
    int file = watching && descriptor >= 0 && in(descriptor);                                   \
    int memory = watching && descriptor < 0 && is_generated(__builtin_return_address(0));       \
    if (memory) strcpy(last, "memory");                                                         \
    int found = file ? fault(MAP) : memory ? fault(MEMORY) : PASS;                              \
    if (file && flags & MAP_SHARED && protection & PROT_WRITE) note_as(MAP, last);              \
    errno = error;                                                                              \
    if (found > 0) { errno = found; return MAP_FAILED; }                                        \
    void *result = real(place_, length, protection, flags, descriptor, offset);                 \
    if (file && result != MAP_FAILED) exchange_mapping(NULL, result);                           \
    if (descriptor >= 0 && result != MAP_FAILED) ring_mapped(descriptor, offset, result);       \
    return result;                                                                              \
  }
MAPS(mmap)
MAPS(mmap64)

int munmap(void *from, size_t length) {
  REAL(int, "munmap", void *, size_t);
  int file = watching && from && exchange_mapping(from, NULL);
  if (file) strcpy(last, "mapping");
  int found __attribute__((cleanup(journal_leave))) = file ? fault(UNMAP) : PASS;
  if (found > 0) {
    exchange_mapping(NULL, from);
    errno = found;
    return -1;
  }
  return real(from, length);
}

CALL(int, madvise, (void *from, size_t length, int advice), (from, length, advice),
     watching && is_generated(__builtin_return_address(0)) && strcpy(last, "memory"), ADVISE)

#define ADVISES(name)                                                       \
  int name(int descriptor, off_t offset, off_t length, int advice) {        \
    REAL(int, #name, int, off_t, off_t, int);                               \
    int found = in(descriptor) ? fault(ADVISE) : PASS;                      \
    return found > 0 ? found : real(descriptor, offset, length, advice);    \
  }
ADVISES(posix_fadvise)
ADVISES(posix_fadvise64)

/* ---- attributes and locks --------------------------------------------------------------------------------------------- */

CALL(int, chmod, (const char *path, mode_t mode), (path, mode), at(-1, path), PERMIT)
CALL(int, fchmod, (int d, mode_t mode), (d, mode), in(d), PERMIT)
CALL(int, fchmodat, (int d, const char *path, mode_t mode, int flags), (d, path, mode, flags), at(d, path), PERMIT)
CALL(int, fchown, (int d, uid_t user, gid_t group), (d, user, group), in(d), OWN)
CALL(int, fchownat, (int d, const char *path, uid_t user, gid_t group, int flags), (d, path, user, group, flags), at(d, path),
     OWN)
CALL(int, futimens, (int d, const struct timespec times[2]), (d, times), in(d), TIMES)
CALL(int, utimensat, (int d, const char *path, const struct timespec times[2], int flags), (d, path, times, flags),
     path ? at(d, path) : in(d), TIMES)
CALL(int, fsetxattr, (int d, const char *name, const void *value, size_t size, int flags), (d, name, value, size, flags),
     in(d), ATTRIBUTE)
CALL(ssize_t, fgetxattr, (int d, const char *name, void *value, size_t size), (d, name, value, size), in(d), ATTRIBUTE)
CALL(ssize_t, flistxattr, (int d, char *names, size_t size), (d, names, size), in(d), ATTRIBUTE)
CALL(int, fremovexattr, (int d, const char *name), (d, name), in(d), ATTRIBUTE)

static int is_lock(int command) {
  return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

#define CONTROLS(name)                                                    \
  int name(int descriptor, int command, ...) {                            \
    REAL(int, #name, int, int, ...);                                      \
    va_list arguments;                                                    \
    va_start(arguments, command);                                         \
    void *argument = va_arg(arguments, void *);                           \
    va_end(arguments);                                                    \
    FAIL(watching && is_lock(command) && in(descriptor), LOCK)            \
    return real(descriptor, command, argument);                           \
  }
CONTROLS(fcntl)
CONTROLS(fcntl64)

int ioctl(int descriptor, unsigned long request, ...) {
  REAL(int, "ioctl", int, unsigned long, ...);
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  FAIL(watching && request == FICLONE && in(descriptor), CLONE)
  return real(descriptor, request, argument);
}

/* ---- sockets and rings ------------------------------------------------------------------------------------------------- */

CALL(int, socket, (int domain, int type, int protocol), (domain, type, protocol),
     is_watched_with_sockets(), SOCKET)
CALL(int, bind, (int d, const struct sockaddr *address, socklen_t length), (d, address, length), is_socket(d), BIND)
CALL(int, listen, (int d, int backlog), (d, backlog), is_socket(d), LISTEN)
CALL(int, connect, (int d, const struct sockaddr *address, socklen_t length), (d, address, length), is_socket(d), CONNECT)
CALL(int, accept, (int d, struct sockaddr *restrict address, socklen_t *restrict length), (d, address, length), is_socket(d),
     ACCEPT)
CALL(int, setsockopt, (int d, int level, int name, const void *value, socklen_t length), (d, level, name, value, length),
     is_socket(d), SET_OPTION)
CALL(int, poll, (struct pollfd *polled, nfds_t count, int millis), (polled, count, millis), count && is_socket(polled->fd), POLL)
CALL(int, epoll_create1, (int flags), (flags), is_watched_with_sockets(), EPOLL_CREATE)
CALL(int, epoll_ctl, (int d, int operation, int e, struct epoll_event *event), (d, operation, e, event),
     is_watched_with_sockets(), EPOLL_CTL)
CALL(int, epoll_wait, (int d, struct epoll_event *events, int most, int millis), (d, events, most, millis),
     is_watched_with_sockets(), EPOLL_WAIT)
CALL(int, eventfd, (unsigned count, int flags), (count, flags), is_watched_with_sockets(), EVENT)

long syscall(long number, ...) {
  REAL(long, "syscall", long, ...);
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  if (watching && (number == SYS_io_uring_setup || number == SYS_io_uring_enter)) {
    if (number == SYS_io_uring_enter) ring_entered(a[0], a[1]);
    strcpy(last, "ring");
    FAIL(1, number == SYS_io_uring_setup ? RING_SETUP : RING_ENTER)
    if (found == HALF && number == SYS_io_uring_enter && a[1] > 1) a[1] /= 2, a[2] = 0;
  }
  long result = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (number == SYS_io_uring_setup) ring_made(result, (const struct io_uring_params *)a[1]);
  return result;
}

/* Stands between a program and the C library, and lets chosen calls on chosen files fail as devices do.
 *
 * Built by `cc -shared -fPIC` and loaded by LD_PRELOAD, for tests.
 *
 * FAULTS_IN   text that the paths of the files contain; calls on others pass
 * FAULTS      CALL:WHEN:WHAT, several separated by commas
 *     CALL    pread, pwrite, fsync, ftruncate, fallocate, copy_file_range or sendfile (by their target),
 *             or statx of an open file, or close of one that is no folder; openat by the path that it
 *             is given; io_uring_setup and io_uring_enter, whatever the files
 *     WHEN    3 is the third such call, 3+ also all that follow it, every3 the third, sixth and so on
 *     WHAT    an error number, or `half`: half of the bytes are moved, or the file has half of those it says, or half of
 *             the requests are taken,
 *             or `exit`: the process ends there
 * FAULTS_SEEN a file to which `CALL:NUMBER` is appended for each fault that took place */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  PREAD, PWRITE, FSYNC, FTRUNCATE, FALLOCATE, COPY_FILE_RANGE, SENDFILE, STATX, CLOSE, OPENAT, RING_SETUP, RING_ENTER, CALLS
};
enum { PASS = 0, HALF = -1 };

static const char *const NAMES[CALLS] = {"pread",     "pwrite",          "fsync",   "ftruncate",
                                          "fallocate", "copy_file_range", "sendfile", "statx", "close", "openat",
                                          "io_uring_setup", "io_uring_enter"};
static atomic_long made[CALLS];

static int concerns(int descriptor) {
  const char *part = getenv("FAULTS_IN");
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (!part || length < 0) return 0;
  path[length] = 0;
  return strstr(path, part) != 0;
}

static int is_due(const char *when, long number) {
  if (!strncmp(when, "every", 5)) return number % atol(when + 5) == 0;
  long first = atol(when);
  return strchr(when, '+') ? number >= first : number == first;
}

/* System calls, because the C library's functions are the ones below. */
static void tell(int call, long number) {
  const char *log = getenv("FAULTS_SEEN");
  char line[64];
  int length = snprintf(line, sizeof line, "%s:%ld\n", NAMES[call], number);
  int file = log ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  (void)!syscall(SYS_write, file, line, length);
  syscall(SYS_close, file);
}

/* PASS, HALF or an error number. */
static int fault(int call, int descriptor) {
  const char *faults = getenv("FAULTS");
  if (!faults || (call < OPENAT && !concerns(descriptor))) return PASS;
  long number = ++made[call];
  for (const char *rule = faults; rule; rule = strchr(rule, ','), rule = rule ? rule + 1 : 0) {
    char name[32], when[16], what[16];
    if (sscanf(rule, "%31[^:]:%15[^:]:%15[^,]", name, when, what) != 3) abort();
    if (strcmp(name, NAMES[call]) || !is_due(when, number)) continue;
    tell(call, number);
    if (!strcmp(what, "exit")) _exit(0);
    return strcmp(what, "half") ? atoi(what) : HALF;
  }
  return PASS;
}

/* How much of a write takes place: past the cache, whole pages as any device writes them. */
static size_t cut(int fault, int descriptor, size_t count) {
  if (fault != HALF || count < 2) return count;
  if (!(fcntl(descriptor, F_GETFL) & O_DIRECT)) return count / 2;
  size_t pages = count / 2 / 4096 * 4096;
  return pages ? pages : count;
}

/* What a read yields: it is made in full, then the second half is spoilt. */
static ssize_t spoil(int fault, void *bytes, ssize_t count) {
  if (fault != HALF || count < 2) return count;
  memset((char *)bytes + count / 2, 0x5a, count - count / 2);
  return count / 2;
}

/* The next definition, looked up once; NAME and NAME64 are one function on 64-bit systems. */
#define REAL(result, name, ...)       \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = dlsym(RTLD_NEXT, name)

#define FAIL_OR_GO_ON(call)                            \
  int met = errno, found = fault(call, descriptor);    \
  errno = found > 0 ? found : met;                     \
  if (found > 0) return -1

#define READ(name)                                                         \
  ssize_t name(int descriptor, void *bytes, size_t count, off_t offset) {  \
    REAL(ssize_t, #name, int, void *, size_t, off_t);                      \
    FAIL_OR_GO_ON(PREAD);                                                  \
    return spoil(found, bytes, real(descriptor, bytes, count, offset));    \
  }
READ(pread)
READ(pread64)

#define WRITE(name)                                                              \
  ssize_t name(int descriptor, const void *bytes, size_t count, off_t offset) {  \
    REAL(ssize_t, #name, int, const void *, size_t, off_t);                      \
    FAIL_OR_GO_ON(PWRITE);                                                       \
    return real(descriptor, bytes, cut(found, descriptor, count), offset);       \
  }
WRITE(pwrite)
WRITE(pwrite64)

int fsync(int descriptor) {
  REAL(int, "fsync", int);
  FAIL_OR_GO_ON(FSYNC);
  return real(descriptor);
}

#define TRUNCATE(name)                     \
  int name(int descriptor, off_t length) { \
    REAL(int, #name, int, off_t);          \
    FAIL_OR_GO_ON(FTRUNCATE);              \
    return real(descriptor, length);       \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define ALLOCATE(name)                                                \
  int name(int descriptor, int mode, off_t offset, off_t length) {    \
    REAL(int, #name, int, int, off_t, off_t);                         \
    FAIL_OR_GO_ON(FALLOCATE);                                         \
    return real(descriptor, mode, offset, length);                    \
  }
ALLOCATE(fallocate)
ALLOCATE(fallocate64)

ssize_t copy_file_range(int from, off64_t *from_offset, int descriptor, off64_t *offset, size_t count, unsigned flags) {
  REAL(ssize_t, "copy_file_range", int, off64_t *, int, off64_t *, size_t, unsigned);
  FAIL_OR_GO_ON(COPY_FILE_RANGE);
  return real(from, from_offset, descriptor, offset, cut(found, descriptor, count), flags);
}

#define SEND(name, type)                                                       \
  ssize_t name(int descriptor, int from, type *offset, size_t count) {         \
    REAL(ssize_t, #name, int, int, type *, size_t);                            \
    FAIL_OR_GO_ON(SENDFILE);                                                   \
    return real(descriptor, from, offset, cut(found, descriptor, count));      \
  }
SEND(sendfile, off_t)
SEND(sendfile64, off64_t)

int statx(int descriptor, const char *restrict path, int flags, unsigned mask, struct statx *restrict stat) {
  REAL(int, "statx", int, const char *restrict, int, unsigned, struct statx *restrict);
  if (*path) return real(descriptor, path, flags, mask, stat);
  FAIL_OR_GO_ON(STATX);
  int result = real(descriptor, path, flags, mask, stat);
  if (found == HALF && !result) stat->stx_size *= 2, stat->stx_blocks *= 2;
  return result;
}

/* By the path, since there is no file yet. */
int openat(int folder, const char *path, int flags, ...) {
  REAL(int, "openat", int, const char *, int, ...);
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  const char *part = getenv("FAULTS_IN");
  int descriptor = -1;
  if (!part || !strstr(path, part)) return real(folder, path, flags, mode);
  FAIL_OR_GO_ON(OPENAT);
  return real(folder, path, flags, mode);
}

/* The descriptor is gone all the same. */
int close(int descriptor) {
  REAL(int, "close", int);
  struct stat file;
  int met = errno, found = fstat(descriptor, &file) || !S_ISREG(file.st_mode) ? PASS : fault(CLOSE, descriptor);
  errno = met;
  int result = real(descriptor);
  if (found <= 0) return result;
  errno = found;
  return -1;
}

/* Rings are made and driven by numbers of system calls; all others pass. */
long syscall(long number, ...) {
  REAL(long, "syscall", long, ...);
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_io_uring_setup || number == SYS_io_uring_enter) {
    int descriptor = -1;
    FAIL_OR_GO_ON(number == SYS_io_uring_setup ? RING_SETUP : RING_ENTER);
    if (found == HALF && number == SYS_io_uring_enter && a[1] > 1) a[1] /= 2, a[2] = 0;
  }
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

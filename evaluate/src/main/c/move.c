/*
 * By pread and pwrite, or from a mapping. Options: method=transfer|kept-map|direct, preallocate=true.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mover.h"

enum method { TRANSFER, KEPT_MAP, DIRECT };

/* A task made ready to run any number of times. */
struct move {
  const struct task *task;
  struct team *team;
  unsigned char *array;
  enum method method;
  bool preallocate; /* fallocate before writing */
  unsigned char *map; /* NULL: none is kept */

  int descriptor;
  int error;          /* errno of the first failure in a run */
  const char *failed; /* the call that failed */
};

static void fail(struct move *move, const char *call, int error) {
  int none = 0;
  if (__atomic_compare_exchange_n(&move->error, &none, error, false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST)) {
    move->failed = call;
  }
}

static void swap(unsigned char *to, const unsigned char *from, size_t length, size_t width) {
  switch (width) {
    case 2:
      for (size_t i = 0; i < length; i += 2) {
        uint16_t value;
        memcpy(&value, from + i, 2);
        value = __builtin_bswap16(value);
        memcpy(to + i, &value, 2);
      }
      break;
    case 4:
      for (size_t i = 0; i < length; i += 4) {
        uint32_t value;
        memcpy(&value, from + i, 4);
        value = __builtin_bswap32(value);
        memcpy(to + i, &value, 4);
      }
      break;
    case 8:
      for (size_t i = 0; i < length; i += 8) {
        uint64_t value;
        memcpy(&value, from + i, 8);
        value = __builtin_bswap64(value);
        memcpy(to + i, &value, 8);
      }
      break;
    default:
      memcpy(to, from, length);
  }
}

static bool read_all(struct move *move, unsigned char *to, size_t length, uint64_t at) {
  while (length > 0) {
    ssize_t n = pread(move->descriptor, to, length, (off_t)at);
    if (n <= 0) {
      if (n < 0 && errno == EINTR) {
        continue;
      }
      fail(move, n == 0 ? "pread at the end of the file" : "pread", n == 0 ? EIO : errno);
      return false;
    }
    to += n;
    at += (uint64_t)n;
    length -= (size_t)n;
  }
  return true;
}

static bool write_all(struct move *move, const unsigned char *from, size_t length, uint64_t at) {
  while (length > 0) {
    ssize_t n = pwrite(move->descriptor, from, length, (off_t)at);
    if (n < 0) {
      if (errno == EINTR) {
        continue;
      }
      fail(move, "pwrite", errno);
      return false;
    }
    from += n;
    at += (uint64_t)n;
    length -= (size_t)n;
  }
  return true;
}

/* One request, in foreign byte order swapped where the data is still in the processor's cache. */
static bool read_request(struct move *move, unsigned char *to, size_t length, uint64_t at) {
  if (!read_all(move, to, length, at)) {
    return false;
  }
  if (move->task->swap) {
    swap(to, to, length, move->task->width);
  }
  return true;
}

static bool write_request(struct move *move, const unsigned char *from, size_t length,
                          uint64_t at) {
  unsigned char strip[64 * 1024];
  if (!move->task->swap) {
    return write_all(move, from, length, at);
  }
  for (size_t done = 0; done < length; ) {
    size_t step = length - done < sizeof strip ? length - done : sizeof strip;
    swap(strip, from + done, step, move->task->width);
    if (!write_all(move, strip, step, at + done)) {
      return false;
    }
    done += step;
  }
  return true;
}

static void from_map(struct move *move, unsigned char *to, size_t length, uint64_t at) {
  if (move->task->swap) {
    swap(to, move->map + at, length, move->task->width);
  } else {
    memcpy(to, move->map + at, length);
  }
}

/* A piece, request by request. */
static bool move_piece(struct move *move, const struct piece *piece) {
  unsigned char *array = move->array + piece->in_array;
  for (uint64_t done = 0; done < piece->length; ) {
    size_t step = move->task->request;
    step = piece->length - done < step ? piece->length - done : step;
    bool moved = true;
    if (move->map) {
      from_map(move, array + done, step, piece->in_file + done);
    } else if (move->task->write) {
      moved = write_request(move, array + done, step, piece->in_file + done);
    } else {
      moved = read_request(move, array + done, step, piece->in_file + done);
    }
    if (!moved) {
      return false;
    }
    done += step;
  }
  return true;
}

static void move_block(void *context, int member) {
  struct move *move = context;
  struct block block = task_block(move->task, member);
  uint64_t count = task_moves(move->task, &block);
  for (uint64_t n = 0; n < count; n++) {
    struct piece piece = task_move(move->task, &block, n);
    if (!move_piece(move, &piece)) {
      return;
    }
  }
}

static unsigned char *map_file(struct move *move) {
  int descriptor = open(move->task->file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    fail(move, "open", errno);
    return NULL;
  }
  void *map = mmap(NULL, task_file_bytes(move->task), PROT_READ, MAP_SHARED, descriptor, 0);
  if (map == MAP_FAILED) {
    fail(move, "mmap", errno);
    map = NULL;
  }
  close(descriptor);
  return map;
}

static bool open_file(struct move *move) {
  int flags = O_CLOEXEC | (move->task->write ? O_RDWR | O_CREAT : O_RDONLY);
  if (move->method == DIRECT) {
    flags |= O_DIRECT;
  }
  move->descriptor = open(move->task->file, flags, 0666);
  if (move->descriptor < 0) {
    fail(move, "open", errno);
    return false;
  }
  if (move->preallocate &&
      fallocate(move->descriptor, 0, 0, (off_t)task_file_bytes(move->task)) != 0) {
    fail(move, "fallocate", errno);
  }
  return true;
}

static void run_transfers(struct move *move) {
  if (!open_file(move)) {
    return;
  }
  team_run(move->team, move_block, move);
  if (close(move->descriptor) != 0) {
    fail(move, "close", errno);
  }
}

static const char *choose(struct move *move) {
  static const char *const names[] = {"transfer", "kept-map", "direct"};
  const char *name = task_option(move->task, "method", "transfer");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], name) == 0) {
      move->method = (enum method)i;
      return move->method == KEPT_MAP && move->task->write ? "C writes without mappings" : NULL;
    }
  }
  return "no such method";
}

static const char *check_direct(const struct task *task) {
  bool whole = task_file_bytes(task) % 4096 == 0 && task->request % 4096 == 0;
  return whole && !task->swap && task->access == SEQUENTIAL
             ? NULL
             : "O_DIRECT is for sequential requests of whole 4 KiB in native byte order";
}

static struct move current;

static const char *prepare(const struct task *task, struct team *team, unsigned char *array) {
  struct move *move = &current;
  *move = (struct move){.task = task, .team = team, .array = array};
  move->preallocate = strcmp(task_option(task, "preallocate", ""), "true") == 0;
  const char *wrong = choose(move);
  if (!wrong && move->method == DIRECT) {
    wrong = check_direct(task);
  }
  if (!wrong && move->method == KEPT_MAP) {
    move->map = map_file(move);
    wrong = move->map ? NULL : strerror(move->error);
  }
  return wrong;
}

/* Whether the file system cannot do this: it refuses O_DIRECT by EINVAL. */
static bool is_lacking(const struct move *move) {
  return move->error == EOPNOTSUPP ||
         (move->method == DIRECT && move->error == EINVAL && strcmp(move->failed, "open") == 0);
}

static const char *run(void) {
  static char why[8192];
  struct move *move = &current;
  move->error = 0;
  if (move->map) {
    team_run(move->team, move_block, move);
  } else {
    run_transfers(move);
  }
  if (move->error == 0) {
    return NULL;
  }
  snprintf(why, sizeof why, "%s%s: %s: %s", is_lacking(move) ? "absent " : "", move->failed,
           move->task->file, strerror(move->error));
  return why;
}

static void end(void) {
  if (current.map) {
    munmap(current.map, task_file_bytes(current.task));
    current.map = NULL;
  }
}

const struct mover mover = {.prepare = prepare, .run = run, .end = end};

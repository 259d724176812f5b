/*
 * Reads at scattered places by one thread and a ring of the kernel's, io_uring(7), without a library: as many on
 * their way as the task has threads. Way: ring-direct (O_DIRECT) or ring.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "mover.h"

struct ring {
  int descriptor;
  unsigned entries;
  unsigned char *rings; /* both queues */
  size_t bytes;
  struct io_uring_sqe *requests;
  struct io_uring_params p;
};

static struct {
  const struct task *task;
  unsigned char *array;
  bool direct;
  struct ring ring;
  uint64_t *times; /* of each read, when it was put and then how long it took; NULL while nobody asks */
} current = {.ring.descriptor = -1};

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

static unsigned *word(const struct ring *ring, unsigned offset) {
  return (unsigned *)(ring->rings + offset);
}

/* Why there is no ring: a kernel keeps them from programs in a container, for instance. */
static const char *no_ring(const char *why) {
  static char text[256];
  snprintf(text, sizeof text, "absent no ring of the kernel's here: %s", why);
  return text;
}

static const char *make_ring(struct ring *ring, unsigned entries) {
  ring->p = (struct io_uring_params){0};
  ring->descriptor = (int)syscall(SYS_io_uring_setup, entries, &ring->p);
  if (ring->descriptor < 0) {
    return no_ring(strerror(errno));
  }
  if (!(ring->p.features & IORING_FEAT_SINGLE_MMAP)) {
    return no_ring("they are too old");
  }
  size_t submissions = ring->p.sq_off.array + ring->p.sq_entries * sizeof(unsigned);
  size_t completions = ring->p.cq_off.cqes + ring->p.cq_entries * sizeof(struct io_uring_cqe);
  ring->bytes = submissions > completions ? submissions : completions;
  ring->entries = ring->p.sq_entries;
  int access = PROT_READ | PROT_WRITE;
  ring->rings = mmap(NULL, ring->bytes, access, MAP_SHARED | MAP_POPULATE, ring->descriptor,
                     IORING_OFF_SQ_RING);
  ring->requests = mmap(NULL, ring->entries * sizeof *ring->requests, access,
                        MAP_SHARED | MAP_POPULATE, ring->descriptor, IORING_OFF_SQES);
  if (ring->rings == MAP_FAILED || ring->requests == MAP_FAILED) {
    return no_ring(strerror(errno));
  }
  for (unsigned i = 0; i < ring->entries; i++) {
    word(ring, ring->p.sq_off.array)[i] = i;
  }
  return NULL;
}

static void end(void) {
  struct ring *ring = &current.ring;
  if (ring->descriptor >= 0) {
    close(ring->descriptor);
    ring->descriptor = -1;
  }
  if (ring->rings && ring->rings != MAP_FAILED) {
    munmap(ring->rings, ring->bytes);
  }
  if (ring->requests && ring->requests != MAP_FAILED) {
    munmap(ring->requests, ring->entries * sizeof *ring->requests);
  }
  ring->rings = NULL;
  ring->requests = NULL;
}

static const char *prepare(const struct task *task, struct team *team, unsigned char *array) {
  (void)team;
  const char *way = task_option(task, "way", "ring");
  current.task = task;
  current.array = array;
  current.direct = strcmp(way, "ring-direct") == 0;
  if (task->access != SCATTERED || task->write || task->swap) {
    return "a ring is for reads at scattered places in native byte order";
  }
  return make_ring(&current.ring, (unsigned)task->threads);
}

/* Read number `n` of all, so that neighbours belong to different threads of the task. */
static struct piece piece_of(uint64_t n) {
  const struct task *task = current.task;
  struct block block = task_block(task, (int)(n % (uint64_t)task->threads));
  return task_move(task, &block, n / (uint64_t)task->threads);
}

static bool is_there(uint64_t n) {
  const struct task *task = current.task;
  struct block block = task_block(task, (int)(n % (uint64_t)task->threads));
  return n / (uint64_t)task->threads < block.count;
}

static void put(struct ring *ring, unsigned tail, int file, uint64_t n) {
  struct piece piece = piece_of(n);
  struct io_uring_sqe *request = &ring->requests[tail & (ring->entries - 1)];
  *request = (struct io_uring_sqe){.opcode = IORING_OP_READ,
                                   .fd = file,
                                   .addr = (uint64_t)(uintptr_t)(current.array + piece.in_array),
                                   .len = (unsigned)piece.length,
                                   .off = piece.in_file,
                                   .user_data = n};
  if (current.times) {
    current.times[n] = now();
  }
}

/* Takes what has completed. Returns how many, or -1. */
static int reap(struct ring *ring) {
  unsigned *head = word(ring, ring->p.cq_off.head);
  unsigned tail = __atomic_load_n(word(ring, ring->p.cq_off.tail), __ATOMIC_ACQUIRE);
  struct io_uring_cqe *completions = (struct io_uring_cqe *)(ring->rings + ring->p.cq_off.cqes);
  int count = 0;
  for (unsigned at = *head; at != tail; at++, count++) {
    struct io_uring_cqe *completion = &completions[at & (ring->p.cq_entries - 1)];
    if (completion->res < 0 || (uint64_t)completion->res != current.task->request) {
      errno = completion->res < 0 ? -completion->res : EIO;
      return -1;
    }
    if (current.times) {
      current.times[completion->user_data] = now() - current.times[completion->user_data];
    }
  }
  __atomic_store_n(head, tail, __ATOMIC_RELEASE);
  return count;
}

/* The numbers of reads are below this; some are of no read. */
static uint64_t numbers(void) {
  uint64_t threads = (uint64_t)current.task->threads;
  return threads * (current.task->reads / threads + 1);
}

static bool read_all(struct ring *ring, int file) {
  uint64_t all = numbers();
  unsigned *tail = word(ring, ring->p.sq_off.tail);
  unsigned limit = (unsigned)current.task->threads, under_way = 0;
  for (uint64_t next = 0; next < all || under_way > 0;) {
    unsigned from = *tail, to = from;
    for (; next < all && under_way + (to - from) < limit; next++) {
      if (is_there(next)) {
        put(ring, to++, file, next);
      }
    }
    __atomic_store_n(tail, to, __ATOMIC_RELEASE);
    under_way += to - from;
    unsigned left = to - from;
    do {
      long taken = syscall(SYS_io_uring_enter, ring->descriptor, left, under_way > 0,
                           IORING_ENTER_GETEVENTS, NULL, 0);
      if (taken < 0 && errno != EINTR) {
        return false;
      }
      left -= taken < 0 ? 0 : (unsigned)taken;
    } while (left > 0);
    int completed = reap(ring);
    if (completed < 0) {
      return false;
    }
    under_way -= (unsigned)completed;
  }
  return true;
}

static const char *run(void) {
  static char why[8192];
  int flags = O_RDONLY | O_CLOEXEC | (current.direct ? O_DIRECT : 0);
  int file = open(current.task->file, flags);
  bool done = file >= 0 && read_all(&current.ring, file);
  int error = errno;
  if (file >= 0) {
    close(file);
  }
  if (done) {
    return NULL;
  }
  bool refused = file < 0 && current.direct && error == EINVAL;
  snprintf(why, sizeof why, "%s%s: %s", refused ? "absent no O_DIRECT here: " : "",
           current.task->file, strerror(error));
  return why;
}

static int compare(const void *one, const void *other) {
  uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
  return (a > b) - (a < b);
}

static const char *take_times(uint64_t percentiles[3]) {
  static const double percents[] = {50, 99, 99.9};
  uint64_t all = numbers(), count = 0;
  current.times = calloc(all, sizeof *current.times);
  if (!current.times) {
    return "not enough memory for the times";
  }
  const char *wrong = run();
  for (uint64_t n = 0; n < all; n++) {
    if (is_there(n)) {
      current.times[count++] = current.times[n];
    }
  }
  qsort(current.times, count, sizeof *current.times, compare);
  for (int i = 0; i < 3; i++) {
    uint64_t rank = (uint64_t)(percents[i] * (double)count / 100 + 0.999999);
    percentiles[i] = current.times[rank > 0 ? rank - 1 : 0];
  }
  free(current.times);
  current.times = NULL;
  return wrong;
}

const struct mover mover = {.prepare = prepare, .run = run, .time = take_times, .end = end};

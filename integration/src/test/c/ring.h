/* The requests of rings (io_uring(7)): their writes are noted in the order of syncs, and their results are faults like those
 * of calls. Included by calls.c.
 *
 * A request is changed before the kernel takes it, so that the kernel itself answers it: one that fails becomes a request that
 * does nothing and has the error for its result (IORING_NOP_INJECT_RESULT, Linux 6.10; older ones answer EINVAL, and the
 * requests are left alone there). */
#include <linux/io_uring.h>
#include <sys/utsname.h>

enum { MOST_RINGS = 64, NOP_WITH_RESULT = 1 };

static pthread_mutex_t ringing = PTHREAD_MUTEX_INITIALIZER;

static struct ring {
  int descriptor;
  struct io_uring_params parameters;
  char *queue;
  struct io_uring_sqe *requests;
} rings[MOST_RINGS];
static int rings_made;

static struct ring *ring_of(int descriptor) {
  for (int i = 0; i < rings_made; i++)
    if (rings[i].descriptor == descriptor) return &rings[i];
  return NULL;
}

/* Also while nothing is watched: rings are kept and used again. */
static void ring_made(int descriptor, const struct io_uring_params *parameters) {
  if (descriptor < 0) return;
  pthread_mutex_lock(&ringing);
  struct ring *ring = ring_of(descriptor);
  if (!ring) {
    if (rings_made == MOST_RINGS) abort();
    ring = &rings[rings_made++];
  }
  *ring = (struct ring){descriptor, *parameters, NULL, NULL};
  pthread_mutex_unlock(&ringing);
}

static void ring_mapped(int descriptor, uint64_t offset, void *mapping) {
  pthread_mutex_lock(&ringing);
  struct ring *ring = ring_of(descriptor);
  if (ring && offset == IORING_OFF_SQES) ring->requests = mapping;
  if (ring && offset == IORING_OFF_SQ_RING) ring->queue = mapping;
  pthread_mutex_unlock(&ringing);
}

static int kernel_gives_results(void) {
  static atomic_int known = -1;
  struct utsname system;
  int major, minor;
  if (known < 0)
    known = !uname(&system) && sscanf(system.release, "%d.%d", &major, &minor) == 2 && (major > 6 || (major == 6 && minor >= 10));
  return known;
}

static void answer(struct io_uring_sqe *request, int result) {
  request->opcode = IORING_OP_NOP;
  request->fd = -1;
  request->off = request->addr = 0;
  request->len = result;
  request->rw_flags = NOP_WITH_RESULT;
}

/* The first half of a read comes from the file, as a short one's does. */
static void shorten(struct io_uring_sqe *request) {
  if (request->opcode == IORING_OP_WRITE) {
    request->len = cut(HALF, request->fd, request->len);
  } else {
    void *bytes = (void *)request->addr;
    long count = syscall(SYS_pread64, request->fd, bytes, request->len, request->off);
    if (count > 1) answer(request, spoil(HALF, bytes, count));
  }
}

/* The requests that the kernel is about to take, which stand in the order of their numbers. */
static void ring_entered(int descriptor, unsigned count) {
  pthread_mutex_lock(&ringing);
  struct ring *ring = ring_of(descriptor);
  pthread_mutex_unlock(&ringing);
  if (!ring || !ring->queue || !ring->requests) return;
  unsigned head = *(unsigned *)(ring->queue + ring->parameters.sq_off.head);
  unsigned mask = *(unsigned *)(ring->queue + ring->parameters.sq_off.ring_mask);
  for (unsigned i = 0; i < count; i++) {
    struct io_uring_sqe *request = &ring->requests[(head + i) & mask];
    int writes = request->opcode == IORING_OP_WRITE;
    if ((!writes && request->opcode != IORING_OP_READ) || !in(request->fd)) continue;
    if (writes) note_as(PWRITE, last);
    if (!kernel_gives_results()) continue;
    int found = counted(writes ? RING_WRITE : RING_READ);
    if (found == HALF) shorten(request);
    else if (found != PASS) answer(request, found == ZERO ? 0 : -found);
  }
}

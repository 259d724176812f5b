/* A file system with a server, this process: one file, f, with the bytes of another one, read only.
 *
 * As a network's file systems do, the kernel keeps its pages and asks the server in each read whether
 * they are still true. Needs root and /dev/fuse; no library.
 *
 * usage: served FILE FOLDER    mounts it, prints "ready" and serves until its standard input ends */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILE_ID = 2, MOST_BYTES = 128 << 10 };

static int device, backing;

static void answer(const struct fuse_in_header *request, int error, const void *body, size_t length) {
  struct fuse_out_header header = {sizeof header + length, -error, request->unique};
  struct iovec pieces[] = {{&header, sizeof header}, {(void *)body, length}};
  if (writev(device, pieces, 2) < 0 && errno != ENOENT) /* nobody waits for it any more */
    perror("served: answer");
}

static struct fuse_attr attributes(uint64_t id) {
  struct fuse_attr told = {.ino = id, .mode = S_IFDIR | 0755, .nlink = 2, .blksize = 4096};
  if (id == FILE_ID) {
    struct stat file;
    fstat(backing, &file);
    told.mode = S_IFREG | 0644;
    told.nlink = 1;
    told.size = file.st_size;
    told.blocks = file.st_blocks;
    told.mtime = file.st_mtim.tv_sec;
    told.mtimensec = file.st_mtim.tv_nsec;
  }
  return told;
}

static void begin(const struct fuse_in_header *request, const struct fuse_init_in *in) {
  struct fuse_init_out out = {.major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION};
  out.max_readahead = in->max_readahead;
  out.flags = in->flags & (FUSE_ASYNC_READ | FUSE_AUTO_INVAL_DATA);
  out.max_write = MOST_BYTES;
  out.max_background = 8;
  answer(request, 0, &out, sizeof out);
}

static void look_up(const struct fuse_in_header *request, const char *name) {
  struct fuse_entry_out out = {.nodeid = FILE_ID, .attr = attributes(FILE_ID)};
  int found = request->nodeid == FUSE_ROOT_ID && strcmp(name, "f") == 0;
  answer(request, found ? 0 : ENOENT, &out, found ? sizeof out : 0);
}

static void read_file(const struct fuse_in_header *request, const struct fuse_read_in *in) {
  static char bytes[1 << 20];
  size_t most = in->size < sizeof bytes ? in->size : sizeof bytes;
  ssize_t n = pread(backing, bytes, most, in->offset);
  answer(request, n < 0 ? errno : 0, bytes, n < 0 ? 0 : n);
}

static void serve(const struct fuse_in_header *request) {
  const void *in = request + 1;
  struct fuse_attr_out attr = {.attr = attributes(request->nodeid)};
  struct fuse_open_out open = {0};
  switch (request->opcode) {
    case FUSE_INIT: begin(request, in); break;
    case FUSE_LOOKUP: look_up(request, in); break;
    case FUSE_GETATTR: answer(request, 0, &attr, sizeof attr); break;
    case FUSE_OPEN: answer(request, 0, &open, sizeof open); break;
    case FUSE_READ: read_file(request, in); break;
    case FUSE_RELEASE: case FUSE_FLUSH: answer(request, 0, NULL, 0); break;
    case FUSE_FORGET: case FUSE_BATCH_FORGET: case FUSE_INTERRUPT: break;
    default: answer(request, ENOSYS, NULL, 0);
  }
}

int main(int count, char **arguments) {
  static char request[MOST_BYTES + 8192] __attribute__((aligned(8)));
  char options[100];
  if (count != 3) return 2;
  backing = open(arguments[1], O_RDONLY | O_CLOEXEC);
  device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", device);
  if (backing < 0 || device < 0 || mount("served", arguments[2], "fuse", MS_NOSUID | MS_NODEV, options) < 0) {
    perror("served");
    return 1;
  }
  puts("ready");
  fflush(stdout);
  struct pollfd ready[] = {{device, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  while (poll(ready, 2, -1) >= 0 && ready[1].revents == 0) {
    if (read(device, request, sizeof request) > 0) serve((struct fuse_in_header *)request);
    else if (errno == ENODEV) return 0;
  }
  umount2(arguments[2], MNT_DETACH);
  return 0;
}

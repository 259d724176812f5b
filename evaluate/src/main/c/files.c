/* Files as wholes, as io.penstock.evaluate.files has them: copies of a file, walks through a tree. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "drill.h"

enum { PIECE = 128 << 10, A_FOLDER = 100, LONGEST_PATH = 4096 };

/* ---- copies ----------------------------------------------------------------------------------- */

static struct {
  char *source, *target, *buffer;
  int by_range;
} copies;

static const char *prepare_copies(const struct drill *drill) {
  copies.source = strdup(words_text(&drill->words, "file", ""));
  copies.target = strdup(drill->meeting);
  copies.buffer = malloc(PIECE);
  copies.by_range = words_is(&drill->words, "way", "c-copy-file-range");
  return copies.source && copies.target && copies.buffer ? NULL : "not enough memory";
}

static void arm_copies(uint64_t salt) {
  (void)salt;
  unlink(copies.target);
}

static const char *write_all(int to, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t n = write(to, bytes, count);
    if (n < 0 && errno != EINTR) {
      return "the copy cannot be written";
    }
    if (n > 0) {
      bytes += n;
      count -= (size_t)n;
    }
  }
  return NULL;
}

static const char *by_read_and_write(int from, int to) {
  for (;;) {
    ssize_t n = read(from, copies.buffer, PIECE);
    if (n == 0) {
      return NULL;
    }
    if (n < 0 && errno != EINTR) {
      return "the file cannot be read";
    }
    const char *wrong = n > 0 ? write_all(to, copies.buffer, (size_t)n) : NULL;
    if (wrong) {
      return wrong;
    }
  }
}

static const char *by_range(int from, int to) {
  for (;;) {
    ssize_t n = copy_file_range(from, NULL, to, NULL, 1 << 30, 0);
    if (n == 0) {
      return NULL;
    }
    if (n < 0 && errno != EINTR) {
      return "copy_file_range fails here";
    }
  }
}

static const char *copy_once(void) {
  int from = open(copies.source, O_RDONLY | O_CLOEXEC);
  int to = open(copies.target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const char *wrong = from < 0 || to < 0 ? "a file cannot be opened" : NULL;
  if (!wrong) {
    wrong = copies.by_range ? by_range(from, to) : by_read_and_write(from, to);
  }
  if (from >= 0) {
    close(from);
  }
  if (to >= 0 && close(to) != 0 && !wrong) {
    wrong = "the copy cannot be closed";
  }
  return wrong;
}

static const char *repeat_copies(uint64_t times) {
  const char *wrong = NULL;
  for (uint64_t i = 0; i < times && !wrong; i++) {
    wrong = copy_once();
  }
  return wrong;
}

static const char *wrong_copy(uint64_t salt) {
  (void)salt;
  FILE *from = fopen(copies.source, "re");
  FILE *to = fopen(copies.target, "re");
  const char *wrong = from && to ? NULL : "there is no copy";
  while (!wrong) {
    static char one[PIECE], other[PIECE];
    size_t n = fread(one, 1, PIECE, from);
    size_t m = fread(other, 1, PIECE, to);
    if (n != m || memcmp(one, other, n) != 0) {
      wrong = "the copy differs";
    }
    if (n == 0) {
      break;
    }
  }
  if (from) {
    fclose(from);
  }
  if (to) {
    fclose(to);
  }
  unlink(copies.target);
  return wrong;
}

static void end_copies(void) {
  unlink(copies.target);
  free(copies.source);
  free(copies.target);
  free(copies.buffer);
}

/* ---- walks ------------------------------------------------------------------------------------ */

static struct {
  char root[LONGEST_PATH];
  int sizes;
  uint64_t expected, got;
} walks;

static uint64_t size_of(uint64_t n, uint64_t most) { return most == 0 ? 0 : n * 7919 % (most + 1); }

/* Where file number `n` of a tree is, or the folder that it is in, or the folder above that. */
static void name_in(char *into, const char *tree, uint64_t n, int depth) {
  uint64_t folder = n / A_FOLDER;
  int length = snprintf(into, LONGEST_PATH, "%s/part-%" PRIu64, tree, folder / A_FOLDER);
  if (depth > 1) {
    length += snprintf(into + length, LONGEST_PATH - length, "/folder-%" PRIu64, folder);
  }
  if (depth > 2) {
    snprintf(into + length, LONGEST_PATH - length, "/file-%" PRIu64 ".dat", n);
  }
}

static int make_file(const char *name, uint64_t bytes) {
  int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  char *zeros = calloc(bytes + 1, 1);
  int made = fd >= 0 && zeros && !write_all(fd, zeros, bytes);
  free(zeros);
  return (fd < 0 || close(fd) == 0) && made;
}

/* Makes the tree where no other contestant has. Nobody sees half of it. */
static const char *make_tree(uint64_t files, uint64_t most) {
  static char draft[LONGEST_PATH - 64], name[LONGEST_PATH];
  if (access(walks.root, F_OK) == 0) {
    return NULL;
  }
  if (snprintf(draft, sizeof draft, "%s-new-%ld", walks.root, (long)getpid()) >= (int)sizeof draft) {
    return "the path is too long";
  }
  int made = mkdir(draft, 0755) == 0;
  for (uint64_t n = 0; n < files && made; n++) {
    for (int depth = 1; depth < 3 && n % A_FOLDER == 0 && made; depth++) {
      name_in(name, draft, n, depth);
      made = mkdir(name, 0755) == 0 || errno == EEXIST;
    }
    name_in(name, draft, n, 3);
    made = made && make_file(name, size_of(n, most));
  }
  return made && rename(draft, walks.root) == 0 ? NULL : "the tree cannot be made";
}

/* As io.penstock.evaluate.files.SampleFiles makes it. */
static const char *prepare_walks(const struct drill *drill) {
  uint64_t files = words_number(&drill->words, "files", 0);
  uint64_t most = words_number(&drill->words, "most", 0);
  const char *slash = strrchr(drill->meeting, '/');
  if (!slash || files == 0) {
    return "no tree is named";
  }
  int written = snprintf(walks.root, LONGEST_PATH, "%.*s/tree-%" PRIu64 "-%" PRIu64,
                         (int)(slash - drill->meeting), drill->meeting, files, most);
  if (written >= LONGEST_PATH) {
    return "the path is too long";
  }
  walks.sizes = strcmp(drill->name, "files-sizes") == 0;
  uint64_t folders = (files + A_FOLDER - 1) / A_FOLDER;
  walks.expected = 1 + files + folders + (folders + A_FOLDER - 1) / A_FOLDER;
  if (walks.sizes) {
    walks.expected = 0;
    for (uint64_t n = 0; n < files; n++) {
      walks.expected += size_of(n, most);
    }
  }
  return make_tree(files, most);
}

static void arm_walks(uint64_t salt) {
  (void)salt;
  walks.got = ~walks.expected;
}

/* Adds up what is below a folder, which is closed. */
static const char *below(int fd) {
  DIR *folder = fdopendir(fd);
  if (!folder) {
    close(fd);
    return "a folder cannot be read";
  }
  const char *wrong = NULL;
  struct dirent *entry;
  while (!wrong && (entry = readdir(folder))) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
      continue;
    }
    struct stat status;
    int is_folder = entry->d_type == DT_DIR;
    if ((walks.sizes && !is_folder) || entry->d_type == DT_UNKNOWN) {
      if (fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        wrong = "a file has no size";
        break;
      }
      is_folder = S_ISDIR(status.st_mode);
    }
    if (!walks.sizes) {
      walks.got++;
    } else if (!is_folder) {
      walks.got += (uint64_t)status.st_size;
    }
    if (is_folder) {
      int inner = openat(dirfd(folder), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      wrong = inner < 0 ? "a folder cannot be opened" : below(inner);
    }
  }
  closedir(folder);
  return wrong;
}

static const char *walk_once(void) {
  int root = open(walks.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  walks.got = walks.sizes ? 0 : 1;
  return root < 0 ? "there is no tree" : below(root);
}

static const char *repeat_walks(uint64_t times) {
  const char *wrong = NULL;
  for (uint64_t i = 0; i < times && !wrong; i++) {
    wrong = walk_once();
  }
  return wrong;
}

static const char *wrong_walk(uint64_t salt) {
  (void)salt;
  return walks.got == walks.expected ? NULL : "it came to another answer";
}

const struct exercise files_copy = {.name = "files-copy",
                                    .prepare = prepare_copies,
                                    .arm = arm_copies,
                                    .repeat = repeat_copies,
                                    .fault = wrong_copy,
                                    .end = end_copies};

const struct exercise files_names = {.name = "files-names",
                                     .prepare = prepare_walks,
                                     .arm = arm_walks,
                                     .repeat = repeat_walks,
                                     .fault = wrong_walk};

const struct exercise files_sizes = {.name = "files-sizes",
                                     .prepare = prepare_walks,
                                     .arm = arm_walks,
                                     .repeat = repeat_walks,
                                     .fault = wrong_walk};

// Runs a command whose system calls of the given names fail, as in a container with a narrow seccomp profile.
//
//   cc -O2 -o refuse refuse.c
//   refuse EPERM fallocate,memfd_create -- COMMAND...
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_cachestat
#define SYS_cachestat 451 // asm-generic/unistd.h (v6.5)
#endif

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "add this architecture"
#endif

static const struct {
  const char *name;
  unsigned number;
} CALLS[] = {
    {"cachestat", SYS_cachestat},
    {"copy_file_range", SYS_copy_file_range},
    {"fadvise64", SYS_fadvise64},
    {"fallocate", SYS_fallocate},
    {"io_uring_setup", SYS_io_uring_setup},
    {"memfd_create", SYS_memfd_create},
    {"openat2", SYS_openat2},
    {"preadv2", SYS_preadv2},
    {"renameat2", SYS_renameat2},
    {"sendfile", SYS_sendfile},
    {"statx", SYS_statx},
};

static unsigned number_of(const char *name) {
  for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
    if (strcmp(CALLS[i].name, name) == 0) return CALLS[i].number;
  }
  fprintf(stderr, "refuse: no system call of the table is named %s\n", name);
  exit(2);
}

static unsigned error_of(const char *name) {
  if (strcmp(name, "EPERM") == 0) return EPERM;
  if (strcmp(name, "ENOSYS") == 0) return ENOSYS;
  if (strcmp(name, "EINVAL") == 0) return EINVAL;
  if (strcmp(name, "EOPNOTSUPP") == 0) return EOPNOTSUPP;
  fprintf(stderr, "refuse: %s is none of EPERM, ENOSYS, EINVAL, EOPNOTSUPP\n", name);
  exit(2);
}

int main(int argc, char **argv) {
  if (argc < 5 || strcmp(argv[3], "--") != 0) {
    fprintf(stderr, "usage: refuse ERRNO CALL,CALL... -- COMMAND...\n");
    return 2;
  }
  unsigned error = error_of(argv[1]);
  struct sock_filter program[4 + 2 * 32 + 1];
  unsigned short length = 0;
  program[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  program[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  program[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  int calls = 0;
  for (char *name = strtok(argv[2], ","); name != NULL && calls < 32; name = strtok(NULL, ","), calls++) {
    program[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number_of(name), 0, 1);
    program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error);
  }
  program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog filter = {.len = length, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    perror("refuse: cannot install the filter");
    return 1;
  }
  execvp(argv[4], argv + 4);
  perror(argv[4]);
  return 127;
}

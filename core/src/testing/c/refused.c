/*
 * Runs a program under a filter of system calls, seccomp(2), as containers do: io_uring_setup(2) fails.
 *
 *   refused ERRNO PROGRAM ARGUMENT...
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "refused ERRNO PROGRAM ARGUMENT...\n");
    return 2;
  }
  struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)atoi(words[1])),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof steps / sizeof *steps, .filter = steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    perror("seccomp");
    return 3;
  }
  execv(words[2], words + 2);
  perror(words[2]);
  return 4;
}

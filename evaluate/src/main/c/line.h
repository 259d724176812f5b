/* One end of a connection between two processes; each program has one kind of it. All functions that
   return text return what is wrong, or NULL. */
#ifndef LINE_H
#define LINE_H

#include <stdint.h>

#include "drill.h"

/* Connects this process with the other one of a drill. */
const char *line_open(const struct drill *drill);

/* Sends a message. */
const char *line_send(const void *from, uint64_t bytes);

/* Receives a message of just so many bytes. */
const char *line_receive(void *to, uint64_t bytes);

/* Gives back what the line holds, if it is open. */
void line_close(void);

#endif

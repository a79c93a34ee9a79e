#ifndef PREEMPT_LIBC_MEMORY_H
#define PREEMPT_LIBC_MEMORY_H
#include <string.h>
#endif

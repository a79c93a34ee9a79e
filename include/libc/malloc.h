#ifndef PREEMPT_LIBC_MALLOC_H
#define PREEMPT_LIBC_MALLOC_H

#include <stdlib.h>

#endif

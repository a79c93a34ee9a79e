#ifndef PREEMPT_UTIL_DELAY_BASIC_H
#define PREEMPT_UTIL_DELAY_BASIC_H
#include <util/delay.h>
#endif

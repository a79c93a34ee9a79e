#ifndef __CORTEX_M
#define __CORTEX_M 23
#endif
#include "core_cm.h"

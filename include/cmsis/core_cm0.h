#ifndef __CORTEX_M
#define __CORTEX_M 0
#endif
#include "core_cm.h"

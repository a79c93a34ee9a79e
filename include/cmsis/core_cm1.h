#ifndef __CORTEX_M
#define __CORTEX_M 1
#endif
#include "core_cm.h"

#ifndef __CORTEX_M
#define __CORTEX_M 3
#endif
#include "core_cm.h"

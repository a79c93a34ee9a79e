#ifndef __CORTEX_M
#define __CORTEX_M 4
#endif
#include "core_cm.h"

#ifndef __CORTEX_M
#define __CORTEX_M 7
#endif
#include "core_cm.h"

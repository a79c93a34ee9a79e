#ifndef __CORTEX_M
#define __CORTEX_M 33
#endif
#include "core_cm.h"

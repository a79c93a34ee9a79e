/* Blink with the alarm kept out while the overflow handler updates it. */
#define UPDATE_IS_MASKED 1
#include "blink/blink.h"

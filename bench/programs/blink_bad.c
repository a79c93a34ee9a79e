/* Blink in which the alarm may fire while the overflow handler updates it: the handler then starts an alarm again that has fired. */
#define UPDATE_IS_MASKED 0
#include "blink/blink.h"

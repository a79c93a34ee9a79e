/* RcCore with queries that a change of the protocols may preempt: the settings that were there a moment ago are gone when they are used. */
#define QUERY_IS_LOCKED 0
#include "rc-core/rc_core.h"

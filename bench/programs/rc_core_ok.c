/* RcCore with queries that keep changes of the protocols out. */
#define QUERY_IS_LOCKED 1
#include "rc-core/rc_core.h"

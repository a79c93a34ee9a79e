/* Stands for the harness of --drive, which Preempt writes anew for each program: `preempt check --emit harness`. */
#include <preempt.h>

/* What the port has for set-ups and their interrupts. */
#ifndef PORT_H
#define PORT_H

#include "kernel.h"

/* Tasks that are created from now on run this. */
void port_entry(void (*entry)(void *));
/* The first task begins, and main never goes on. */
void port_start(void);
/* At the end of an interrupt: whoever should run now does. */
void port_switch(void);

#endif

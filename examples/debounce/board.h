/* The board: a button, a lamp, a one-shot timer, and an interrupt controller with one enable flag per interrupt. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#define TIMER_IRQ 1
#define PIN_CHANGE_IRQ 2 /* more urgent than the timer */

extern volatile uint8_t BUTTON;        /* 1 while the contact is closed */
extern volatile uint8_t LAMP;          /* 1 switches the lamp on */
extern volatile uint16_t TIMER_START;  /* writing starts (again) a countdown in milliseconds; at 0 it interrupts */

void enable_isr(int irq);
void disable_isr(int irq);

#endif

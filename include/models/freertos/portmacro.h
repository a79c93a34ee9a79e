/*
 * Preempt's port of FreeRTOS: what a kernel asks of the machine that it runs on.
 * For the kernels from V6 on. `preempt library` reads the kernel with it; the functions have no bodies yet.
 */
#ifndef PORTMACRO_H
#define PORTMACRO_H

#include <stddef.h>
#include <stdint.h>

/* Types, by the names of V6 and V7 and by those since V8. */
#define portCHAR char
#define portFLOAT float
#define portDOUBLE double
#define portLONG long
#define portSHORT short
#define portSTACK_TYPE unsigned long
#define portBASE_TYPE long
typedef unsigned long portTickType;
#define portMAX_DELAY ((portTickType)0xffffffffUL)

#ifdef PREEMPT_FREERTOS_SINCE_V8
typedef portSTACK_TYPE StackType_t;
typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
#define portTICK_TYPE_IS_ATOMIC 1
#define portTICK_PERIOD_MS ((TickType_t)1)
#endif

#define portSTACK_GROWTH (-1)
#define portTICK_RATE_MS ((portTickType)1)
#define portBYTE_ALIGNMENT 8
#define portPOINTER_SIZE_TYPE uintptr_t

#define portTASK_FUNCTION_PROTO(function, parameters) void function(void *parameters)
#define portTASK_FUNCTION(function, parameters) void function(void *parameters)

/* A task switches to another. */
void vPortYield(void);
#define portYIELD() vPortYield()
#define portYIELD_WITHIN_API() vPortYield()
void vPortYieldFromISR(void);
#define portEND_SWITCHING_ISR(woken) ((void)(woken))
#define portYIELD_FROM_ISR(woken) ((void)(woken))

/* Interrupts are kept out; sections nest, and each task has its own depth. */
void vPortEnterCritical(void);
void vPortExitCritical(void);
#define portENTER_CRITICAL() vPortEnterCritical()
#define portEXIT_CRITICAL() vPortExitCritical()
#define portDISABLE_INTERRUPTS() vPortEnterCritical()
#define portENABLE_INTERRUPTS() vPortExitCritical()

unsigned long ulPortMaskFromISR(void);
void vPortUnmaskFromISR(unsigned long before);
#define portSET_INTERRUPT_MASK_FROM_ISR() ulPortMaskFromISR()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(before) vPortUnmaskFromISR(before)

#define portNOP()
#define portINLINE __inline
#define portFORCE_INLINE inline
#define portMEMORY_BARRIER()
#define portSOFTWARE_BARRIER()
#define portASSERT_IF_INTERRUPT_PRIORITY_INVALID()

#endif

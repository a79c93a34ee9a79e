/*
 * The configuration that Preempt reads a FreeRTOS kernel with, unless a folder named before this one has another: the
 * core functions of tasks and queues, and the queue registry.
 */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#include "portmacro.h"

#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configCPU_CLOCK_HZ ((unsigned long)1000000)
#define configTICK_RATE_HZ ((portTickType)1000)
#define configMAX_PRIORITIES 4
#define configMINIMAL_STACK_SIZE ((unsigned short)16)
#define configTOTAL_HEAP_SIZE ((size_t)4096)
#define configMAX_TASK_NAME_LEN 4
#define configUSE_TRACE_FACILITY 0
#define configUSE_16_BIT_TICKS 0
#define configIDLE_SHOULD_YIELD 1
#define configUSE_CO_ROUTINES 0
#define configMAX_CO_ROUTINE_PRIORITIES 2
#define configUSE_MUTEXES 0
#define configUSE_RECURSIVE_MUTEXES 0
#define configUSE_COUNTING_SEMAPHORES 0
#define configUSE_ALTERNATIVE_API 0
#define configCHECK_FOR_STACK_OVERFLOW 0
#define configQUEUE_REGISTRY_SIZE 4
#define configUSE_TASK_NOTIFICATIONS 0
#define configUSE_TIMERS 0
#define configSUPPORT_STATIC_ALLOCATION 0
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configKERNEL_PROVIDED_STATIC_MEMORY 0
#define configENABLE_MPU 0
#define configNUMBER_OF_CORES 1
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#define configSTACK_DEPTH_TYPE unsigned short
#ifdef PREEMPT_FREERTOS_SINCE_V8
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#undef configUSE_16_BIT_TICKS
#endif

#define INCLUDE_vTaskPrioritySet 1
#define INCLUDE_uxTaskPriorityGet 1
#define INCLUDE_vTaskDelete 1
#define INCLUDE_vTaskCleanUpResources 0
#define INCLUDE_vTaskSuspend 1
#ifdef PREEMPT_FREERTOS_SINCE_V8
#define INCLUDE_xTaskDelayUntil 1
#else
#define INCLUDE_vTaskDelayUntil 1
#endif
#define INCLUDE_vTaskDelay 1
#define INCLUDE_xTaskResumeFromISR 1

#endif

// What names say of functions: handlers, those who set them up, those who only sound alike.

import { describe, expect, it } from 'vitest';
import {
  callsAtOnce,
  isDefaultName,
  isHandlerName,
  isHookName,
  isVectorTableName,
  looksLikeHandler,
  speaksOfInterrupts,
  startsThread,
  wordsOf,
} from '../../src/model/handler-names.js';

it('words are told apart by underscores and by capitals', () => {
  expect(wordsOf('UART1_rxISR')).toEqual(['uart1', 'rx', 'isr']);
  expect(wordsOf('TIM2_IRQHandler')).toEqual(['tim2', 'irq', 'handler']);
  expect(wordsOf('__vTimerISR_0')).toEqual(['v', 'timer', 'isr', '0']);
});

describe('a function that nothing calls', () => {
  it.each([
    'isr_usart1',
    'exti0_isr',
    'USB_ISR',
    'uart_irq_handler',
    'usart2_IRQHandler',
    'sys_tick_handler',
    'core_timer_handler',
    'pend_sv_handler',
    'TimerISR',
    'isr_sd_4bit_1ms',
    'spi_interrupt',
  ])('is a handler by its name: %s', (name) => expect(isHandlerName(name)).toBe(true));

  it.each([
    'error_handler',
    'Error_Handler',
    'fault_handler',
    'fault_isr',
    'hard_fault_handler',
    'HardFault_Handler',
    'default_isr',
    'Reset_Handler',
    'command_handler',
    'http_request_handler',
    'main_isr_init',
    'isr_install_handler',
    'enable_irq',
    'irq_restore',
    'handler',
    'visr',
    'print_state',
    'irqs',
  ])('is none: %s', (name) => expect(isHandlerName(name)).toBe(false));
});

it('hooks are what libraries call from their handlers, not what registers them', () => {
  expect(
    ['HAL_UART_RxCpltCallback', 'HAL_GPIO_EXTI_Callback', 'HAL_SYSTICK_Callback', 'vApplicationTickHook'].filter(
      (name) => !isHookName(name),
    ),
  ).toEqual([]);
  expect(
    ['HAL_UART_RegisterCallback', 'HAL_TIM_Base_MspInitCallback', 'HAL_MspInit', 'MyCallback', 'HAL_Delay'].filter(
      isHookName,
    ),
  ).toEqual([]);
});

it('vector tables have names that tables of something else have not', () => {
  const names = [
    'vectors',
    'g_pfnVectors',
    '__Vectors',
    'exception_vectors',
    'irq_table',
    'isr_vectors',
    'vector_table',
  ];
  expect(names.filter((name) => !isVectorTableName(name))).toEqual([]);
  expect(['commands', 'handlers', 'dispatch_table', 'states', 'vectorised'].filter(isVectorTableName)).toEqual([]);
});

it('default handlers are for interrupts that nobody wants', () => {
  expect(['Default_Handler', 'unused_isr', 'spurious'].filter((name) => !isDefaultName(name))).toEqual([]);
  expect(isDefaultName('uart_isr')).toBe(false);
});

it('callees speak of interrupts, call at once, or start threads', () => {
  expect(
    ['attachInterrupt', 'timer_start', 'uart1_on_receive', 'gpioEdge'].filter((n) => !speaksOfInterrupts(n)),
  ).toEqual([]);
  expect(['bus_subscribe', 'printing', 'canonical'].filter(speaksOfInterrupts)).toEqual([]);
  expect(
    ['qsort', 'bsearch', 'list_for_each', 'atexit', 'pthread_once', 'tree_walk'].filter((n) => !callsAtOnce(n)),
  ).toEqual([]);
  expect(['request_irq', 'bus_subscribe'].filter(callsAtOnce)).toEqual([]);
  expect(['xTaskCreate', 'osThreadNew', 'kthread_run', 'k_thread_create'].filter((n) => !startsThread(n))).toEqual([]);
  expect(['timer_create', 'task_name', 'create_list'].filter(startsThread)).toEqual([]);
});

it('a function that looks like a handler is suggested before others', () => {
  expect(['on_timer', 'tick', 'rx_callback', 'button_cb'].filter((name) => !looksLikeHandler(name))).toEqual([]);
  expect(['helper', 'timer_init', 'compute'].filter(looksLikeHandler)).toEqual([]);
});

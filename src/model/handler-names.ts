// What names say: which functions are interrupt handlers by the habits of firmware, which calls hand a callback to
// hardware, which call it at once, which start threads. A name alone makes a function an ISR only where nothing in the
// program calls it (evidence.ts); a name that speaks of setting up or of faults never does.

/** `uart1RxISR`, `UART1_rx_isr` → uart1, rx, isr. */
export function wordsOf(name: string): readonly string[] {
  let words = asked.get(name);
  if (words === undefined) {
    words = split(name);
    if (asked.size > MOST_NAMES) asked.clear();
    asked.set(name, words);
  }
  return words;
}

/** The same names come again with every call that they are given to. */
const asked = new Map<string, readonly string[]>();
const MOST_NAMES = 10_000;

function split(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

const interruptWord = /^(?:isr|irq|interrupt|intr)\d*$|^(?:irqhandler|isrhandler|irqh|inthandler)$/;

/** Verbs of those who deal with interrupts, and are none. */
const setUp = new Set(
  `init initialize initialise deinit install uninstall enable disable register unregister attach detach setup set get config configure
  start stop add remove clear test create destroy dump mask unmask request free lock unlock save restore allocate alloc release wait
  print show check is has connect disconnect hook unhook route poll simulate generate trigger raise force fire dispatch exit enter
  begin end nest count mode state status priority prio number name info table vector vectors bind unbind open close`.split(
    /\s+/,
  ),
);

/** Handlers of what is no interrupt of the program's own, or of something else altogether. */
const otherHandlers = new Set(
  `error err fault hardfault busfault usagefault memmanage panic abort assert exception trap reset startup default dummy null unused
  unhandled unexpected spurious reserved weak stub nmi command cmd commands request req message msg http packet menu option opt key
  keyboard state event file path url route page json config connection client server session user exit crash fatal fail failure
  syscall svc supervisor debugmon monitor signal sig undefined undef prefetch data`.split(/\s+/),
);

/** Is a function that nothing calls, with the shape of a handler, one by its name? */
export function isHandlerName(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => otherHandlers.has(word)) && !words.some((word) => interruptWord.test(word))) return false;
  if (words.some((word) => faultWord.test(word))) return false;
  if (words.some((word) => interruptWord.test(word))) return !words.some((word) => setUp.has(word));
  return /^(?:handler|isr)$/.test(words.at(-1) ?? '') && words.length > 1 && !words.some((word) => setUp.has(word));
}

const faultWord = /^(?:hard|bus|usage|mem|mm|h)?fault$|^(?:default|reset|dummy|unused|unhandled|spurious|reserved)$/;

/**
 * Weak functions that a vendor's library calls from its handlers, to be defined by the program: STM32's
 * `HAL_UART_RxCpltCallback`, FreeRTOS's tick hook.
 */
export function isHookName(name: string): boolean {
  if (/^HAL_\w+Callback$/.test(name)) return !/RegisterCallback$|Msp(?:De)?InitCallback$/.test(name);
  return name === 'vApplicationTickHook';
}

/** Functions of a vendor's library for handlers to call: STM32's `HAL_TIM_IRQHandler`. */
export function isForHandlers(name: string): boolean {
  return /^HAL_\w+_IRQHandler$/.test(name);
}

/** Does a vector table have this name? Tables that software looks things up in have others. */
export function isVectorTableName(name: string): boolean {
  return /(?:^|_)(?:\w*vectors?(?:_?table|_?tbl)?|ivt|isr_?(?:table|tbl|vec\w*)|irq_?(?:table|tbl|vec\w*)|int_?vec\w*|interrupt_?(?:table|tbl|vec\w*))$/i.test(
    name,
  );
}

export const vectorSection = /vect|intvec|isr_?(?:table|vec)|interrupt_?(?:table|vec)|\bivt\b/i;

/** Is a function that fills several slots of a table what catches interrupts that nobody wants? */
export function isDefaultName(name: string): boolean {
  return /default|dummy|null|unused|unhandled|unexpected|spurious|reserved|weak|stub|nop|empty|ignore|error|fault|trap|hang|loop|abort|reset/i.test(
    name,
  );
}

/** The program starts there. */
export function isResetName(name: string): boolean {
  return /^_*(?:main|c?start(?:up)?|entry)$|reset/i.test(name);
}

const hardwareWords = new Set(
  `isr irq irqs interrupt interrupts intr int exti eint nvic gic plic vic vector vectors timer timers tim hrtimer tick ticks ticker systick
  alarm timeout rtc watchdog wdt pwm adc dac dma uart usart serial lpuart spi i2c iic twi can usb gpio pin edge capture compare overflow
  ovf rx tx signal sigaction rising falling`.split(/\s+/),
);

/** Interrupts, timers or the like. */
export function speaksOfInterrupts(name: string): boolean {
  return wordsOf(name).some((word) => hardwareWords.has(word.replace(/\d+$/, '')));
}

/** Functions without a body that call what they are given before they return, if ever: no context. */
export function callsAtOnce(name: string): boolean {
  return /sort|search|(?:^|_)find|for_?each|iterate|walk|visit|traverse|filter|(?:^|_)map(?:_|$)|apply|reduce|(?:^|_)once(?:_|$)|_once$|^(?:at|on_)?_?exit$|atexit|scandir|ftw|glob|with_lock|call_with|invoke|dispatch_sync/i.test(
    name,
  );
}

/** Functions without a body that start a thread or task. */
export function startsThread(name: string): boolean {
  const words = wordsOf(name);
  const isOf = (word: string): boolean => /^(?:k|x|v|os)?(?:threads?|tasks?|fibers?|coroutines?|kthread)$/.test(word);
  return words.some(isOf) && words.some((w) => /^(?:create|new|spawn|start|run|launch|init|add|begin|static)$/.test(w));
}

/** What a function that nothing calls looks like, for a suggestion; undefined if its name says nothing. */
export function looksLikeHandler(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => setUp.has(word) && word !== 'end')) return false;
  return (
    words[0] === 'on' ||
    words.some((w) => /^(?:handler|callback|cb|hook|handle|elapsed|cplt)$/.test(w)) ||
    speaksOfInterrupts(name)
  );
}

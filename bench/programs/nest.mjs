// N interrupts of distinct priorities share one word of arbitrary content. Each saves it, increments it K times, checks
// that it is what was saved plus K, and restores it: whoever is preempted in between does not notice. In the incorrect
// program the most urgent one does not restore it.

/**
 * @param {{ isrs: number, increments: number, isRestored: boolean }} options
 * @returns {string} the C program
 */
export function nest({ isrs, increments, isRestored }) {
  const numbers = Array.from({ length: isrs }, (_, n) => n + 1);
  const handler = (n) => [
    `void isr_${n}(void) {`,
    '    const uint32_t saved = word;',
    '',
    ...Array.from({ length: increments }, () => '    word = word + 1u;'),
    `    assert(word == saved + ${increments}u);`,
    ...(n < isrs || isRestored ? ['    word = saved;'] : []),
    '}',
    '',
  ];
  const lines = [
    `/* ${isrs} nested interrupts: save a shared word, increment it ${increments} times, check it, ${isRestored ? 'restore it' : 'restore it, but for the most urgent one'}. */`,
    '#include <assert.h>',
    '#include <preempt.h>',
    '#include <stdint.h>',
    '',
    'void enable_isr(int irq);',
    'void disable_isr(int irq);',
    '',
    'static volatile uint32_t word;',
    '',
    ...numbers.flatMap(handler),
    'int main(void) {',
    '    const uint32_t start = preempt_nondet_u32();',
    '',
    '    word = start;',
    '    enable_isr(-1);',
    '    disable_isr(-1);',
    '    assert(word == start);',
    '    return 0;',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

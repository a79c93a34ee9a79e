// A program with many findings: `main` takes a snapshot of several counters at once, works on it and writes all of them
// back, for one group of counters after the other, and an ISR counts in between. One preemption breaks all updates of
// a group, and each of them is a finding of its own.

/** C text; `groups` × `counters` findings. */
export function snapshots(groups, counters, rounds) {
  const names = Array.from({ length: groups }, (_, g) => Array.from({ length: counters }, (_, n) => `count_${g}_${n}`));
  const count = (name) => `  ${name} = (uint16_t)(${name} + 1);`;
  const update = (group, g) =>
    [
      `static void update_${g}(void) {`,
      ...group.map((name, n) => `  uint16_t seen_${n} = ${name};`),
      '  uint16_t sum = 0;',
      `  for (int k = 0; k < ${rounds}; k++) sum = (uint16_t)(sum * 31 + seen_0 + k);`,
      '  total = (uint16_t)(total + sum);',
      ...group.map((name, n) => `  ${name} = (uint16_t)(seen_${n} + 2);`),
      '}',
    ].join('\n');
  return [
    '#include <stdint.h>',
    'static uint16_t total;',
    ...names.flat().map((name) => `static volatile uint16_t ${name};`),
    `void isr_1(void) {\n${names.flat().map(count).join('\n')}\n}`,
    ...names.map(update),
    `int main(void) {\n${names.map((_, g) => `  update_${g}();`).join('\n')}\n  return total;\n}`,
    '',
  ].join('\n');
}

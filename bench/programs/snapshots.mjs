// A program with many findings: `main` takes a snapshot of several counters, looks at them again, writes all of them
// back and reads what it wrote, for one group of counters after the other, and an ISR counts in between. One preemption
// breaks what is done to a whole group, and for each of its counters that is a finding of its own.

/** C text; for each of `groups` × `counters` there are three findings: two reads, an update and a read back. */
export function snapshots(groups, counters, rounds) {
  const names = Array.from({ length: groups }, (_, g) => Array.from({ length: counters }, (_, n) => `count_${g}_${n}`));
  const count = (name) => `  ${name} = (uint16_t)(${name} + 1);`;
  const update = (group, g) =>
    [
      `static void update_${g}(void) {`,
      '  uint16_t sum = 0;',
      ...group.map((name, n) => `  uint16_t seen_${n} = ${name};`),
      ...group.map((name, n) => `  if (${name} != seen_${n}) sum = (uint16_t)(sum + 1);`),
      `  for (int k = 0; k < ${rounds}; k++) sum = (uint16_t)(sum * 31 + seen_0 + k);`,
      ...group.map((name, n) => `  ${name} = (uint16_t)(seen_${n} + 2);`),
      ...group.map((name) => `  sum = (uint16_t)(sum + ${name});`),
      '  total = (uint16_t)(total + sum);',
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

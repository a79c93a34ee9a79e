// Accesses that the target makes in several pieces, as C: others may come before each of them. A load or store goes
// from the first piece up or from the last one down; a copy of a block goes up, or down onto its own tail.

import type { TraceTable } from './trace-table.js';

/** Those of its functions that `isUsed` names. */
export function piecesCode(
  nondet: string,
  trace: TraceTable | undefined,
  point: string,
  isUsed: (name: string) => boolean,
): readonly string[] {
  const choice = trace === undefined ? '' : `preempt_trace = ${trace.code({ kind: 'choice' })}; `;
  const told = (descending: boolean): string =>
    trace === undefined ? '' : ` preempt_trace = ${trace.code({ kind: 'pieces', descending })};`;
  // Each piece is a step of the original: between which of them somebody came is told.
  const [given, step] = trace === undefined ? ['', []] : [', int told', ['        preempt_trace = told;']];
  const access = [
    '',
    '/* An access that the target makes in pieces, in either order. */',
    'HELPER_UNUSED static void copy_in_pieces(volatile void *to, const volatile void *from, unsigned size, unsigned piece' +
      `${given})`,
    '{',
    '    unsigned done, n;',
    '    int down;',
    '',
    `    ${choice}down = (${nondet} & 1) != 0;`,
    ...(trace === undefined ? [] : [`    if (down) {${told(true)} } else {${told(false)} }`]),
    '    for (done = 0; done < size; done += piece) {',
    '        unsigned at = down ? size - piece - done : done;',
    `        ${point}();`,
    ...step,
    '        for (n = 0; n < piece; n++) ((volatile unsigned char *)to)[at + n] = ((const volatile unsigned char *)from)[at + n];',
    '    }',
    '}',
  ];
  const block = [
    '',
    '/* A block of memory: `both`, where others can see what is read and what is written. */',
    'HELPER_UNUSED static void copy_block(void *to, const void *from, size_t size, size_t width, int both' +
      `${given})`,
    '{',
    '    unsigned char held[16];',
    '    size_t done, at, bytes, count = (size + width - 1) / width;',
    '    int down = (uintptr_t)to > (uintptr_t)from && (uintptr_t)to < (uintptr_t)from + size;',
    '',
    '    for (done = 0; done < count; done++) {',
    '        at = (down ? count - 1 - done : done) * width;',
    '        bytes = size - at < width ? size - at : width;',
    `        ${point}();`,
    ...step,
    '        memcpy(held, (const char *)from + at, bytes);',
    `        if (both) {`,
    `            ${point}();`,
    ...step.map((line) => `    ${line}`),
    '        }',
    '        memcpy((char *)to + at, held, bytes);',
    '    }',
    '}',
  ];
  const fill = [
    '',
    `HELPER_UNUSED static void fill_in_pieces(void *to, int byte, size_t size, size_t width${given})`,
    '{',
    '    size_t done;',
    '',
    '    for (done = 0; done < size; done += width) {',
    `        ${point}();`,
    ...step,
    '        memset((char *)to + done, byte, size - done < width ? size - done : width);',
    '    }',
    '}',
  ];
  return [
    ...(isUsed('copy_in_pieces') ? access : []),
    ...(isUsed('copy_block') ? block : []),
    ...(isUsed('fill_in_pieces') ? fill : []),
  ];
}

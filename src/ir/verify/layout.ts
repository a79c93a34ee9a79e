// The `target datalayout` string: numbers that no target has would make sizes that nobody can add up.

/** Bits, with LLVM's own limits where it has some. */
const widestPointer = 128;
const largestAlignment = 2 ** 16 * 8;

/** What is wrong with it. */
export function layoutProblem(text: string): string | undefined {
  for (const part of text.split('-')) {
    const [head = '', ...sizes] = part.split(':');
    const problem = partProblem(head, sizes);
    if (problem !== undefined) return `'${part.slice(0, 40)}' in the data layout: ${problem}`;
  }
  return undefined;
}

function partProblem(head: string, sizes: readonly string[]): string | undefined {
  switch (head.charAt(0)) {
    case 'p': {
      const size = Number(sizes[0]);
      if (!(Number.isInteger(size / 8) && size >= 8 && size <= widestPointer)) return 'there are no such pointers';
      return alignmentProblem(sizes.slice(1, 3));
    }
    case 'i':
    case 'f':
    case 'v':
    case 'a':
      return alignmentProblem(sizes.slice(0, 2));
    case 'P':
    case 'A':
    case 'G':
      return /^.\d{1,7}$/.test(head) ? undefined : 'there is no such address space';
    default:
      return undefined;
  }
}

/** 0 means none; else a power of two of whole bytes. */
function alignmentProblem(alignments: readonly string[]): string | undefined {
  const isWrong = alignments.some((text) => {
    const bits = Number(text);
    return text === '' || !(bits === 0 || (bits >= 8 && bits <= largestAlignment && Number.isInteger(Math.log2(bits))));
  });
  return isWrong ? 'there are no such alignments' : undefined;
}

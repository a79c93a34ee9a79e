// A program with a search that is worth other threads: three handlers of four accesses, none of which commutes with all
// others, and a main of so many. With eight, two arrivals of each lead to 170 000 states and 24 findings.

const bytes = 'abcd';
const byte = (n: number): string => bytes[n % bytes.length]!;

export function wideSearch(length = 8): string {
  const handler = (n: number): string =>
    `void isr_${n}(void) { unsigned char t = ${byte(n)}; ${byte(n + 1)} = t + 1; t = ${byte(n + 2)}; ${byte(n)} = t + ${n}; }`;
  const lines = Array.from({ length }, (_, n) => `  ${byte(n)} = ${byte(3 * n + 1)} + ${n % 3};`);
  return [
    'static volatile unsigned char a, b, c, d;',
    ...[1, 2, 3].map(handler),
    `int main(void) {\n${lines.join('\n')}\n  return a + b + c + d == 77;\n}\n`,
  ].join('\n');
}

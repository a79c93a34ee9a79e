// The vocabulary of rewriteDialect: what each dialect word means to clang, and the annotations that carry the meaning
// into the IR. include/preempt/dialect.h holds the same words as macros; a test compares the two.

/** `__attribute__` with an annotation, and with an argument that the compiler evaluates. */
export function annotate(name: string, argument?: string): string {
  return `__attribute__((annotate("${name}"${argument === undefined ? '' : `, ${argument}`})))`;
}

/**
 * The attribute of an interrupt handler. `vector` is a number (it becomes part of the annotation's name), an expression
 * (it becomes the annotation's argument), XC8's priority, or nothing. `keep` adds `used`, so that an uncalled static
 * function is still emitted; clang warns of it behind a declarator.
 */
export function isrAttribute(vector: string, keep: boolean): string {
  const priority = /\blow_priority\b/.test(vector) ? 1 : /\bhigh_priority\b/.test(vector) ? 2 : undefined;
  const annotation = isrAnnotation(priority === undefined ? vector : '', priority);
  return `__attribute__((${[...(keep ? ['used'] : []), ...annotation].join(', ')}))`;
}

/** The same without the brackets, as the elements of an attribute list. */
export function isrAnnotation(vector: string, priority: number | undefined): readonly string[] {
  const parts: string[] = [];
  if (/^(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*$/.test(vector))
    parts.push(`annotate("preempt.isr:${Number(vector.replace(/[uUlL]+$/, ''))}")`);
  else if (vector === '' || namesNoNumber.test(vector)) parts.push('annotate("preempt.isr")');
  else parts.push(`annotate("preempt.isr", ${vector})`);
  if (priority !== undefined) parts.push(`annotate("preempt.priority:${priority}")`);
  return parts;
}

/** Vectors without a number: all that are left over, and XC8's `irq(NAME)`. */
const namesNoNumber = /^(?:default|unused_interrupts)$|\birq\s*\(/;

const blank = (names: string): (readonly [string, string])[] => names.split(' ').map((name) => [name, ''] as const);

/** Words of all dialects. The empty meaning is dropped. */
export const words: ReadonlyMap<string, string> = new Map([
  ['__irq', isrAttribute('', true)],
  ['__fiq', isrAttribute('high_priority', true)],
  ['__monitor', annotate('preempt.monitor')],
  ['__nested', annotate('preempt.nested')],
  ['__root', '__attribute__((used))'],
  ['__weak', '__attribute__((weak))'],
  ['__noreturn', '__attribute__((noreturn))'],
  ['__forceinline', '__inline __attribute__((always_inline))'],
  ['__no_init', '__attribute__((section(".noinit")))'],
  ['__persistent', '__attribute__((section(".noinit")))'],
  ['__io', 'volatile'],
  ...blank(
    '__task __swi __ramfunc __arm __thumb __interwork __near __far __huge __tiny __eeprom __intrinsic __nounwind',
  ),
  ...blank('__nearflash __farflash __hugeflash __nearfunc __farfunc __raw __save_reg20 __regvar __ext_io __nosavereg'),
]);

/** Words of SDCC; glibc uses some of them as names, so they count only in files that show the dialect. */
export const words8051: ReadonlyMap<string, string> = new Map([
  ['__bit', '_Bool'],
  ...blank('__xdata __data __idata __pdata __bdata __code'),
]);

/** Words of Keil's C51, which are ordinary names elsewhere. */
export const c51Words: ReadonlyMap<string, string> = new Map([
  ['bit', '_Bool'],
  ...blank('xdata data idata pdata bdata code'),
]);

/** Where they lie: what the instructions of the 8051 name by its address. */
export const registerSection = '__attribute__((section("preempt.sfr")))';

/** What `sfr`, `sbit` and their kin declare. */
export const registerTypes = {
  sfr: 'unsigned char',
  sfr16: 'unsigned short',
  sfr32: 'unsigned long',
  sbit: '_Bool',
} as const;

/** `f`, `(f(vect=5))`, `/B 25 f`, `INTTM0 f`, `f save=PROD`: an optional number or request name, then the function. */
export const pragmaFunction = /^[\s(]*(?:\/[A-Z]\s+)*(?:(\w+)\s+)?([A-Za-z_]\w*)(?!\w|\s*=)/;

/** `vector = A, B` and `type_attribute = __interrupt`, which IAR and TI write before the function. */
export function vectorAttribute(pragma: string): string | undefined {
  const vectors = /^vector\s*=\s*(.+)$/.exec(pragma)?.[1];
  if (vectors !== undefined)
    return vectors
      .split(/,(?![^(]*\))/)
      .map((vector) => isrAttribute(vector.trim(), true))
      .join(' ');
  const type = /^type_attribute\s*=\s*(\w+)$/.exec(pragma)?.[1];
  if (type === undefined) return undefined;
  return type === '__interrupt' ? isrAttribute('', true) : words.get(type) || undefined;
}

/** An address that the compiler can evaluate is kept; one that is computed from other objects is not needed. */
export function registerAttribute(address: string): string {
  return /[&"]/.test(address) ? '' : annotate('preempt.register', address.trim());
}

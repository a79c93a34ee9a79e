// Plain data as JSON and back, exactly: with maps, integers of any size and numbers that JSON has no words for. What
// JSON leaves out, members that are undefined, is left out here as well.

/** Digits of an integer: to read many takes the square of their number. */
const MOST_DIGITS = 100_000;

/** Marks an object that stands for something else; an object that has such a member itself is marked as well. */
const MARK = '$';

interface Marked {
  readonly [MARK]: 'bigint' | 'number' | 'map' | 'object';
  readonly value: unknown;
}

export function plainJson(value: unknown): string {
  // What is put in the place of something is seen again, with all that is in it.
  const made = new WeakSet<object>();
  const mark = (kind: Marked[typeof MARK], stands: unknown): Marked => {
    const marked = { [MARK]: kind, value: stands } as const;
    made.add(marked);
    return marked;
  };
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return mark('bigint', String(part));
    if (typeof part === 'number' && !Number.isFinite(part)) return mark('number', String(part));
    if (part instanceof Map) return mark('map', [...part]);
    return isObject(part) && MARK in part && !made.has(part) ? mark('object', Object.entries(part)) : part;
  });
}

/** Throws where it is something else. */
export function fromPlainJson(text: string): unknown {
  return JSON.parse(text, (_, part: unknown) =>
    isObject(part) && MARK in part ? unmarked(part as Marked) : part,
  ) as unknown;
}

function unmarked({ [MARK]: kind, value }: Marked): unknown {
  switch (kind) {
    case 'bigint':
      return integerOf(String(value));
    case 'number':
      return Number(value);
    case 'map':
      return new Map(value as Iterable<[unknown, unknown]>);
    case 'object':
      return Object.fromEntries(value as Iterable<[string, unknown]>);
    default:
      throw new SyntaxError('a mark that stands for nothing');
  }
}

function integerOf(digits: string): bigint {
  if (digits.length > MOST_DIGITS) throw new SyntaxError('an integer with too many digits');
  return BigInt(digits);
}

function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

// A JSON file of the user's, checked against a schema, every complaint with its line. Comments and trailing commas are
// allowed. Whatever the file holds, it becomes a value or complaints.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { findNodeAtLocation, getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ZodType } from 'zod';
import type { Place } from '../base/diagnostic.js';

export interface Complaint {
  readonly message: string;
  readonly place: Place;
}

export type JsonFile<T> =
  | { readonly kind: 'read'; readonly value: T }
  /** It is not there, or nobody may read it. */
  | { readonly kind: 'missing'; readonly complaint: Complaint; readonly isAbsent: boolean }
  | { readonly kind: 'bad'; readonly complaints: readonly Complaint[] };

/** Larger than any that Preempt writes; what people write is far smaller. */
const LARGEST_MB = 64;
/** A file that is something else altogether breaks a rule in every line. */
const MOST_COMPLAINTS = 10;

export function readJsonFile<T>(file: string, schema: ZodType<T>): JsonFile<T> {
  const whole: Place = { file, line: 0, column: 0 };
  const bad = (message: string, place = whole): JsonFile<T> => ({ kind: 'bad', complaints: [{ message, place }] });
  let text: string | undefined;
  try {
    text = readText(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isAbsent = code === 'ENOENT';
    const why = isAbsent ? 'no such file' : message;
    return { kind: 'missing', complaint: { message: why, place: whole }, isAbsent };
  }
  if (text === undefined) return bad(`larger than ${LARGEST_MB} MB`);
  const errors: ParseError[] = [];
  try {
    // What programs write is plain JSON and may be large: the tree of positions is for complaints, and for what people
    // write.
    const quick = plainJson(text);
    const isFit = quick === undefined ? undefined : schema.safeParse(quick.value);
    if (isFit?.success === true) return { kind: 'read', value: isFit.data };
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    const first = errors[0];
    if (first !== undefined || tree === undefined)
      return first === undefined
        ? bad('the file is empty', placeAt(file, text, 0))
        : bad(sentence(printParseErrorCode(first.error)), placeAt(file, text, first.offset));
    const parsed = schema.safeParse(getNodeValue(tree));
    if (parsed.success) return { kind: 'read', value: parsed.data };
    const { issues } = parsed.error;
    const complaints = issues.slice(0, MOST_COMPLAINTS).map((issue): Complaint => {
      const path = issue.path.filter((p): p is string | number => typeof p !== 'symbol');
      const key = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0]!] : path;
      const where = path.length === 0 ? '' : `${path.join('.')}: `;
      return { message: `${where}${complaint(issue)}`, place: placeAt(file, text, offsetOf(tree, key)) };
    });
    const left = issues.length - complaints.length;
    return {
      kind: 'bad',
      complaints:
        left > 0 ? [...complaints, { message: `${left} more problems of this kind`, place: whole }] : complaints,
    };
  } catch (error) {
    // The parser and the schema go down into the value by recursion.
    if (error instanceof RangeError) return bad('nested too deeply');
    throw error;
  }
}

function plainJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Undefined: too large. */
function readText(file: string): string | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const status = fstatSync(descriptor);
    // Devices may have no end; pipes are for `<(…)`.
    if (!status.isFile() && !status.isFIFO()) throw new Error(status.isDirectory() ? 'a directory' : 'not a file');
    return status.size > LARGEST_MB * 2 ** 20 ? undefined : readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

type Tree = NonNullable<ReturnType<typeof parseTree>>;

/** Where a field's name stands, or the nearest part of the file around a missing one. */
function offsetOf(tree: Tree, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return tree.offset;
}

function complaint(issue: {
  readonly code?: string;
  readonly message: string;
  readonly keys?: readonly string[];
  readonly expected?: string;
  readonly input?: unknown;
  readonly values?: readonly unknown[];
}): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no field ${(issue.keys ?? []).map((k) => `"${k}"`).join(', ')}`;
    case 'invalid_type':
      return /received undefined/.test(issue.message)
        ? 'is missing'
        : `should be ${article(issue.expected ?? 'something else')}`;
    case 'invalid_value':
      return `should be ${(issue.values ?? []).map((v) => JSON.stringify(v)).join(' or ')}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function article(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind === 'int' ? 'whole number' : kind}`;
}

/** `InvalidSymbol` → `invalid symbol`. */
function sentence(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function placeAt(file: string, text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}

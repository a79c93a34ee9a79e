// Functions as C text: a signature, the variables, the structured body. Above the statements of a source line stands
// the line itself; `#line` tells compilers and checkers where they come from.

import type { Place as SourcePlace } from '../../base/diagnostic.js';
import { controlFlow } from '../../ir/control-flow.js';
import type { Instruction } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import { commentText, Names, stringText } from '../names.js';
import { NoCForm } from '../no-c-form.js';
import { BodyWriter } from './body-writer.js';
import { type CLine, Declarations } from './function-text.js';
import type { Hooks } from './hooks.js';
import type { ModuleText } from './module-text.js';
import { type BlockText, Structure } from './structure.js';

export interface SourceText {
  /** Do `#line` directives stand in the text? */
  readonly hasLines: boolean;
  readonly sourceLine: (file: string, line: number) => string | undefined;
  readonly shownFile: (file: string) => string;
}

export interface WrittenText {
  readonly prototype: string;
  readonly lines: readonly string[];
}

export function writeFunction(
  out: ModuleText,
  fn: IrFunction,
  hooks: Hooks,
  original: (i: Instruction) => Instruction,
  source: SourceText,
  /** Statements at the very beginning. */
  entry: readonly string[] = [],
): WrittenText {
  const place = out.debugOf(fn).subprogram(fn.debug)?.place;
  try {
    const name = out.functionName(fn.name);
    const declarations = new Declarations(new Names(out.names), out.types);
    const returns = out.returnType(fn);
    const leave =
      returns === undefined
        ? 'return;'
        : returns.kind === 'parts'
          ? `return (${out.types.partsName(returns)}){ 0 };`
          : 'return 0;';
    const body = new BodyWriter(out, fn, hooks, declarations, original, leave);
    const parameters = [...(out.extraParameter === undefined ? [] : [`int ${out.extraParameter}`]), ...body.declare()];
    const blocks: BlockText[] = fn.blocks.map(() => ({ lines: [], end: { kind: 'leaves', lines: [] } }));
    for (const n of controlFlow(fn).order) blocks[n] = body.block(n);
    const structured = new Structure(blocks, (from, to) => body.edge(from, to), hooks.idle).lines();
    const lines = withoutLastReturn(structured);
    const signature = `${declarations.typed(returns ?? { kind: 'int', bits: 32, signed: true }, `${name}(${parameters.join(', ') || 'void'})`)}`;
    const head = returns === undefined ? `void ${name}(${parameters.join(', ') || 'void'})` : signature;
    const text = new TextWriter(source);
    text.heading(place, name);
    text.plain(head, place);
    text.raw('{');
    for (const declaration of declarations.lines) text.raw(`    ${declaration}`);
    if (declarations.lines.length > 0) text.raw('');
    for (const line of entry) text.raw(`    ${line}`);
    for (const line of lines) text.statement(line);
    // What never ends has none, and compilers miss it.
    if (returns !== undefined && !lines.some((line) => /\breturn\b/.test(line.text))) text.raw(`    ${leave}`);
    text.raw('}');
    return { prototype: `static ${head};`, lines: text.lines };
  } catch (thrown) {
    throw thrown instanceof NoCForm ? out.located(thrown, place) : thrown;
  }
}

/** A void function ends by itself. */
function withoutLastReturn(lines: readonly CLine[]): readonly CLine[] {
  const last = lines.at(-1);
  return last?.text === 'return;' && last.depth === 1 && !lines.some((l) => l.depth === 0) ? lines.slice(0, -1) : lines;
}

const WIDEST = 110;

class TextWriter {
  readonly lines: string[] = [];
  private shown: SourcePlace | undefined;
  /** The number that a compiler gives to the next line of the text. */
  private counted: { readonly file: string; line: number } | undefined;
  private joinable = false;

  constructor(private readonly source: SourceText) {}

  raw(text: string): void {
    this.push(text);
    this.joinable = false;
  }

  plain(text: string, place: SourcePlace | undefined): void {
    this.mark(place);
    this.push(`static ${text}`);
    this.joinable = false;
    this.shown = undefined;
  }

  /** The source's line, where it does not name the function as it is named here. */
  heading(place: SourcePlace | undefined, name: string): void {
    const shown = place === undefined ? undefined : this.source.sourceLine(place.file, place.line);
    if (shown === undefined || shown === '' || new RegExp(`\\b${name}\\b`).test(shown)) return;
    this.push(`/* ${place!.line}: ${commentText(shown)} */`);
  }

  statement({ text, place, depth = 1 }: CLine): void {
    const indented = `${'    '.repeat(depth)}${text}`;
    const isNews = place !== undefined && (place.line !== this.shown?.line || place.file !== this.shown.file);
    const last = this.lines.at(-1) ?? '';
    const isOpen = /[{}:]$/.test(text) || /^(?:\}|case |default:|block_)/.test(text);
    const fits = !isNews && this.joinable && !isOpen && last.length + text.length < WIDEST;
    if (fits && last.startsWith('    '.repeat(depth)) && !last.startsWith(`${'    '.repeat(depth)} `)) {
      this.lines[this.lines.length - 1] = `${last} ${text}`;
      return;
    }
    if (isNews) {
      const shown = this.source.sourceLine(place.file, place.line);
      if (shown !== undefined && shown !== '')
        this.push(`${'    '.repeat(depth)}/* ${place.line}: ${commentText(shown)} */`);
      this.shown = place;
    }
    if (!text.startsWith('}')) this.mark(place ?? this.shown);
    this.push(indented);
    // What follows a condition on its line looks as if it depended on it.
    this.joinable = !isOpen && !text.startsWith('if (');
  }

  private mark(place: SourcePlace | undefined): void {
    if (place === undefined || !this.source.hasLines) return;
    if (this.counted?.line === place.line && this.counted.file === place.file) return;
    this.lines.push(`#line ${place.line} ${stringText(this.source.shownFile(place.file))}`);
    this.counted = { file: place.file, line: place.line };
  }

  private push(text: string): void {
    this.lines.push(text);
    if (this.counted !== undefined) this.counted.line++;
  }
}

// Control flow as C has it: if, while, switch where the graph of blocks has their shape, and gotos for the rest. Every
// edge that is neither the next line, nor a break or continue, is a goto: whatever the graph, the C does the same.
// The shape follows the dominator tree, as in N. Ramsey, "Beyond Relooper", 2022, whose labelled exits are gotos here.

import { type ControlFlow, type Dominance, dominance, reversePostorder } from '../../ir/control-flow.js';
import { type CExpression, not } from './c-expression.js';
import type { CLine } from './function-text.js';

/** A block, translated: what it does, and how it ends. */
export interface BlockText {
  readonly lines: readonly CLine[];
  readonly end: BlockEnd;
}

export type BlockEnd =
  | { readonly kind: 'leaves'; readonly lines: readonly CLine[] }
  | { readonly kind: 'jump'; readonly target: number }
  | {
      readonly kind: 'branch';
      readonly condition: CExpression;
      readonly whenTrue: number;
      readonly whenFalse: number;
      readonly line: CLine;
    }
  | {
      readonly kind: 'switch';
      readonly line: CLine;
      readonly cases: readonly { readonly text: string; readonly target: number }[];
      readonly otherwise: number;
    };

interface Surroundings {
  /** The block that control comes to when the text that is written ends. */
  readonly next: number | undefined;
  readonly breaks: number | undefined;
  readonly continues: number | undefined;
}

export class Structure {
  private readonly flow: ControlFlow;
  private readonly dominators: Dominance;
  private readonly loops = new Map<number, Set<number>>();
  private readonly targeted = new Set<number>();
  private out: CLine[] = [];
  private depth = 1;

  constructor(
    private readonly blocks: readonly BlockText[],
    /** Values that are handed over on the way from one block to another. */
    private readonly edge: (from: number, to: number) => readonly string[],
    /** Stands in loops that do not have it anyway: one that goes round for ever must not keep the others out. */
    private readonly idle: string | undefined,
  ) {
    this.flow = flowOf(blocks);
    this.dominators = dominance(this.flow);
    for (const block of this.flow.order)
      for (const target of this.flow.successors[block]!)
        if (this.dominators.dominates(target, block)) this.addLoop(target, block);
  }

  lines(): readonly CLine[] {
    this.tree(0, { next: undefined, breaks: undefined, continues: undefined });
    return this.out.flatMap((line) => {
      const label = /^@label (\d+)$/.exec(line.text);
      if (label === null) return [line];
      return this.targeted.has(Number(label[1])) ? [{ text: `block_${label[1]}:;`, depth: 0 }] : [];
    });
  }

  private addLoop(header: number, latch: number): void {
    const body = this.loops.get(header) ?? new Set([header]);
    this.loops.set(header, body);
    const pending = [latch];
    for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
      if (body.has(block)) continue;
      body.add(block);
      pending.push(...this.flow.predecessors[block]!.filter((p) => this.flow.position[p] !== -1));
    }
  }

  private put(text: string, place?: CLine['place']): void {
    this.out.push({ text, place, depth: this.depth });
  }

  private inside(write: () => void): void {
    this.depth++;
    write();
    this.depth--;
  }

  /** A block with everything that it dominates. Blocks where paths meet come behind it, in the order of the flow. */
  private tree(block: number, around: Surroundings): void {
    const body = this.loops.get(block);
    if (body === undefined) return this.plain(block, around, this.merges(block));
    // What the loop dominates and is not part of it comes behind it.
    const after = this.order(
      this.dominatedBy(block).filter(
        (b) => !body.has(b) && body.has(this.dominators.parent[b]!) && !this.leavesLoop(block, b, body),
      ),
    );
    const exit = after[0] ?? around.next;
    const isEndless = ![...body].some((b) => this.flow.successors[b]!.some((s) => !body.has(s)));
    this.put(`@label ${block}`);
    const end = this.blocks[block]!.end;
    const isWhile =
      end.kind === 'branch' &&
      this.blocks[block]!.lines.length === 0 &&
      body.has(end.whenTrue) !== body.has(end.whenFalse) &&
      (body.has(end.whenTrue) ? end.whenFalse : end.whenTrue) === exit &&
      this.edge(block, exit!).length === 0 &&
      exit !== undefined;
    const opening = this.out.length;
    const within: Surroundings = { next: block, breaks: isEndless ? undefined : exit, continues: block };
    if (isWhile && end.kind === 'branch') {
      const isPositive = body.has(end.whenTrue);
      const entry = isPositive ? end.whenTrue : end.whenFalse;
      this.put(`while (${(isPositive ? end.condition : not(end.condition)).text}) {`, end.line.place);
      this.inside(() => {
        const merges = this.merges(block).filter((b) => body.has(b));
        this.sequence(merges, within, (next) => this.go(block, entry, { ...within, next }));
      });
    } else {
      this.put('for (;;) {', this.blocks[block]!.lines[0]?.place);
      this.inside(() =>
        this.plain(
          block,
          within,
          this.merges(block).filter((b) => body.has(b)),
        ),
      );
    }
    this.keepOpen(opening);
    this.put('}');
    const [first, ...rest] = after;
    if (first === undefined) {
      if (exit !== undefined && !isEndless) this.jump(exit, around);
      return;
    }
    this.put(`@label ${first}`);
    this.sequence(rest, around, (next) => this.tree(first, { ...around, next }));
  }

  private keepOpen(opening: number): void {
    const { idle } = this;
    if (idle === undefined || this.out.slice(opening).some((line) => line.text.includes(idle))) return;
    const head = this.out.findIndex((line, n) => n >= opening && line.text.endsWith('{'));
    this.out.splice(head + 1, 0, { text: idle, place: this.out[head]?.place, depth: this.depth + 1 });
  }

  /** Children in the dominator tree that several edges lead to: they stand behind the block that branches. */
  private merges(block: number): readonly number[] {
    return this.order(
      this.dominators.children[block]!.filter((child) => this.isMerge(child) && !this.leavesLoop(block, child)),
    );
  }

  private isMerge(block: number): boolean {
    const forward = this.flow.predecessors[block]!.filter(
      (p) => this.flow.position[p] !== -1 && !this.dominators.dominates(block, p),
    );
    return forward.length > 1;
  }

  private order(blocks: readonly number[]): readonly number[] {
    return [...blocks].sort((a, b) => this.flow.position[a]! - this.flow.position[b]!);
  }

  private dominatedBy(block: number): readonly number[] {
    return this.flow.order.filter((b) => b !== block && this.dominators.dominates(block, b));
  }

  private sequence(rest: readonly number[], around: Surroundings, first: (next: number | undefined) => void): void {
    first(rest[0] ?? around.next);
    rest.forEach((block, n) => {
      this.put(`@label ${block}`);
      this.tree(block, { ...around, next: rest[n + 1] ?? around.next });
    });
  }

  private plain(block: number, around: Surroundings, merges: readonly number[]): void {
    this.sequence(merges, around, (next) => {
      for (const line of this.blocks[block]!.lines) this.put(line.text, line.place);
      this.finish(block, { ...around, next });
    });
  }

  private finish(block: number, around: Surroundings): void {
    const { end } = this.blocks[block]!;
    switch (end.kind) {
      case 'leaves':
        for (const line of end.lines) this.put(line.text, line.place);
        return;
      case 'jump':
        return this.go(block, end.target, around);
      case 'branch':
        return this.branch(block, end, around);
      case 'switch':
        return this.choose(block, end, around);
    }
  }

  private branch(block: number, end: Extract<BlockEnd, { kind: 'branch' }>, around: Surroundings): void {
    const written = (target: number): readonly CLine[] => {
      const before = this.out;
      this.out = [];
      this.inside(() => this.go(block, target, around));
      const lines = this.out;
      this.out = before;
      return lines;
    };
    const whenTrue = written(end.whenTrue);
    const whenFalse = written(end.whenFalse);
    const { place } = end.line;
    const isChain = (lines: readonly CLine[]): boolean => {
      const own = lines.filter((l) => l.depth === this.depth + 1).map((l) => l.text);
      return (
        own.length > 1 &&
        own[0]!.startsWith('if (') &&
        own.at(-1) === '}' &&
        own.slice(1, -1).every((t) => t.startsWith('} else'))
      );
    };
    if (whenTrue.length === 0 && whenFalse.length === 0) return this.put(`(void)(${end.condition.text});`, place);
    const [first, second, condition] =
      whenTrue.length === 0 ? [whenFalse, [], not(end.condition)] : [whenTrue, whenFalse, end.condition];
    this.put(`if (${condition.text}) {`, place);
    this.out.push(...first);
    const core = second.slice(0, second.findLastIndex((l) => !l.text.startsWith('@label')) + 1);
    if (isChain(core)) {
      const [head, ...rest] = second.map((line) => ({ ...line, depth: line.depth! - (line.depth! > 0 ? 1 : 0) }));
      this.put(`} else ${head!.text}`, head!.place);
      this.out.push(...rest);
      return;
    }
    if (second.length > 0) {
      this.put('} else {');
      this.out.push(...second);
    }
    this.put('}');
  }

  private choose(block: number, end: Extract<BlockEnd, { kind: 'switch' }>, around: Surroundings): void {
    // As the source has them: blocks are numbered in its order.
    const targets = [...new Set([...end.cases.map((c) => c.target), end.otherwise])].sort((a, b) => a - b);
    this.put(end.line.text, end.line.place);
    const inner: Surroundings = { next: around.next, breaks: around.next, continues: around.continues };
    targets.forEach((target) => {
      for (const { text } of end.cases.filter((c) => c.target === target)) this.put(`case ${text}:`);
      if (target === end.otherwise) this.put('default:');
      // Nothing falls through: the next case is not what comes next.
      this.inside(() => this.go(block, target, { ...inner, next: undefined }));
    });
    this.put('}');
  }

  /** From one block to another: in place where nobody else comes to it, else by a jump. */
  private go(from: number, to: number, around: Surroundings): void {
    for (const text of this.edge(from, to)) this.put(text);
    const isOwn =
      this.dominators.parent[to] === from && !this.isMerge(to) && this.flow.position[to]! > this.flow.position[from]!;
    if (isOwn && !this.leavesLoop(from, to)) return this.tree(to, around);
    this.jump(to, around);
  }

  /** Is there a loop, but for that of `body`, that has `from` and not `to`? What leaves it is written behind it. */
  private leavesLoop(from: number, to: number, body?: ReadonlySet<number>): boolean {
    return [...this.loops.values()].some((loop) => loop !== body && loop.has(from) && !loop.has(to));
  }

  private jump(to: number, around: Surroundings): void {
    if (to === around.next) return;
    if (to === around.breaks) return this.put('break;');
    if (to === around.continues) return this.put('continue;');
    this.targeted.add(to);
    this.put(`goto block_${to};`);
  }
}

/** The edges that are left: assertions and the like are no branches any more. */
function flowOf(blocks: readonly BlockText[]): ControlFlow {
  const successors = blocks.map(({ end }) => {
    switch (end.kind) {
      case 'leaves':
        return [];
      case 'jump':
        return [end.target];
      case 'branch':
        return [...new Set([end.whenTrue, end.whenFalse])];
      case 'switch':
        return [...new Set([end.otherwise, ...end.cases.map((c) => c.target)])];
    }
  });
  const predecessors: number[][] = blocks.map(() => []);
  for (const [block, targets] of successors.entries()) for (const target of targets) predecessors[target]!.push(block);
  const order = reversePostorder(successors);
  const position = new Int32Array(blocks.length).fill(-1);
  for (const [place, block] of order.entries()) position[block] = place;
  return { successors, predecessors, order, position };
}

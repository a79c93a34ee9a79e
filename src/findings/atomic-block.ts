// Blocks that a program says are atomic: is one that runs interfered with? Liang et al. 2014, Definition 7, as conflict
// serialisability (Flanagan, Freund and Yi 2008): others may come into the middle of a block as long as they could have
// come before or after it. Followed are conflicting accesses: (1) of the block, then accesses of others that come after
// it, and (3) of the block, which comes after one of them, (2). What is found depends on the order of conflicting
// accesses alone, so reductions lose nothing. docs/decisions/0032-blocks-that-are-meant-to-be-atomic.md

import type { BlockMistake } from './finding.js';
import type { SiteId } from './history.js';

/** An access, and the visible step that it was made in. Steps are for reports: no state is told apart by them. */
export interface SteppedAccess {
  readonly site: SiteId;
  readonly step: number;
  readonly isWrite: boolean;
}

/** Why somebody comes after a block: it has accessed what the block accessed before. */
interface Entry {
  readonly first: SteppedAccess;
  readonly entry: SteppedAccess;
}

/** An access of somebody who comes after the block. */
interface Foreign extends Entry {
  readonly access: SteppedAccess;
  readonly actor: string;
}

interface Own {
  readonly read?: SteppedAccess;
  readonly write?: SteppedAccess;
}

/** An order of whole blocks cannot have these accesses. */
export interface BlockMatch {
  readonly name: string;
  readonly mistake: BlockMistake;
  readonly first: SteppedAccess;
  /** How (2) comes after (1): (2) itself where it accesses the same bytes. */
  readonly entry: SteppedAccess;
  readonly second: SteppedAccess;
  readonly third: SteppedAccess;
  /** That (2) and (3) have in common. */
  readonly byte: number;
}

/** A block that runs. */
class OpenBlock {
  private readonly own = new Map<number, Own>();
  private readonly foreign = new Map<number, readonly Foreign[]>();
  /** By who comes after the block. */
  private readonly after = new Map<string, Entry>();

  constructor(readonly name: string) {}

  clone(): OpenBlock {
    const copy = new OpenBlock(this.name);
    for (const [byte, own] of this.own) copy.own.set(byte, own);
    for (const [byte, accesses] of this.foreign) copy.foreign.set(byte, accesses);
    for (const [actor, entry] of this.after) copy.after.set(actor, entry);
    return copy;
  }

  /** Has somebody done something that the block's next accesses may come after? */
  get isInterrupted(): boolean {
    return this.foreign.size > 0;
  }

  accessed(bytes: readonly number[], third: SteppedAccess, matches: BlockMatch[]): void {
    const { name } = this;
    for (const byte of bytes) {
      const others = this.foreign.get(byte) ?? [];
      const left: Foreign[] = [];
      for (const f of others) {
        if (!third.isWrite && !f.access.isWrite) left.push(f);
        else {
          const { first, entry, access: second } = f;
          const mistake = mistakeOf(second, third, entry === second && !first.isWrite);
          matches.push({ name, mistake, first, entry, second, third, byte });
        }
      }
      if (left.length > 0) this.foreign.set(byte, left);
      else this.foreign.delete(byte);
      const own = this.own.get(byte);
      this.own.set(byte, third.isWrite ? { ...own, write: third } : { ...own, read: third });
    }
  }

  accessedBy(actor: string, bytes: readonly number[], access: SteppedAccess): void {
    const known = this.after.get(actor);
    let come = known;
    for (const byte of bytes) come ??= this.directly(byte, access) ?? this.throughOthers(actor, byte, access);
    if (come === undefined) return;
    if (known === undefined) this.after.set(actor, come);
    for (const byte of bytes) {
      const others = this.foreign.get(byte) ?? [];
      // Of writes, the last is what is seen.
      const kept = others.filter((f) => f.access.site !== access.site && !(access.isWrite && f.access.isWrite));
      const entry = this.directly(byte, access) ?? come;
      this.foreign.set(
        byte,
        [...kept, { ...entry, access, actor }].sort((a, b) => a.access.site - b.access.site),
      );
    }
  }

  private directly(byte: number, entry: SteppedAccess): Entry | undefined {
    const { read, write } = this.own.get(byte) ?? {};
    const isReadLast = entry.isWrite && (read?.step ?? -1) > (write?.step ?? -1);
    const first = isReadLast ? read : write;
    return first === undefined ? undefined : { first, entry };
  }

  private throughOthers(actor: string, byte: number, { isWrite }: SteppedAccess): Entry | undefined {
    return this.foreign.get(byte)?.find((f) => f.actor !== actor && (isWrite || f.access.isWrite));
  }

  ended(actor: string): void {
    this.after.delete(actor);
  }

  /** Equal exactly where what comes is judged alike; `byteName` is undefined for what is gone. */
  key(byteName: (byte: number) => string | undefined): string {
    const site = (a: SteppedAccess | undefined): string => (a === undefined ? '' : `${a.site}`);
    const how = ({ first, entry }: Entry): string => `${first.site}>${entry.site}`;
    const bytes = [...new Set([...this.own.keys(), ...this.foreign.keys()])].flatMap((byte) => {
      const name = byteName(byte);
      if (name === undefined) return [];
      const { read, write } = this.own.get(byte) ?? {};
      const isReadLast = (read?.step ?? -1) > (write?.step ?? -1);
      const others = (this.foreign.get(byte) ?? []).map((f) => `${how(f)}>${f.access.site}@${f.actor}`);
      return [`${name}:${site(read)}${isReadLast ? '>' : '<'}${site(write)}/${others.join()}`];
    });
    const after = [...this.after].map(([actor, entry]) => `${actor}:${how(entry)}`);
    return `${this.name}{${bytes.sort().join(' ')};${after.sort().join(' ')}}`;
  }
}

/** As Fig. 5 tells them apart: who writes what the block reads comes first. */
function mistakeOf(second: SteppedAccess, third: SteppedAccess, isReadBefore: boolean): BlockMistake {
  if (!second.isWrite) return 'read';
  return isReadBefore || !third.isWrite ? 'write' : 'dual-write';
}

/** The blocks of one activation, the innermost last. */
export class AtomicBlocks {
  private open: OpenBlock[] = [];

  clone(): AtomicBlocks {
    const copy = new AtomicBlocks();
    if (this.open.length > 0) copy.open = this.open.map((block) => block.clone());
    return copy;
  }

  get areOpen(): boolean {
    return this.open.length > 0;
  }

  get isInterrupted(): boolean {
    return this.open.some((block) => block.isInterrupted);
  }

  begin(name: string): void {
    this.open.push(new OpenBlock(name));
  }

  end(): void {
    this.open.pop();
  }

  /** By the activation itself. */
  accessed(first: number, size: number, access: SteppedAccess, matches: BlockMatch[]): void {
    if (this.open.length === 0) return;
    for (const block of this.open) block.accessed(bytesFrom(first, size), access, matches);
  }

  accessedBy(actor: string, first: number, size: number, access: SteppedAccess): void {
    for (const block of this.open) block.accessedBy(actor, bytesFrom(first, size), access);
  }

  /** Somebody has ended: who comes later with the same name is somebody else. */
  ended(actor: string): void {
    for (const block of this.open) block.ended(actor);
  }

  key(byteName: (byte: number) => string | undefined): string {
    return this.open.map((block) => block.key(byteName)).join('');
  }
}

function bytesFrom(first: number, size: number): readonly number[] {
  return Array.from({ length: size }, (_, n) => first + n);
}

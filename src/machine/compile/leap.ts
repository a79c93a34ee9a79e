// Counting loops in one leap: where each round of a loop takes the same way and only adds constants to numbers, the
// number of rounds until a condition changes is computed, and all of them are made at once. Loops inside, if they leap
// too, are part of a round. Exact: the frame is as it would be after that many rounds, but for registers that nobody
// reads any more. Loops that write memory or read what others can see are left alone.

import type { Binary, Cast, Instruction, IntegerCompare, Phi } from '../../ir/instruction.js';
import { isIntegerBinary, mayTrap } from '../../ir/instruction-class.js';
import { isSigned } from '../../ir/opcode.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import type { Operand } from '../../ir/value.js';
import { fromBigInt, isConcrete, toUnsigned, type Value } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { Decider } from '../stepping/decider.js';
import { executeLocal } from '../stepping/execute.js';
import type { FunctionInfo } from './function-info.js';
import { isClear } from './idle.js';
import { dependsOn, least, type Progression, type Requirement, roundsUntil } from './rounds.js';

/** Instructions that are looked at for one leap. */
const MAX_LOOKED_AT = 4000;
/** Loops inside each other that are looked at together. */
const MAX_DEPTH = 3;

/** Nothing is known about the rounds to come. */
class NoLeap {}

export interface Leap {
  /** Steps, as the interpreter counts them: 0 where nothing is known about the loop. */
  readonly made: number;
  /** What it cost, in instructions. */
  readonly lookedAt: number;
}

/** Goes round the loop at whose header, behind the phis, the frame stands. */
export function leap(info: FunctionInfo, state: State, frame: Frame): Leap {
  const walk = new Walk(info, state, frame.clone(frame.owner));
  try {
    walk.advance(frame.block, 0);
  } catch (thrown) {
    if (thrown instanceof NoLeap) return { made: 0, lookedAt: walk.lookedAt };
    throw thrown;
  }
  if (walk.made > 0) walk.moveTo(frame);
  return walk;
}

/** Growth of a number with each round of the loops that are looked at, the outermost first. */
type Steps = readonly bigint[];

/** Goes through rounds of loops on a frame of its own, with numbers of which it knows how they will grow. */
class Walk implements Leap {
  made = 0;
  lookedAt = 0;
  /** By register; all others stay what they are. */
  private steps = new Map<number, Steps>();
  /** What the way so far depends on; undefined while it is only tried. */
  private requirements: Requirement[] | undefined;
  private readonly decider: Decider;

  constructor(
    private readonly info: FunctionInfo,
    private readonly state: State,
    private readonly frame: Frame,
  ) {
    this.decider = new Decider(info.machine.terms, []);
  }

  /** Only the phis of the header live on from one round to the next. */
  moveTo(frame: Frame): void {
    frame.previous = this.frame.previous;
    for (const { result } of this.phis(frame.block))
      frame.registers[result.index] = this.frame.registers[result.index]!;
  }

  /** Makes as many rounds as take the same way, if that is known. */
  advance(header: number, depth: number): void {
    if (depth > MAX_DEPTH) throw new NoLeap();
    const { requirements: outside, made } = this;
    const { registers, index, previous } = this.frame;
    const before = { registers: registers.slice(), steps: this.steps };
    const goBack = (): void => {
      this.frame.registers = before.registers.slice();
      this.frame.block = header;
      this.frame.index = index;
      this.frame.previous = previous;
      this.steps = new Map(before.steps);
      this.requirements = outside;
      this.made = made;
    };
    const phis = this.phis(header);
    goBack();
    this.requirements = undefined;
    const growth = this.round(header, depth) === 'again' ? this.growth(phis, before.registers) : undefined;
    goBack();
    if (growth === undefined) return;

    const found: Requirement[] = [];
    this.requirements = found;
    for (const { register, step } of growth) this.setSteps(register, withStep(this.steps.get(register), depth, step));
    const assumed = new Map(this.steps);
    const isSame =
      this.round(header, depth) === 'again' &&
      phis.every(({ result: { index: phi } }) => areEqual(this.steps.get(phi), assumed.get(phi)));
    const { previous: latch } = this.frame;
    const madeInRound = this.made - made;
    goBack();
    if (!isSame) return;

    let rounds: bigint | undefined;
    for (const requirement of found) {
      const loops = dependsOn(requirement);
      if (!loops.includes(depth)) outside?.push(requirement);
      else if (loops.length > 1) throw new NoLeap();
      else rounds = least(rounds, roundsUntil(requirement, depth));
    }
    // For ever: whether that is nothing but waiting is for others to find out.
    if (rounds === undefined) throw new NoLeap();
    for (const { register, bits, step } of growth)
      if (step !== 0n) this.frame.registers[register] = fromBigInt(bits, this.number(register, bits) + step * rounds);
    this.frame.previous = latch;
    this.made += Number(rounds) * madeInRound;
  }

  /** By how much the phis have grown in a round; undefined where one did something else. */
  private growth(phis: readonly Phi[], before: readonly Value[]) {
    const found: { readonly register: number; readonly bits: number; readonly step: bigint }[] = [];
    for (const { result } of phis) {
      const [was, is] = [before[result.index]!, this.frame.registers[result.index]!];
      const isNumber = result.type.kind === 'int' && isConcrete(was) && isConcrete(is);
      if (!isNumber && was !== is) return undefined;
      const bits = result.type.kind === 'int' ? result.type.bits : 0;
      const step = isNumber ? BigInt.asUintN(bits, BigInt(is as number) - BigInt(was as number)) : 0n;
      found.push({ register: result.index, bits, step });
    }
    return found;
  }

  /** From behind the phis of a header to there again, or to the block behind the loop. */
  private round(header: number, depth: number): 'again' | 'left' {
    const { loops } = this.info.shape;
    const body = loops.get(header)!;
    for (;;) {
      this.toNextBlock();
      while (body.has(this.frame.block)) {
        this.enter();
        const { block } = this.frame;
        if (block === header) return 'again';
        if (!loops.has(block)) break;
        do this.advance(block, depth + 1);
        while (this.round(block, depth + 1) === 'again');
      }
      if (!body.has(this.frame.block)) return 'left';
    }
  }

  private phis(block: number): readonly Phi[] {
    return this.info.code.blocks[block]!.slice(0, this.info.phiCount(block)) as Phi[];
  }

  private toNextBlock(): void {
    const { frame, info, state } = this;
    const { block } = frame;
    const instructions = info.code.blocks[block]!;
    for (;;) {
      const i = instructions[frame.index]!;
      if (++this.lookedAt > MAX_LOOKED_AT) throw new NoLeap();
      this.made++;
      const steps = this.follow(i);
      const result = resultOf(i);
      const isDone = executeLocal(info.machine, state, frame, i, this.decider) === undefined;
      if (!isDone) throw new NoLeap();
      if (result !== undefined) this.setSteps(result.index, steps);
      else return;
    }
  }

  /** The phis of the block that was jumped to. */
  private enter(): void {
    const { frame, info, state } = this;
    info.machine.coverage.reach(state.running!.context, frame.code, frame.block);
    // Rounds of such loops are announced one by one.
    if (frame.code.endless.headers.has(frame.block)) throw new NoLeap();
    const phis = this.phis(frame.block);
    if (phis.length === 0) return;
    this.made++;
    const values = phis.map((phi) => phi.incoming.find((edge) => edge.block === frame.previous)?.value);
    if (values.some((value) => value === undefined || value.kind === 'undef')) throw new NoLeap();
    const steps = values.map((value) => this.stepsOf(value!));
    executeLocal(info.machine, state, frame, phis[0]!, this.decider);
    phis.forEach(({ result }, n) => {
      this.setSteps(result.index, steps[n]);
    });
  }

  /** How the result of an instruction that is about to be executed will grow; notes what that depends on. */
  private follow(i: Instruction): Steps | undefined {
    if (!this.isPure(i)) throw new NoLeap();
    let isGrowing = false;
    forEachOperand(i, (operand) => {
      if (operand.kind === 'undef') throw new NoLeap();
      if (operand.kind !== 'register') return;
      if (!isConcrete(this.frame.registers[operand.index]!)) throw new NoLeap();
      if (this.steps.has(operand.index)) isGrowing = true;
    });
    if (!isGrowing) return undefined;
    switch (i.op) {
      case 'add':
      case 'sub':
      case 'mul':
      case 'shl':
        return this.arithmetic(i);
      case 'trunc':
      case 'zext':
      case 'sext':
        return this.cast(i);
      case 'freeze':
        return this.stepsOf(i.value);
      case 'select':
        if (this.stepsOf(i.condition) !== undefined) throw new NoLeap();
        return this.stepsOf(this.info.machine.value(this.frame, i.condition) !== 0 ? i.whenTrue : i.whenFalse);
      case 'icmp':
        this.compare(i);
        return undefined;
      case 'switch': {
        const bits = bitsOf(i.value);
        const left = this.progression(i.value, bits);
        for (const { value } of i.cases)
          this.requirements?.push({
            kind: 'comparison',
            predicate: 'eq',
            bits,
            left,
            right: { start: value, steps: [] },
          });
        return undefined;
      }
      default:
        throw new NoLeap();
    }
  }

  private isPure(i: Instruction): boolean {
    if (isIntegerBinary(i)) return !mayTrap(i);
    switch (i.op) {
      case 'trunc':
      case 'zext':
      case 'sext':
      case 'select':
      case 'freeze':
      case 'getelementptr':
      case 'br':
      case 'condbr':
      case 'switch':
        return true;
      case 'icmp':
        return i.left.type.kind === 'int' || i.predicate === 'eq' || i.predicate === 'ne';
      case 'load':
        return isClear(this.info, this.state, this.frame, i);
      default:
        return false;
    }
  }

  private arithmetic(i: Binary): Steps {
    const bits = bitsOf(i.left);
    const [left, right] = [this.stepsOf(i.left), this.stepsOf(i.right)];
    if (i.op === 'add' || i.op === 'sub') {
      const length = Math.max(left?.length ?? 0, right?.length ?? 0);
      const sign = i.op === 'add' ? 1n : -1n;
      return Array.from({ length }, (_, n) => BigInt.asUintN(bits, (left?.[n] ?? 0n) + sign * (right?.[n] ?? 0n)));
    }
    if (right !== undefined && (i.op === 'shl' || left !== undefined)) throw new NoLeap();
    const fixed = this.numberOf(left === undefined ? i.left : i.right, bits);
    if (i.op === 'shl' && fixed >= BigInt(bits)) throw new NoLeap();
    const factor = i.op === 'shl' ? 1n << fixed : fixed;
    return (left ?? right)!.map((step) => BigInt.asUintN(bits, step * factor));
  }

  private cast(i: Cast): Steps {
    const [from, to] = [bitsOf(i.value), bitsOf(i.result)];
    const value = this.progression(i.value, from);
    if (i.op === 'trunc') return value.steps.map((step) => BigInt.asUintN(to, step));
    this.requirements?.push({ kind: 'range', isSigned: isSigned(i.op), bits: from, value });
    return value.steps.map((step) => BigInt.asUintN(to, BigInt.asIntN(from, step)));
  }

  private compare(i: IntegerCompare): void {
    const bits = bitsOf(i.left);
    const [left, right] = [this.progression(i.left, bits), this.progression(i.right, bits)];
    this.requirements?.push({ kind: 'comparison', predicate: i.predicate, bits, left, right });
  }

  private progression(operand: Operand, bits: number): Progression {
    return { start: this.numberOf(operand, bits), steps: this.stepsOf(operand) ?? [] };
  }

  private stepsOf(operand: Operand): Steps | undefined {
    return operand.kind === 'register' ? this.steps.get(operand.index) : undefined;
  }

  private setSteps(register: number, steps: Steps | undefined): void {
    if (steps?.some((step) => step !== 0n)) this.steps.set(register, steps);
    else this.steps.delete(register);
  }

  private numberOf(operand: Operand, bits: number): bigint {
    return toUnsigned(bits, this.info.machine.value(this.frame, operand) as number | bigint);
  }

  private number(register: number, bits: number): bigint {
    return toUnsigned(bits, this.frame.registers[register] as number | bigint);
  }
}

function bitsOf({ type }: Operand): number {
  if (type.kind !== 'int') throw new NoLeap();
  return type.bits;
}

function withStep(steps: Steps | undefined, depth: number, step: bigint): Steps {
  return Array.from({ length: depth + 1 }, (_, n) => (n === depth ? step : (steps?.[n] ?? 0n)));
}

function areEqual(a: Steps | undefined, b: Steps | undefined): boolean {
  const length = Math.max(a?.length ?? 0, b?.length ?? 0);
  for (let n = 0; n < length; n++) if ((a?.[n] ?? 0n) !== (b?.[n] ?? 0n)) return false;
  return true;
}

// A platform pack is data: how a family of microcontrollers names, masks, nests and numbers its interrupts.
// The packs beside this file are written in this format; `preempt.json` can name a file with one.

import { z } from 'zod';
import { once } from '../base/once.js';

/** Built where a pack is read from a file; the packs beside this file are right, which a test checks. */
export const platformSchemas = once(() => {
  /** Which argument of a call (from 0), or a fixed number. */
  const Value = z.union([z.object({ argument: z.int().min(0) }).strict(), z.int()]);
  const Irq = z.union([Value, z.literal('all')]);
  const FirstIrq = z
    .int()
    .optional()
    .describe('smaller numbers are left alone: the NVIC has no flags for system exceptions');

  const Where = z
    .object({ value: Value, bit: z.int().min(0) })
    .strict()
    .optional()
    .describe('only where this bit of the value is set: bits set or cleared in a status register');

  /** What a call, an instruction of assembly or a register write does to interrupts, threads and locks. */
  const Effect = z.discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('close-mask'), where: Where })
      .strict()
      .describe('no maskable interrupt starts from here on'),
    z.object({ kind: z.literal('open-mask'), where: Where }).strict(),
    z
      .object({
        kind: z.literal('write-mask'),
        value: Value,
        bit: z.int().min(0),
        openWhen: z.union([z.literal(0), z.literal(1)]),
      })
      .strict()
      .describe('the mask becomes one bit of a value: SREG, PRIMASK'),
    z
      .object({ kind: z.literal('read-mask'), bit: z.int().min(0), openWhen: z.union([z.literal(0), z.literal(1)]) })
      .strict(),
    z.object({ kind: z.literal('read-and-close-mask') }).strict(),
    z
      .object({ kind: z.literal('set-ceiling'), value: Value })
      .strict()
      .describe('BASEPRI'),
    z
      .object({ kind: z.literal('raise-ceiling'), value: Value })
      .strict()
      .describe('BASEPRI_MAX: takes effect only if it keeps more out'),
    z.object({ kind: z.literal('read-ceiling') }).strict(),
    z
      .object({ kind: z.literal('enable'), irq: Irq, firstIrq: FirstIrq })
      .strict()
      .describe("sets the interrupt's own flag"),
    z.object({ kind: z.literal('disable'), irq: Irq, firstIrq: FirstIrq }).strict(),
    z.object({ kind: z.literal('pend'), irq: Irq, firstIrq: FirstIrq }).strict(),
    z.object({ kind: z.literal('unpend'), irq: Irq, firstIrq: FirstIrq }).strict(),
    z
      .object({
        kind: z.literal('set-priority'),
        irq: Irq,
        value: Value,
        isByte: z.boolean().optional(),
        isPreempting: z.boolean().optional(),
      })
      .strict()
      .describe(
        'isByte: the number stands in the upper bits of a byte; isPreempting: it is the part of it that says who preempts whom',
      ),
    z
      .object({ kind: z.literal('set-priority-group'), value: Value, lowest: z.int().min(0).optional() })
      .strict()
      .describe('which bits of priorities say who preempts whom: PRIGROUP, which begins at bit `lowest` of the value'),
    z.object({ kind: z.literal('register-isr'), irq: Irq.optional(), handler: Value }).strict(),
    z.object({ kind: z.literal('arrive'), handler: Value }).strict(),
    z
      .object({ kind: z.literal('spawn'), entry: Value, parameter: Value.optional(), runner: Value.optional() })
      .strict()
      .describe('the runner, if there is one, is called with both and calls the entry'),
    z.object({ kind: z.literal('join') }).strict(),
    z.object({ kind: z.literal('lock'), lock: Value }).strict(),
    z.object({ kind: z.literal('unlock'), lock: Value }).strict(),
    z.object({ kind: z.literal('atomic-begin') }).strict(),
    z.object({ kind: z.literal('atomic-end') }).strict(),
    z
      .object({ kind: z.literal('expect-atomic-begin'), block: Value })
      .strict()
      .describe('a block begins that is meant to be atomic: who interferes with it violates that'),
    z.object({ kind: z.literal('expect-atomic-end') }).strict(),
    z.object({ kind: z.literal('critical-begin'), structure: Value, write: Value }).strict(),
    z.object({ kind: z.literal('critical-end') }).strict(),
    z
      .object({ kind: z.literal('block'), spins: z.boolean().optional() })
      .strict()
      .describe(
        'the atomic section has not happened, and waits until somebody changes what it has read; by spinning, it keeps less urgent threads out',
      ),
    z.object({ kind: z.literal('thread-exit') }).strict(),
    z.object({ kind: z.literal('thread-priority'), thread: Value, value: Value }).strict(),
    z.object({ kind: z.literal('read-thread-priority'), thread: Value }).strict(),
    z
      .object({ kind: z.literal('unknown-thread-priority'), text: Value })
      .strict()
      .describe('not modelled where threads are scheduled by priority'),
    z.object({ kind: z.literal('by-priority') }).strict(),
    z
      .object({ kind: z.literal('yield') })
      .strict()
      .describe('threads of the same priority may go on'),
    z
      .object({ kind: z.literal('sleep') })
      .strict()
      .describe('the thread does not run for any time, none included'),
    z.object({ kind: z.literal('self') }).strict(),
    z.object({ kind: z.literal('in-isr') }).strict(),
    z
      .object({ kind: z.literal('exception-number'), base: z.int().min(1) })
      .strict()
      .describe('IPSR: 0 outside of ISRs, else `base` and the irq'),
    z.object({ kind: z.literal('acquired'), lock: Value, isShared: z.boolean().optional() }).strict(),
    z.object({ kind: z.literal('released'), lock: Value }).strict(),
    z.object({ kind: z.literal('waits-for'), lock: Value, size: Value }).strict(),
    z
      .object({ kind: z.literal('misuse'), text: Value })
      .strict()
      .describe('a model is used wrongly: fails when it is reached'),
    z.object({ kind: z.literal('unmodelled'), text: Value }).strict(),
    z.object({ kind: z.literal('allocate'), size: Value.optional() }).strict(),
    z.object({ kind: z.literal('free'), pointer: Value }).strict(),
    z.object({ kind: z.literal('assume') }).strict(),
    z
      .object({ kind: z.literal('assert') })
      .strict()
      .describe('fails where its first argument is 0; where it is given no condition, when it is reached'),
    z.object({ kind: z.literal('fail') }).strict(),
    z.object({ kind: z.literal('exit') }).strict(),
    z
      .object({ kind: z.literal('at-exit') })
      .strict()
      .describe('a function is kept for the end of the program; firmware has none'),
    z.object({ kind: z.literal('nondet') }).strict(),
    z
      .object({ kind: z.literal('wait-for-interrupt'), where: Where })
      .strict()
      .describe('the processor sleeps until a handler wakes it, or not at all: no effect but that harm knows of it'),
    z
      .object({ kind: z.literal('nothing') })
      .strict()
      .describe('barriers, prints: no effect that the analyses see'),
  ]);

  const NestingSchema = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('priority') }).strict(),
    z
      .object({ kind: z.literal('masked'), exit: z.enum(['open', 'restore']) })
      .strict()
      .describe('entry closes the mask; exit opens it (AVR) or restores it (MSP430)'),
    z.object({ kind: z.literal('none') }).strict(),
  ]);

  /** What a register is to those who read it: docs/platform-packs.md. */
  const Role = z.enum(['latch', 'status', 'data', 'self-clearing']);

  /** irq → the vector's name. */
  const Vectors = z.record(z.string(), z.string()).default({});

  const Registers = z
    .array(
      z.discriminatedUnion('kind', [
        z
          .object({
            kind: z.literal('mask'),
            address: z.int(),
            name: z.string(),
            bit: z.int(),
            openWhen: z.union([z.literal(0), z.literal(1)]),
          })
          .strict(),
        /** Bits that are the own flags of interrupts. An interrupt with several may start if one of them is set. */
        z
          .object({
            kind: z.literal('flags'),
            address: z.int(),
            name: z.string(),
            bits: z.record(z.string(), z.int()),
            role: Role.optional(),
          })
          .strict(),
        /** The same of a register that the linker places: a variable of this name that nothing defines. */
        z
          .object({
            kind: z.literal('symbol-flags'),
            name: z.string(),
            bits: z
              .record(z.string(), z.array(z.union([z.int(), z.string()])))
              .describe('irqs, or names of vectors; those that the device has: its macros tell their numbers'),
          })
          .strict(),
        /** Banks of words in which writing a one acts on irq 32·word + bit. */
        z
          .object({
            kind: z.literal('write-one'),
            address: z.int(),
            name: z.string(),
            words: z.int(),
            action: z.enum(['enable', 'disable', 'pend', 'unpend']),
          })
          .strict(),
        /** Writing a one to the bit pends the irq. */
        z
          .object({
            kind: z.literal('pend'),
            address: z.int(),
            name: z.string(),
            bits: z.record(z.string(), z.int()),
          })
          .strict(),
        /** Writing the number of an irq pends it. */
        z
          .object({ kind: z.literal('pend-number'), address: z.int(), name: z.string(), bits: z.int().min(1).max(16) })
          .strict(),
        /** One byte for each irq, the priority in its upper bits. */
        z
          .object({
            kind: z.literal('priority'),
            address: z.int(),
            name: z.string(),
            count: z.int(),
            firstIrq: z.int(),
          })
          .strict(),
        /** Three bits say which bits of priorities preempt, written with a key, and not while it resets. */
        z
          .object({
            kind: z.literal('priority-group'),
            address: z.int(),
            name: z.string(),
            bit: z.int().min(0),
            key: z.int().describe('in the upper half of what is written'),
            resets: z.int().min(0).describe('the bit that resets the machine: what else is written does not matter'),
          })
          .strict(),
        z.object({ kind: z.literal('plain'), address: z.int(), name: z.string(), role: Role.optional() }).strict(),
      ]),
    )
    .default([]);

  /** Registers that one instruction of optimised code changes: nobody comes between its read and its write. */
  const InPlace = z
    .array(
      z
        .object({
          from: z.int().describe('the first address'),
          to: z.int().describe('behind the last one'),
          /** `bit`: sets or clears one constant bit of a byte. `any`: and, or, xor, add, sub with anything. */
          change: z.enum(['bit', 'any']),
        })
        .strict(),
    )
    .default([]);

  const Pattern = z.string().refine(isPattern, 'a regular expression is needed');

  const PlatformSchema = z
    .object({
      name: z.string().min(1),
      title: z.string(),
      /** clang's target and flags, where the user gives none. */
      target: z.string(),
      arguments: z.array(z.string()).default([]),
      /** Folders below Preempt's own `include/` that hold stand-ins for the vendor's headers. */
      headers: z.array(z.string().regex(/^[\w-]+$/)).default([]),
      /** Likewise, searched before the vendor's: headers that only the vendor's compiler understands. */
      headersFirst: z.array(z.string().regex(/^[\w-]+$/)).default([]),
      /** Recognised by a triple, or by text in the sources. */
      detect: z
        .object({
          triples: z.array(Pattern).default([]),
          includes: z.array(z.string()).default([]),
          identifiers: z.array(Pattern).default([]),
        })
        .strict(),
      /** Widest indivisible access in bytes; 0: as wide as a pointer of the target. */
      atomicBytes: z.int().min(0),
      nesting: NestingSchema,
      /** Is there a global mask, and is it closed when the program starts? */
      globalMask: z.enum(['absent', 'open', 'closed']),
      maskStatements: z
        .object({ close: z.string(), open: z.string() })
        .strict()
        .optional()
        .describe('C that closes and opens the global mask where no header declares functions for it'),
      startUpOpensMask: z
        .boolean()
        .optional()
        .describe('start-up code of vendors opens the global mask; so it does where nothing in the program does'),
      priorities: z
        .object({
          /**
           * `level`: higher is more urgent, as in reports. `inverted`: 0 is the most urgent, `bits` wide. `none`: all
           * alike.
           */
          order: z.enum(['level', 'inverted', 'none']),
          bits: z.int().min(1).max(8).default(4),
          /** In the hardware's numbering. */
          reset: z.int().default(0),
        })
        .strict(),
      /** Handlers by name. `$1` in `irq` is the first group of the pattern. */
      handlers: z
        .array(
          z
            .object({
              pattern: Pattern,
              irq: z.union([z.int(), z.literal('$1')]).optional(),
              priority: z.union([z.int(), z.literal('$1')]).optional(),
              fault: z.boolean().default(false),
            })
            .strict(),
        )
        .default([]),
      vectors: Vectors,
      /** What the device's header calls the number of a vector: `$1_VECTOR`, with the vector's name for `$1`. */
      vectorMacro: z.string().optional(),
      /** Tables of handlers: sections by pattern, the irq of slot 0, slots that are not interrupts. */
      vectorTables: z
        .object({
          sections: z.array(Pattern),
          firstIrq: z.int(),
          reset: z.array(z.int()).default([]),
          faults: z.array(z.int()).default([]),
        })
        .strict()
        .optional(),
      functions: z.record(z.string(), z.array(Effect)).default({}),
      /** Functions that compute a priority → the argument that holds what decides who preempts whom. */
      encoders: z.record(z.string(), z.int().min(0)).default({}),
      /** Inline assembly, matched against each of its instructions, white space folded, lower case. */
      assembly: z.array(z.object({ pattern: Pattern, effects: z.array(Effect) }).strict()).default([]),
      /** Functions that are given a structure: where in it, in bytes, the irq and its priority stand. */
      structures: z
        .record(
          z.string(),
          z.object({ irq: z.int().min(0), priority: z.int().min(0), bits: z.int().min(8).default(8) }).strict(),
        )
        .default({}),
      /** Functions whose shift by a constant tells how many bits of a byte a priority has. */
      shiftsPriority: z.array(z.string()).default([]),
      /** What cores of the architecture have, by the target's triple; the first that fits counts. */
      cores: z
        .array(
          z
            .object({
              triples: z.array(Pattern),
              bits: z.int().min(1).max(8).optional(),
              hasCeiling: z.boolean().default(true),
            })
            .strict(),
        )
        .default([]),
      registers: Registers,
      inPlace: InPlace,
      /** What other devices of the family have instead, by clang's name of the device; the first that fits counts. */
      variants: z
        .array(
          z
            .object({
              device: Pattern,
              title: z.string(),
              vectors: Vectors,
              registers: Registers,
              inPlace: InPlace,
            })
            .strict(),
        )
        .default([]),
    })
    .strict();

  return { value: Value, effect: Effect, role: Role, platform: PlatformSchema };
});

type Schemas = ReturnType<typeof platformSchemas>;
export type Platform = z.infer<Schemas['platform']>;
export type PlatformText = z.input<Schemas['platform']>;
export type Effect = z.infer<Schemas['effect']>;
export type EffectValue = z.infer<Schemas['value']>;
export type RegisterRole = z.infer<Schemas['role']>;

/** Is it about this interrupt, if it is about any? CMSIS's functions leave system exceptions alone. */
export function reaches(effect: Effect, irq: number | 'all' | undefined): boolean {
  return !('firstIrq' in effect) || effect.firstIrq === undefined || typeof irq !== 'number' || irq >= effect.firstIrq;
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** What the schema makes of a platform that is right, without checking it: that is done once, by a test. */
export function completed(written: PlatformText): Platform {
  const { detect, priorities, handlers = [], variants = [], vectorTables, structures = {}, cores = [] } = written;
  return {
    arguments: [],
    headers: [],
    headersFirst: [],
    vectors: {},
    functions: {},
    encoders: {},
    assembly: [],
    registers: [],
    inPlace: [],
    shiftsPriority: [],
    ...written,
    structures: Object.fromEntries(Object.entries(structures).map(([name, s]) => [name, { bits: 8, ...s }])),
    cores: cores.map((core) => ({ hasCeiling: true, ...core })),
    detect: { triples: [], includes: [], identifiers: [], ...detect } as Platform['detect'],
    priorities: { bits: 4, reset: 0, ...priorities } as Platform['priorities'],
    handlers: handlers.map((h) => ({ ...h, fault: h.fault ?? false })),
    variants: variants.map((v) => ({ vectors: {}, registers: [], inPlace: [], ...v })),
    ...(vectorTables === undefined
      ? {}
      : { vectorTables: { reset: [], faults: [], ...vectorTables } as NonNullable<Platform['vectorTables']> }),
  } as Platform;
}

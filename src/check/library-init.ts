// A first description of a library that nobody has described yet: a proposal from its names and its code, for a person
// to correct. Public functions are task functions unless their names speak of interrupts; every variable and every
// member that functions write is a structure of its own. Tracked are integers that
// functions both compare and change by small constants, or set to such: flags, locks and counters.

import { ok, type Result } from '../base/result.js';
import type { Host } from '../clang/host.js';
import type { Description } from '../engines/library/description.js';
import { InlinedFrame } from '../engines/library/frame.js';
import { PlaceNames } from '../engines/library/places.js';
import { SourceRecords } from '../engines/library/source-records.js';
import { LibraryCode } from '../engines/library/walk.js';
import { isCall, isCast } from '../ir/instruction-class.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import type { Operand } from '../ir/value.js';
import { directCallee } from '../model/known-calls.js';
import { loadModule } from './load.js';
import type { Request } from './request.js';

type Structured = Readonly<Record<string, string[]>>;

const forInterrupts = /(?:from_?isr|_isr|isr_|interrupt|_irq|irq_|handler)/i;
const forTick = /tick(?:_?(?:isr|handler|increment))?$|increment_?tick|sys_?tick/i;
const masking =
  /(?:enter|begin|start).*critical|critical.*(?:enter|begin)|disable.*(?:interrupt|irq)|(?:irq|int)_?(?:disable|lock|save)|^cli$|^__disable_irq$/i;
const unmasking =
  /(?:exit|leave|end).*critical|critical.*(?:exit|leave|end)|enable.*(?:interrupt|irq)|(?:irq|int)_?(?:enable|unlock|restore)|^sei$|^__enable_irq$/i;
const yielding = /yield|reschedule|context_?switch/i;
const allocating = /malloc|calloc|alloc$/i;
const freeing = /free$/i;

export async function proposeDescription(request: Request, host: Host): Promise<Result<string>> {
  const loaded = await loadModule(request, host, { pause: async () => {}, isOver: () => undefined });
  if (loaded.kind === 'failed') return loaded;
  const { module } = loaded.value;
  const called = new Set<string>();
  for (const fn of module.functions.values())
    for (const block of fn.blocks)
      for (const i of block.instructions) {
        const name = isCall(i) ? directCallee(module, i.callee) : undefined;
        if (name !== undefined && !name.startsWith('llvm.')) called.add(name);
      }
  const isControl = (name: string): boolean => masking.test(name) || unmasking.test(name) || yielding.test(name);
  const api = [...module.functions.values()].filter(
    (fn) => fn.blocks.length > 0 && fn.linkage === 'external' && !isControl(fn.name),
  );
  const names = (wanted: (fn: IrFunction) => boolean): readonly string[] => api.filter(wanted).map((fn) => fn.name);
  const tick = api.find((fn) => forTick.test(fn.name))?.name;
  const isr = names((fn) => forInterrupts.test(fn.name) && fn.name !== tick);
  const tasks = names((fn) => !isr.includes(fn.name) && fn.name !== tick);
  const all = [...new Set([...called, ...module.functions.keys()])];
  const known = {
    masks: {
      enter: all.filter((name) => masking.test(name)),
      exit: all.filter((name) => unmasking.test(name) && !masking.test(name)),
    },
    yields: all.filter((name) => yielding.test(name)),
    allocators: all.filter((name) => allocating.test(name)),
    operations: Object.fromEntries(all.filter((name) => freeing.test(name)).map((name) => [name, { writes: [0] }])),
  };
  const proposal = {
    library: module.units[0]?.file ?? 'library',
    tasks,
    fromIsr: isr,
    ...(tick === undefined ? {} : { tick }),
    structures: proposedStructures(
      module,
      api.map((fn) => fn.name),
      known,
    ),
    ...proposedTracking(module, isr),
    ...known,
  };
  const text = JSON.stringify(proposal, null, 2);
  return ok(
    `// Proposed by preempt library init. To be corrected by somebody who knows the library: which functions tasks\n` +
      `// call and which interrupt handlers, which variables and members ("TYPE.member") belong together, and which\n` +
      `// flags and locks decide who may access what ("tracked", with "suspension" for the one that stops other tasks).\n${text}\n`,
  );
}

/** Each variable, and each member of a structure, that the functions write is one, named like itself. */
function proposedStructures(module: IrModule, functions: readonly string[], known: Partial<Description>): Structured {
  const code = new LibraryCode(module, { library: '', tasks: [...functions], structures: {}, ...known });
  for (const name of functions) code.walk(module.functions.get(name)!, 'task');
  const written = [...code.outside].map((name) => /^[^.[-]+(?:\.[^.[-]+)?/.exec(name)?.[0] ?? name);
  // The proposal is read again, and changed.
  return Object.fromEntries([...new Set(written)].sort().map((name) => [name, [name]]));
}

const forLocks = /lock|suspend|nest|busy|pending|flag|state$/i;
const forSuspension = /susp|sched.*lock|lock.*sched/i;

/** Integers that interrupts compare, or that are named like locks, and that are set to small numbers. */
function proposedTracking(module: IrModule, isrs: readonly string[]): Partial<Description> {
  const records = new SourceRecords(module);
  const places = new PlaceNames(module, records, new Set());
  const tested = new Set<string>();
  const written = new Map<string, Set<number>>();
  for (const fn of module.functions.values()) {
    const frame = new InlinedFrame(fn, 0);
    const nameOf = (address: Operand): string | undefined => places.of(frame, address)[0]?.names[0];
    for (const block of fn.blocks)
      for (const i of block.instructions) {
        if (i.op === 'icmp')
          for (const side of [i.left, i.right]) {
            const name = comparedName(side, frame, nameOf);
            if (name !== undefined && (isrs.includes(fn.name) || forLocks.test(name))) tested.add(name);
          }
        if (i.op !== 'store' || i.value.type.kind !== 'int') continue;
        const name = nameOf(i.address);
        if (name === undefined) continue;
        const values = written.get(name) ?? new Set();
        written.set(name, values);
        if (i.value.kind === 'int') values.add(Number(BigInt.asIntN(i.value.type.bits, i.value.value)));
      }
  }
  const tracked: Record<string, { initially: number; range: [number, number] }> = {};
  for (const name of [...tested].sort()) {
    const values = written.get(name);
    const isSmall = values !== undefined && [...values].every((v) => v >= -1 && v <= 4);
    if (!isSmall || /[()?[]|->/.test(name)) continue;
    const least = Math.min(0, ...values);
    tracked[name] = { initially: least, range: [least, 2] };
  }
  if (Object.keys(tracked).length === 0) return {};
  const suspension = Object.keys(tracked).find((name) => !name.includes('.') && forSuspension.test(name));
  return { tracked, ...(suspension === undefined ? {} : { suspension }) };
}

/** What a compared number was read from, through conversions. */
function comparedName(
  side: Operand,
  frame: InlinedFrame,
  nameOf: (address: Operand) => string | undefined,
): string | undefined {
  for (let operand = side; operand.kind === 'register'; ) {
    const i = frame.definition(operand.index);
    if (i?.op === 'load') return i.result.type.kind === 'int' ? nameOf(i.address) : undefined;
    if (i === undefined || !isCast(i)) return undefined;
    operand = i.value;
  }
  return undefined;
}

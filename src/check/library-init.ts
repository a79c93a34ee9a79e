// A first description of a library that nobody has described yet: a proposal from its names and its code, for a person
// to correct. Public functions are task functions unless their names speak of interrupts; every variable and every
// member that functions write is a structure of its own. What is tracked is left to the person.

import { ok, type Result } from '../base/result.js';
import type { Host } from '../clang/host.js';
import type { Description } from '../engines/library/description.js';
import { LibraryCode } from '../engines/library/walk.js';
import { isCall } from '../ir/instruction-class.js';
import type { IrFunction, IrModule } from '../ir/module.js';
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

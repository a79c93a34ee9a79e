import { describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/ir/clean-up.js';
import { type InstructionId, unnumbered } from '../../src/ir/instruction.js';
import { linkModules } from '../../src/ir/link/link.js';
import type { IrFunction, IrModule } from '../../src/ir/module.js';
import { numberInstructions } from '../../src/ir/number-instructions.js';
import { verifyIds } from '../../src/ir/verify/ids.js';
import { loadText } from '../model/load.js';
import { parsed } from './parse-text.js';

const text = `
declare void @g(i32)
define i32 @f(i1 %c, i32 %a) {
entry:
  %x = alloca i32
  store i32 %a, ptr %x
  br i1 %c, label %then, label %end
then:
  store i32 2, ptr %x
  br label %end
end:
  %r = load i32, ptr %x
  call void @g(i32 %r)
  ret i32 %r
}
define void @h() {
  call void @g(i32 1)
  ret void
}`;

function cleaned(...texts: string[]): IrModule {
  const linked = linkModules(texts.map(parsed));
  if (linked.kind === 'failed') throw new Error(JSON.stringify(linked.diagnostics));
  return cleanUp(linked.value);
}

/** `f` with the ids of its instructions changed. */
function renumbered(module: IrModule, change: (id: InstructionId) => number): IrModule {
  const f = module.functions.get('f') as IrFunction;
  const blocks = f.blocks.map((block) => ({
    ...block,
    instructions: block.instructions.map((i) => ({ ...i, id: change(i.id) as InstructionId })),
  }));
  const functions = new Map([...module.functions, ['f', { ...f, blocks }]]);
  const all = [...functions.values()].flatMap((fn) => fn.blocks).flatMap((block) => block.instructions);
  return { ...module, functions, instructions: all };
}

describe('ids of instructions', () => {
  it('are the positions of instructions in the cleaned-up module', () => {
    const module = cleaned(text);
    expect(module.instructions.map((i) => [i.op, i.id, module.owners[i.id]])).toEqual([
      ['condbr', 0, 'f'],
      ['br', 1, 'f'],
      ['phi', 2, 'f'],
      ['call', 3, 'f'],
      ['ret', 4, 'f'],
      ['call', 5, 'h'],
      ['ret', 6, 'h'],
    ]);
    expect(verifyIds(module)).toEqual([]);
  });

  it('are the same for the same input, whatever was numbered before', () => {
    const other = cleaned('define void @first() {\n  ret void\n}', text);
    const [first, second] = [cleaned(text), cleaned(text)];
    expect(second.instructions).toEqual(first.instructions);
    expect(verifyIds(other)).toEqual([]);
    expect(other.instructions[0]?.op).toBe('ret');
  });

  it('leave alone what the module shares with another', () => {
    const shared = parsed(text);
    const alone = numberInstructions(shared);
    const functions = new Map([...shared.functions].reverse());
    expect(verifyIds(numberInstructions({ ...alone, functions }))).toEqual([]);
    expect(verifyIds(alone)).toEqual([]);
    const ids = [...shared.functions.values()].flatMap((fn) =>
      fn.blocks.flatMap((b) => b.instructions.map((i) => i.id)),
    );
    expect(new Set(ids)).toEqual(new Set([unnumbered]));
  });

  it('are given to what annotations add to the code', async () => {
    const { program } = await loadText(`
      __attribute__((annotate("preempt.monitor"))) void bump(int *p) { ++*p; }
      int main(void) { int n = 0; bump(&n); return n; }`);
    const added = program.module.instructions.filter((i) => program.module.owners[i.id] === 'bump' && i.op === 'call');
    expect(added.length).toBe(2);
    expect(verifyIds(program.module)).toEqual([]);
  });

  it('are verified', () => {
    const module = cleaned(text);
    expect(verifyIds(renumbered(module, (id) => (id === 1 ? 0 : id)))).toEqual(['f, then#0 br: has id 0 instead of 1']);
    expect(verifyIds(renumbered(module, (id) => (id === 4 ? 9 : id)))).toEqual(['f, end#2 ret: has id 9 instead of 4']);
    expect(verifyIds({ ...module, instructions: module.instructions.slice(0, -1) })).toEqual([
      'h, 0#1 ret: is not found by its id',
      '7 instructions, but 6 in the table',
    ]);
    expect(verifyIds({ ...module, owners: module.owners.with(0, 'h') })).toEqual([
      'f, entry#0 condbr: is said to be in h',
    ]);
  });
});

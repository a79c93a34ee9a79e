import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../src/ir/instruction.js';
import type { Block, IrFunction } from '../../../src/ir/module.js';
import { parseModule } from '../../../src/ir/parse/parse.js';
import type { Register } from '../../../src/ir/value.js';
import { verifyFunction } from '../../../src/ir/verify/function.js';

const module = parseModule(
  `
define i32 @f(i1 %c, i32 %a) {
entry:
  %x = add i32 %a, 1
  br i1 %c, label %then, label %end
then:
  %y = add i32 %x, 2
  br label %end
end:
  %r = phi i32 [ %x, %entry ], [ %y, %then ]
  ret i32 %r
}
declare void @g()`,
  'f.ll',
);
const functions = module.kind === 'ok' ? module.value.functions : new Map<string, IrFunction>();
const f = functions.get('f') as IrFunction;

/** `f` with the instructions of one block replaced. */
function changed(block: number, change: (instructions: readonly Instruction[]) => readonly Instruction[]): IrFunction {
  const blocks = f.blocks.map(
    (each, i): Block => (i === block ? { ...each, instructions: change(each.instructions) } : each),
  );
  return { ...f, blocks };
}

function patched(block: number, position: number, patch: object): IrFunction {
  return changed(block, (list) =>
    list.map((each, i) => (i === position ? ({ ...each, ...patch } as Instruction) : each)),
  );
}

const [x, y, r] = f.blocks.flatMap((block) =>
  block.instructions.flatMap((each) => ('result' in each && each.result ? [each.result] : [])),
);
const [condition, a] = f.parameters;

describe('the verifier', () => {
  it('accepts what is right', () => {
    expect([...functions.values()].flatMap(verifyFunction)).toEqual([]);
    expect(functions.size).toBe(2);
  });

  it.each<[string, IrFunction, string]>([
    ['a use before the definition', patched(0, 0, { left: y }), 'f, entry#0 add: uses a value before its definition'],
    ['a use of itself', patched(0, 0, { left: x }), 'f, entry#0 add: uses a value before its definition'],
    [
      'a use that the definition does not dominate',
      patched(2, 1, { value: y }),
      'f, end#1 ret: uses a value before its definition',
    ],
    [
      'a register of elsewhere',
      patched(2, 1, { value: { ...(r as Register) } }),
      'f, end#1 ret: uses a value that nothing here defines',
    ],
    ['a missing terminator', changed(1, (list) => list.slice(0, 1)), 'f, then#0 add: a block ends in a terminator'],
    [
      'a terminator in the middle',
      changed(1, (list) => [...list].reverse()),
      'f, then#0 br: a terminator ends its block',
    ],
    ['an empty block', changed(1, () => []), 'f, then: is empty'],
    ['a target that does not exist', patched(1, 1, { target: 9 }), 'f, then#1 br: no block 9'],
    [
      'a phi without a predecessor',
      patched(2, 0, { incoming: [{ value: x, block: 0 }] }),
      'f, end#0 phi: has no value from predecessor %then',
    ],
    ['a phi with too many', patched(1, 1, { target: 1 }), 'f, end#0 phi: %then is no predecessor'],
    [
      'a phi that uses a value too early',
      patched(2, 0, {
        incoming: [
          { value: y, block: 0 },
          { value: y, block: 1 },
        ],
      }),
      'f, end#0 phi: uses a value before its definition',
    ],
    [
      'a phi of mixed types',
      patched(2, 0, {
        incoming: [
          { value: condition, block: 0 },
          { value: y, block: 1 },
        ],
      }),
      'f, end#0 phi: the value from %entry has another type',
    ],
    [
      'a late phi',
      changed(2, (list) => [{ ...(f.blocks[1]?.instructions[0] as Instruction) }, ...list]),
      'f, end#1 phi: stands after an instruction that is no phi',
    ],
    ['gaps between registers', { ...f, registerCount: 7 }, 'f: 5 registers, but registerCount is 7'],
    [
      'registers out of order',
      { ...f, parameters: [a as Register, condition as Register] },
      'f: register 1 is defined where 0 was expected',
    ],
    [
      'operands of mixed types',
      patched(0, 0, { right: condition }),
      'f, entry#0 add: the type of the right side does not fit',
    ],
    ['a condition that is no i1', patched(0, 1, { condition: a }), 'f, entry#1 condbr: the condition is no i1'],
    [
      'a result of another type',
      patched(2, 1, { value: condition }),
      'f, end#1 ret: the type of the value does not fit',
    ],
  ])('complains about %s', (_, fn, complaint) => {
    expect(verifyFunction(fn)).toContain(complaint);
  });
});

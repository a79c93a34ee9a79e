// Instructions that only the pack knows: data extends what the interpreters execute. Registers of the instruction are
// `$0`, `$1`, … in the pack's pattern, in the order in which they stand; what an effect gives goes to the first.

import type { Operand } from '../../ir/value.js';
import type { AssemblyEmitter, AssemblySurroundings } from './emitter.js';
import type { InstructionSet } from './instruction-set.js';
import type { AssemblyLine } from './template.js';

export function packInstruction(
  e: AssemblyEmitter,
  line: AssemblyLine,
  set: InstructionSet,
  around: AssemblySurroundings,
): boolean {
  const registers: string[] = [];
  const operands = line.operands.map((operand) => {
    const bare = operand.replace(/^#/, '');
    if (!set.isRegister(bare)) return operand.toLowerCase();
    registers.push(bare);
    return `${operand.startsWith('#') ? '#' : ''}$${registers.length - 1}`;
  });
  const text = `${line.mnemonic} ${operands.join(', ')}`.trim();
  const use = around.pack(text);
  if (use === undefined) return false;
  const values: Operand[] = registers.slice(0, use.arguments).map((name) => set.readRegister(e, name)!);
  if (values.length < use.arguments) return false;
  const result = e.system(text, values, use.hasResult && registers.length > 0 ? set.wordBits : 0);
  if (result !== undefined) set.writeRegister(e, registers[0]!, result);
  return true;
}

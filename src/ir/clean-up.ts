// Local clean-ups that every analysis wants: private scalar locals become registers.

import type { IrModule } from './module.js';
import { promoteLocals } from './promote/promote.js';

export function cleanUp(module: IrModule): IrModule {
  const functions = new Map([...module.functions].map(([name, fn]) => [name, promoteLocals(fn, module.layout)]));
  return { ...module, functions };
}

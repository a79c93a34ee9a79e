import { it } from 'vitest';
import { generateProgram } from './agreement/generate.js';
import { printProgram } from './agreement/print.js';
import { writeFileSync } from 'node:fs';
it('x', () => { for (const s of (process.env.SEEDS ?? '4').split(',')) { const p = generateProgram(+s); writeFileSync(`/tmp/lead/seed${s}.c`, `// ${p.target} arrivals ${p.arrivals} ${p.unit} ${p.effect} ${p.interrupts} ${JSON.stringify(p.isrs.map(({name,irq,priority})=>({name,irq,priority})))}\n` + printProgram(p)); } });

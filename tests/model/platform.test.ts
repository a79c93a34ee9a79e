import { expect, it } from 'vitest';
import { platformSchemas } from '../../src/model/platform.js';

const platform = {
  name: 'mine',
  title: 'mine',
  target: 'avr',
  detect: {},
  atomicBytes: 1,
  nesting: { kind: 'none' },
  globalMask: 'closed',
  priorities: { order: 'none' },
};

it.each([
  ['detect', { triples: ['^(avr'] }],
  ['detect', { identifiers: ['['] }],
  ['handlers', [{ pattern: '^isr_([' }]],
  ['vectorTables', { sections: ['*'], firstIrq: 0 }],
  ['assembly', [{ pattern: '(', effects: [] }]],
  ['variants', [{ device: '^at(', title: 'x' }]],
])('takes no %s with what is no regular expression', (field, value) => {
  const { platform: schema } = platformSchemas();
  expect(schema.safeParse(platform).success).toBe(true);
  const { error } = schema.safeParse({ ...platform, [field]: value });
  expect(error?.issues.map((i) => i.message)).toEqual(['a regular expression is needed']);
});

// The published JSON Schemas say the same as the zod schemas in the code.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('schema/ is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/schema.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it.each(['preempt', 'platform', 'library'])(
  'schema/%s.schema.json refuses unknown fields and explains the known ones',
  (name) => {
    const schema = JSON.parse(readFileSync(`${root}/schema/${name}.schema.json`, 'utf8')) as Record<string, unknown>;
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      additionalProperties: false,
    });
    expect(Object.keys(schema.properties as object).length).toBeGreaterThan(10);
  },
);

// Writes the JSON Schemas that the package publishes, from the zod schemas in dist/. `--check` only tells whether they
// are up to date.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { descriptionSchema } from '../dist/engines/library/description.js';
import { configSchema } from '../dist/model/config.js';
import { platformSchemas } from '../dist/model/platform.js';

const published = {
  preempt: [configSchema(), 'preempt.json', 'What Preempt is told about a project.'],
  platform: [
    platformSchemas().platform,
    'Preempt platform',
    'How a family of microcontrollers names, masks, nests and numbers its interrupts.',
  ],
  library: [descriptionSchema(), 'Preempt library', 'What preempt library is told about a library.'],
};

z.globalRegistry.add(platformSchemas().effect, { id: 'Effect' });

/** zod bounds every integer by what a double can hold, which is no information for a person. */
function withoutBounds({ jsonSchema }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const isCheck = process.argv.includes('--check');
for (const [name, [schema, title, description]] of Object.entries(published)) {
  const path = `schema/${name}.schema.json`;
  const file = new URL(`../${path}`, import.meta.url);
  // Editors know draft 7 best; `input`: what a person writes, in which fields with a default may be left out.
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',

    override: withoutBounds,
  });
  const wanted = JSON.stringify({ $schema, title, description, ...rest }, null, 2);
  // The formatter may break lines elsewhere.
  const found = existsSync(file) ? JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 2) : '';
  if (found === wanted) continue;
  if (isCheck) process.exitCode = 1;
  else writeFileSync(file, `${wanted}\n`);
  process.stderr.write(isCheck ? `${path} is out of date: node scripts/schema.mjs\n` : `${path} written\n`);
}

// The packs that come with Preempt are right by the schema that packs of users are checked with, and complete.

import { describe, expect, it } from 'vitest';
import { avr } from '../../src/model/packs/avr.js';
import { cortexM } from '../../src/model/packs/cortex-m.js';
import { generic } from '../../src/model/packs/generic.js';
import { msp430 } from '../../src/model/packs/msp430.js';
import { platformSchemas } from '../../src/model/platform.js';

describe('packs', () => {
  it.each([avr, cortexM, generic, msp430])('$name', (pack) => {
    expect(platformSchemas().platform.parse(pack)).toEqual(pack);
  });
});

// Registers that hold flags of interrupts: a constant that is written to one sets them; another value has no sequential
// form, and is refused with its place.

import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check.js';
import { translated, withFile } from './written.js';

const program = (write: string): string => `#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>
static volatile uint8_t n;
ISR(USART_RX_vect) { n++; }
int main(void) {
    ${write}
    sei();
    const uint8_t a = n;
    const uint8_t b = n;
    assert(a == b);
}
`;

async function findingsOn(write: string): Promise<number> {
  const checked = await withFile(program(write), (file) =>
    check({ paths: [file], engine: 'schedule', arrivals: 1, properties: ['assertion'], explain: false }),
  );
  if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.diagnostics));
  return checked.value.findings.length;
}

describe('a write to a register with flags', () => {
  it('lets the handler in', async () => {
    expect(await findingsOn('UCSR0B = _BV(RXCIE0) | _BV(RXEN0);')).toBe(1);
  });

  it('keeps it out', async () => {
    expect(await findingsOn('UCSR0B = _BV(RXCIE0); UCSR0B = _BV(RXEN0);')).toBe(0);
  });

  it('is refused where the value is not constant', async () => {
    const result = await translated(program('UCSR0B = n;'), {});
    expect(result.kind === 'failed' && result.diagnostics.map((d) => [d.message, d.place?.line])).toEqual([
      ['a write to a device register with an effect that is not constant has no sequential form', 7],
    ]);
  });
});

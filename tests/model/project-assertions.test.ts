// A project's own assertions are known by a name and a shape; signals that are asserted are none.

import { describe, expect, it } from 'vitest';
import { failsByName } from '../../src/model/known-calls.js';
import { loadText } from './load.js';

async function isAssertion(declarations: string, call: string, name: string): Promise<boolean> {
  const { program } = await loadText(`volatile int n; ${declarations} int main(void) { ${call}; return 0; }`);
  return failsByName(program.platform, name);
}

describe('assertions of a project', () => {
  it.each([
    ['_Noreturn void my_assert_failed(const char *, int);', 'if (n) my_assert_failed(__FILE__, 3)', 'my_assert_failed'],
    ['_Noreturn void board_assertion(void);', 'if (n) board_assertion()', 'board_assertion'],
    ['void AppAssertFailed(const char *f, int l) { for (;;); }', 'if (n) AppAssertFailed("x", 3)', 'AppAssertFailed'],
    ['void usb_assert(int);', 'usb_assert(n == 3)', 'usb_assert'],
    ['void usb_assert(_Bool, const char *, int);', 'usb_assert(n > 3, __FILE__, 7)', 'usb_assert'],
  ])('%s %s', async (declarations, call, name) => {
    expect(await isAssertion(declarations, call, name)).toBe(true);
  });

  it.each([
    ['void spi_assert_cs(void);', 'spi_assert_cs()', 'spi_assert_cs'],
    ['void gpio_assert(int pin);', 'gpio_assert(3)', 'gpio_assert'],
    ['int usb_assert(int);', 'n = usb_assert(n == 3)', 'usb_assert'],
    ['void assert_log(const char *text) { n = *text; }', 'assert_log("x")', 'assert_log'],
    ['_Noreturn void assert_line(int level);', 'assert_line(1)', 'assert_line'],
    ['_Noreturn void stop(const char *, int);', 'stop(__FILE__, 3)', 'stop'],
  ])('and not %s %s', async (declarations, call, name) => {
    expect(await isAssertion(declarations, call, name)).toBe(false);
  });
});

// Every finding of the corpus, on all platforms: what is suggested is put into the source text, which then goes the
// normal way. The finding must be gone, nothing may be new, and the property must be settled. Where nothing can be
// suggested, the reason is told here.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/findings/finding.js';
import { readExpectation } from '../corpus/expectation.js';
import { settingsOf } from '../corpus/settings.js';
import { share } from '../share.js';
import { leftWith, suggested } from './suggested.js';

const corpus = fileURLToPath(new URL('../corpus', import.meta.url));

/** Programs with findings against which no window of theirs helps, and why. */
const hopeless: Readonly<Record<string, string>> = {
  'arrivals/one_shot': 'it is too late when the handler came twice, wherever it did',
  'reentry/escaping_local': 'it is too late when the handler was entered again, wherever it was',
  'assertion/armed_too_early': 'the window itself enables the handler to keep out',
  'assertion/frame_timeout': 'the handler may run while the one to keep out is not enabled yet',
  'assertion/inner_section': 'a function that is called in the window opens the mask',
  'assertion/kernel_assert': 'it is too late when the handler came, wherever it did',
  'assertion/handler_by_name': 'the handler to keep out has no number to disable it by',
  'assertion/lock_timeout': 'the handler may run while the one to keep out is not enabled yet',
  'assertion/one_shot': 'the window itself enables the handler to keep out',
  'assertion/overwritten_slot': 'it is too late when the handler came twice, wherever it did',
  'assertion/range_macro': 'it is too late when the handlers came, wherever they did',
  'assertion/scratch_buffer': 'the handler may run while the one to keep out is not enabled yet',
  'assertion/started_too_early': 'the handler fails by itself, whomever it preempts',
  'assertion/table_of_handlers': 'the handler to keep out has no number to disable it by',
  'assembly/library_atomic': 'the statement has no braces around it: there is no room for lines',
  'assembly/machine_status': 'the source declares no function of a mask',
  'assembly/port_bit': 'the statement has no braces around it: there is no room for lines',
  'assembly/status_register': 'the source declares no function of a mask',
  'assertion/words': 'the accesses are those of the library, of whose code the source has no line',
  'atomicity/callback_in_object': 'the handler to keep out has no number to disable it by',
  'atomicity/echo_break': 'the statement has no braces around it: there is no room for lines',
  'atomicity/flushed_length': 'what belongs together lies on both sides of a mask that the window would open',
  'atomicity/handler_cookie': 'the handler to keep out has no number to disable it by',
  'atomicity/heap_cookie': 'the handler to keep out has no number to disable it by',
  'atomicity/mask_reopened': 'a function that is called in the window opens the mask',
  'atomicity/nested_budget': 'the handler may run while the one to keep out is not enabled yet',
  'atomicity/polled_credit': 'the handler to keep out has no number to disable it by',
  'atomicity/primask_restored': 'the window itself opens the mask',
  'atomicity/registered_twice': 'the handler to keep out has no number to disable it by',
  'atomicity/pulse_meter': 'the source declares no function of a mask',
  'atomicity/quiet_mode': 'the handler to keep out may be disabled on purpose',
  'atomicity/sleeping_master': 'the source declares no function of a mask that a fix uses',
  'atomicity/stale_section': 'what belongs together is done by two functions that open the mask',
  'atomicity/window_left_open': 'the handler to keep out may be disabled on purpose',
  'build/short_forms': 'the source declares no function of a mask',
  'build/status_words': 'the source declares no function of a mask that a fix uses',
  'deadlock/both_flags': 'no mask ends a wait',
  'deadlock/equal_priority': 'no mask ends a wait',
  'deadlock/handler_waits_for_main': 'no mask ends a wait',
  'deadlock/spin_lock': 'no mask ends a wait',
  'deadlock/switched_off': 'no mask ends a wait',
  'missing-volatile/barrier': 'it waits for the handler to keep out',
  'missing-volatile/getter': 'it waits for the handler to keep out',
  'missing-volatile/other_volatile': 'it waits for the handler to keep out',
  'race/wait_flag': 'it waits for the handler to keep out',
  'registers/enabling_bits': 'the source declares no function of a mask that a fix uses',
  'registers/late_load': 'the source declares no function of a mask that a fix uses',
  'registers/upper_byte': 'the source declares no function of a mask that a fix uses',
  'sequential/removal_race': 'no mask keeps threads apart',
  'sequential/stop_too_late': 'no mask keeps threads apart',
  'torn-access/elapsed32': 'the read is what a function returns, and its callers wait for the handler to keep out',
  'torn-access/tick16': 'it waits for the handler to keep out',
  'torn-access/timeout16': 'it waits for the handler to keep out',
  'unbounded/sample_slots': 'the handler fails by itself, whomever it preempts',
};

/** Where threads are involved, nothing is suggested. */
const kinds = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'threads')
  .map((entry) => entry.name)
  .sort();

describe.each(kinds)('%s', (kind) => {
  const files = readdirSync(join(corpus, kind)).filter((file) => file.endsWith('_bad.c'));

  it.each(share(files, 3))('%s', async (file) => {
    const path = join(corpus, kind, file);
    const settings = settingsOf(readExpectation(readFileSync(path, 'utf8')).options);
    const result = await suggested(path, settings);
    const ids = result.findings.map((f) => f.id);
    for (const fix of new Set(result.fixes.values())) {
      const { left, verdicts } = await leftWith(path, fix, result, settings);
      const helpsAgainst = ids.filter((id) => result.fixes.get(id) === fix);
      expect(left.filter((id) => helpsAgainst.includes(id) || !ids.includes(id))).toEqual([]);
      expect(verdicts.filter((v) => v.kind === 'unknown' || (v.kind === 'violated' && v.incomplete))).toEqual([]);
      expect(fix.keepsOut).not.toEqual([]);
    }
    const isHopeless = hopeless[`${kind}/${file.replace('_bad.c', '')}`] !== undefined;
    // Against notes nothing is suggested.
    const errors = result.findings.filter(isError).map((f) => f.id);
    const open = errors.filter((id) => !result.fixes.has(id));
    if (isHopeless) expect(open).not.toEqual([]);
    else expect(open).toEqual([]);
  });
});

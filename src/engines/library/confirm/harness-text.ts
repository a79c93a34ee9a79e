// The program that --confirm runs the library in, as C: main chooses a set-up and what two tasks and one interrupt
// call, by four arbitrary numbers, and the set-up does the rest. One program serves all pairs. It ends when both tasks
// have come back.

import type { Description } from '../description.js';

/** What may be called, by its number in the program; 0: nothing. */
export interface HarnessCall {
  readonly number: number;
  /** The API function, and the function of the set-up that calls it. */
  readonly api: string;
  readonly through: string;
}

export interface LibraryHarness {
  readonly text: string;
  readonly calls: readonly HarnessCall[];
  readonly setUps: readonly string[];
}

export const TICK_INTERRUPT = 'preempt_tick_interrupt';
export const OTHER_INTERRUPT = 'preempt_other_interrupt';
/** The function that calls what is chosen: with it on its stack, a context is inside of the library. */
export const CALLER = 'preempt_call';
export const FIRST = 'preempt_call_first';
export const SECOND = 'preempt_call_second';

export function harnessOf({ tick, confirm }: Description): LibraryHarness {
  const { calls: named = {}, setUps = [] } = confirm ?? {};
  const calls: HarnessCall[] = [];
  for (const [api, functions] of Object.entries(named))
    for (const through of functions) calls.push({ number: calls.length + 1, api, through });
  const declared = new Set([...setUps, ...calls.map((call) => call.through)]);
  const ofTick = calls.filter((call) => call.api === tick);
  const text = `/* Written by preempt library --confirm. */
#include "preempt.h"
#include <stdlib.h>

${[...declared].map((name) => `void ${name}(void);`).join('\n')}

static unsigned char preempt_chosen[4];
static unsigned char preempt_returned;

static void ${CALLER}(unsigned char which) {
    switch (which) {
${calls.map(({ number, through }) => `    case ${number}: ${through}(); break;`).join('\n')}
    default: break;
    }
}

/* The program ends when both have come back. */
static void preempt_come_back(void) {
    unsigned char now;
    preempt_atomic_begin();
    now = ++preempt_returned;
    preempt_atomic_end();
    if (now == 2) {
        if (preempt_returned == 2) exit(0);
    }
}

void ${FIRST}(void) {
    ${CALLER}(preempt_chosen[1]);
    preempt_come_back();
}

void ${SECOND}(void) {
    ${CALLER}(preempt_chosen[2]);
    preempt_come_back();
}

void ${TICK_INTERRUPT}(void) {
${ofTick.length === 0 ? '' : `    ${CALLER}(${ofTick[0]!.number});\n`}}

void ${OTHER_INTERRUPT}(void) { ${CALLER}(preempt_chosen[3]); }

int main(void) {
    for (int n = 0; n < 4; n++) preempt_chosen[n] = preempt_nondet_u8();
    switch (preempt_chosen[0]) {
${setUps.map((name, n) => `    case ${n}: ${name}(); break;`).join('\n')}
    default: break;
    }
    return 0;
}
`;
  return { text, calls, setUps };
}

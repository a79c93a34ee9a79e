// When V8 optimises. What it optimises as early as it usually does costs a run of a second as much processor time as
// the run itself: most of it is of no use any more when it is ready. So functions have to be hotter first, in
// JavaScript and in the solver; a run that takes longer gets the usual measure. Results do not depend on it.

import { setFlagsFromString } from 'node:v8';

/** V8's own measure, in bytes of code that were executed. */
const USUAL_BUDGET = 67_584;
const BUDGET = 600_000;
/** Of one function of WebAssembly; V8's own is 1.8 million. */
const SOLVER_BUDGET = 60_000_000;
const SHORT_RUN_MS = 1500;

/** From now on; kept code belongs to the flags that are set here, see code-cache.ts. */
export function optimiseLate(): void {
  setFlag('interrupt-budget', BUDGET);
  setFlag('wasm-tiering-budget', SOLVER_BUDGET);
}

/** Once the run is not a short one any more. */
export function optimiseAsUsualLater(): void {
  setTimeout(() => setFlag('interrupt-budget', USUAL_BUDGET), SHORT_RUN_MS).unref();
}

function setFlag(name: string, value: number): void {
  setFlagsFromString(`--${name}=${value}`);
}

// CaDiCaL as tests use it: compiled once for each file of tests.

import { thisMachine } from '../../src/clang/node-host.js';
import { type CadicalLibrary, type CadicalOptions, loadCadical as load } from '../../src/solve/cadical.js';

const host = thisMachine();
let shared: Promise<CadicalLibrary> | undefined;

export async function loadCadical(options: CadicalOptions = {}): Promise<CadicalLibrary> {
  return load(await host.solver(), options);
}

/** For all tests that do not care. */
export function sharedCadical(): Promise<CadicalLibrary> {
  shared ??= loadCadical();
  return shared;
}

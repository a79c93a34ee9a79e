#!/usr/bin/env node
// Starts the command line: its bundle, with the code that V8 compiled for it in earlier runs, or the modules themselves
// where nothing is bundled. The only layer that touches the process.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from '../clang/cache-directory.js';
import { setPatience } from '../clang/optimised-later.js';
import { loadBundle } from './code-cache.js';

const file = fileURLToPath(new URL('preempt.cjs', import.meta.url));
const isCacheWanted = !process.argv.includes('--no-cache');
const bundle = loadBundle(file, isCacheWanted ? join(cacheDirectory(), 'code') : undefined);
const commandLine = (bundle?.exports ?? (await import('./command-line.js'))) as typeof import('./command-line.js');
setPatience(true);
process.exitCode = await commandLine.run(process.argv.slice(2));
setPatience(false);
bundle?.keepCode();

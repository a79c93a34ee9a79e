import { defineConfig } from 'vitest/config';
import { builtModules } from './tests/built-modules.js';
import { SlowestFirst } from './tests/slowest-first.js';

export default defineConfig({
  plugins: [builtModules],
  test: {
    // CI would turn colours on.
    env: { NO_COLOR: '1' },
    globalSetup: ['tests/built-modules.ts', 'tests/shared-cache.ts'],
    server: { deps: { external: [/\/dist\//] } },
    include: ['tests/**/*.test.ts'],
    // Hundreds of small programs one after the other: memory is cleared less often and by one thread, and only what is
    // really hot is optimised. A fifth less work for the processors.
    execArgv: ['--single-threaded-gc', '--max-semi-space-size=32', '--interrupt-budget=540672'],
    // By default one processor stays idle.
    maxWorkers: '100%',
    sequence: { sequencer: SlowestFirst },
    // On a machine that has much else to do, a test takes many times as long as alone.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    // One process after the other would load the same modules, and start the embedded clang, over a hundred times.
    isolate: false,
  },
});

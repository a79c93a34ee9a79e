import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/slowest-first.js';

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts'));
/** They replace modules, which those that others have loaded already cannot be. */
const alone = files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));

export default defineConfig({
  test: {
    // CI would turn colours on.
    env: { NO_COLOR: '1' },
    globalSetup: 'tests/shared-cache.ts',
    // By default one processor stays idle.
    maxWorkers: '100%',
    sequence: { sequencer: SlowestFirst },
    // On a machine that has much else to do, a test takes many times as long as alone.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // One process after the other would load the same modules, and start the embedded clang, over a hundred times.
      {
        extends: true,
        test: { name: 'together', include: files.filter((file) => !alone.includes(file)), isolate: false },
      },
    ],
  },
});

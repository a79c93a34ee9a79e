// The command line in a few files instead of a hundred: it starts in less than half of the time. The library stays as tsc writes it.

import { defineConfig } from 'rolldown';

export default defineConfig({
  input: 'dist/cli/main.js',
  platform: 'node',
  // Large, native or not made for bundling: loaded from node_modules when needed.
  external: ['@yowasp/clang', 'cadical-wasm', 'jsonc-parser', /^node:/],
  output: { dir: 'dist/cli', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js', cleanDir: false },
});

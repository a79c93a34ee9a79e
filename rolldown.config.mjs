// The command line in one file instead of two hundred. It is a script, not a module: V8 can keep compiled code for scripts only
// (src/cli/code-cache.ts). The library stays as tsc writes it.

import { defineConfig } from 'rolldown';

export default defineConfig({
  input: 'dist/cli/command-line.js',
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  // Only its files are used.
  external: ['@yowasp/clang', /^node:/],
  output: {
    file: 'dist/cli/preempt.cjs',
    format: 'cjs',
    codeSplitting: false,
    // Code that was kept has forgotten how to import modules.
    dynamicImportInCjs: false,
  },
});

// Two bundles. The command line in one file instead of two hundred; it is a script, not a module: V8 can keep compiled
// code for scripts only (src/cli/code-cache.ts). And the script of the HTML report, with its style beside it, which the
// renderer puts into each report. The library stays as tsc writes it.

import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const commandLine = {
  input: 'dist/cli/command-line.js',
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  // Of the first, only its files are used; the second starts threads from a file of its own.
  external: ['@yowasp/clang', 'piscina', /^node:/],
  output: {
    file: 'dist/cli/preempt.cjs',
    format: 'cjs',
    codeSplitting: false,
    // Code that was kept has forgotten how to import modules.
    dynamicImportInCjs: false,
  },
};

const client = 'src/report/html/client';
/** Later ones win. */
const styles = ['colours', 'base', 'list', 'finding', 'timeline', 'source', 'pages', 'programs', 'narrow', 'print'];
const htmlClient = {
  input: `${client}/main.tsx`,
  platform: 'browser',
  tsconfig: 'tsconfig.client.json',
  plugins: [
    {
      name: 'style',
      generateBundle() {
        this.emitFile({
          type: 'asset',
          fileName: 'client.css',
          source: styles.map((name) => readFileSync(`${client}/style/${name}.css`, 'utf8')).join('\n'),
        });
      },
    },
  ],
  output: {
    dir: 'dist/report/html',
    entryFileNames: 'client.js',
    format: 'iife',
    minify: true,
    comments: { legal: true },
  },
};

export default defineConfig([commandLine, htmlClient]);

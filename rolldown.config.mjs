// Three bundles. The command line in one file instead of two hundred; it is a script, not a module: V8 can keep compiled
// code for scripts only (src/cli/code-cache.ts). What starts it. And the script of the HTML report, with its style beside it, which the
// renderer puts into each report. The library stays as tsc writes it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** V8 keeps text of one byte for each character in half the memory, and Node reads it without decoding. */
const asciiOnly = {
  name: 'ascii only',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
  },
};

/** Its hash in the first line, so that nobody who loads it has to work it out (src/cli/code-cache.ts). */
const stamped = {
  name: 'stamped',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      chunk.code = `// ${createHash('sha256').update(chunk.code).digest('hex')}\n${chunk.code}`;
  },
};

const commandLine = {
  input: 'dist/cli/command-line.js',
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  // Of the first, only its files are used; the second starts threads from a file of its own; the others are optional.
  external: ['@yowasp/clang', 'piscina', 'bullmq', 'ioredis', /^node:/],
  plugins: [asciiOnly, stamped],
  output: {
    file: 'dist/cli/preempt.cjs',
    format: 'cjs',
    codeSplitting: false,
    // Code that was kept has forgotten how to import modules.
    dynamicImportInCjs: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  },
};

/** What starts it, without the modules that it would have to find and read. */
const starter = {
  input: 'dist/cli/main.js',
  platform: 'node',
  external: [/^node:/, /\/command-line\.js$/],
  output: { file: 'dist/cli/main.js', format: 'esm' },
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

export default defineConfig([commandLine, starter, htmlClient]);

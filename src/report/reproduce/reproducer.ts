// For each finding a C program that makes it happen natively, and a Makefile for all of them. The program is the user's
// code, translated from the IR so that numbers, layout and the order of accesses are the target's; ISRs are called at
// exactly the points of the schedule, and what was arbitrary is fixed. The generated program checks itself: it says
// `REPRODUCED` only when it has seen what the finding claims. Why it is not the source text itself:
// docs/decisions/0019-reproducers-are-written-from-the-ir.md.

import { type CheckLimits, LimitReached, limitCheck } from '../../base/limits.js';
import { CFile } from '../../emit-c/c-file.js';
import { numberText } from '../../emit-c/expression.js';
import { functionTexts } from '../../emit-c/function-writer.js';
import { commentText, stringText } from '../../emit-c/names.js';
import { NoCForm } from '../../emit-c/no-c-form.js';
import type { Finding } from '../../findings/finding.js';
import { Unmodelled } from '../../machine/stepping/arithmetic.js';
import type { Program } from '../../model/program.js';
import { runsIsrsBeside } from '../../model/threading.js';
import { shownPath, shownPlace } from '../paths.js';
import { FoundExecution } from './instrumentation.js';
import { planOf, planTables } from './plan.js';
import { NotReproducible, type Recording, type WatchedVariable } from './recorded.js';
import { record } from './recording.js';
import { runtimeCode, runtimeNames, runtimeTypes } from './runtime.js';
import { runtimeMain } from './runtime-main.js';
import { takenByHeaders, threadTables } from './runtime-threads.js';

const signature = 'Written by preempt check --reproduce';

/** May the file be overwritten? */
export function isReproducer(text: string): boolean {
  return text.startsWith(`/* ${signature}`) || text.startsWith(`# ${signature}`);
}

export interface ReproducerInput {
  readonly program: Program;
  readonly findings: readonly Finding[];
  /** Files are shown relative to it. */
  readonly base: string;
  readonly readSource: (file: string) => string | undefined;
  /** What `preempt replay` needs to see the same program. */
  readonly command: string;
  /** Too late to begin another one, or to go on with one; the reason. */
  readonly isLate?: () => string | undefined;
}

export interface Reproducers {
  /** The Makefile last; none without findings that can be reproduced. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly refused: readonly { readonly finding: Finding; readonly because: string }[];
}

export function reproducersOf(input: ReproducerInput): Reproducers {
  const files: { name: string; text: string }[] = [];
  const refused: { finding: Finding; because: string }[] = [];
  const width = Math.max(2, String(input.findings.length).length);
  const checkLimits = limitCheck(input.isLate ?? (() => undefined));
  input.findings.forEach((finding, n) => {
    const stem = stemOf(n + 1, width, finding.kind, finding.variable);
    try {
      checkLimits();
      files.push({ name: `${stem}.c`, text: reproducerText(input, finding, stem, checkLimits) });
    } catch (thrown) {
      if (thrown instanceof LimitReached) refused.push({ finding, because: thrown.because });
      else if (isRefusal(thrown)) refused.push({ finding, because: thrown.message });
      else throw thrown;
    }
  });
  const hasThreads = input.findings.some((finding) => needsThreads(input.program, finding));
  if (files.length > 0) {
    const names = files.map((f) => f.name);
    files.push({ name: 'Makefile', text: makefileText(names, hasThreads) });
  }
  return { files, refused };
}

function isRefusal(thrown: unknown): thrown is Error {
  return thrown instanceof NotReproducible || thrown instanceof NoCForm || thrown instanceof Unmodelled;
}

function reproducerText(input: ReproducerInput, finding: Finding, stem: string, checkLimits: CheckLimits): string {
  const { program, base } = input;
  if (runsIsrsBeside(program.threading))
    throw new NotReproducible('ISRs run beside others, which reproducers cannot switch between');
  const recording = record(program, finding, checkLimits);
  const plan = planOf(recording, finding, base);
  if (finding.kind !== 'assertion' && finding.kind !== 'deadlock' && plan.marks.length < finding.accesses.length)
    throw new NotReproducible('its accesses are not seen in the replayed execution');
  const hasThreads = needsThreads(program, finding);
  const types = runtimeTypes(program.target.pointerBytes * 8, hasThreads);
  const runtime = runtimeCode(hasThreads);
  const nothing = { mainCall: '', atEnd: [], threadCases: hasThreads ? [] : undefined };
  const reserved = [
    ...runtimeNames(types, runtime, runtimeMain({ ...nothing, isCompared: true })),
    ...(hasThreads ? takenByHeaders(sourceNames(program)) : []),
  ];
  const models = modelFolders(program);
  const shownFile = (file: string): string => {
    const folder = models.find((f) => file.startsWith(f));
    return folder === undefined ? shownPath(file, base) : `models/${file.slice(folder.length)}`;
  };
  const file = new CFile(recording.machine, { readSource: input.readSource, shownFile }, reserved);
  const execution = new FoundExecution(file, recording, plan);
  const main = mainCall(file, recording);
  const atEnd = plan.points.flatMap((p, k) =>
    p.where === 'after-end' ? [hasThreads ? execution.whenEnded(k) : execution.whenIdle(k)] : [],
  );
  const bodies = functionTexts(file, execution, checkLimits);
  const { names } = recording.threads;
  const { expected, misuses } = expectedAssertion(file, recording, finding);
  return `${[
    headText(input, finding, stem),
    types,
    file.layout.text(recording.frozen, hasThreads ? Math.max(2, names.length) : 1),
    planTables(plan),
    execution.resultTables(),
    thingTables(recording),
    `#define CLAIM ${stringText(claimOf(finding))}\nenum { EXPECTED_ASSERTION = ${expected}, EXPECTED_MISUSES = ${misuses}, STOPS_WHEN_SEEN = ${plan.isCompared ? 0 : 1} };`,
    ...(hasThreads ? [threadTables(names, program.contexts.length)] : []),
    runtime,
    '/* ---- The program ---- */',
    file.declarations().join('\n'),
    ...execution.wrappers(),
    ...bodies,
    runtimeMain({
      mainCall: main,
      atEnd,
      threadCases: hasThreads ? execution.threadCases() : undefined,
      isCompared: plan.isCompared,
    }),
  ].join('\n\n')}`;
}

/** Where the models came from is of no interest; all their files lie beside each other. */
function modelFolders({ module }: Program): readonly string[] {
  return module.units.flatMap(({ file, isModel }) =>
    isModel === true ? [file.slice(0, file.lastIndexOf('/') + 1)] : [],
  );
}

function sourceNames({ module }: Program): readonly string[] {
  return [...module.functions.values(), ...module.globals.values()].map((named) => named.sourceName);
}

/** A deadlock needs the turnstile even with main alone: what an ISR waits for is tried there. */
function needsThreads({ contexts }: Program, { kind }: Finding): boolean {
  return kind === 'deadlock' || contexts.some((c) => c.kind === 'thread');
}

function mainCall(file: CFile, { machine, parameters }: Recording): string {
  const fn = machine.program.module.functions.get(machine.program.contexts[0]!.function)!;
  let next = 0;
  const values = fn.parameters.map((p) => (p.type.kind === 'pointer' ? '0' : numberText(parameters[next++] ?? 0n)));
  return `${file.functionName(fn.name)}(${values.join(', ')});`;
}

/** The number of the assertion that fails, or -1; of wrong use, the how manieth time. */
function expectedAssertion(
  file: CFile,
  { ending, machine, threads }: Recording,
  finding: Finding,
): { readonly expected: number; readonly misuses: number } {
  if (finding.kind !== 'assertion') return { expected: -1, misuses: 0 };
  if (threads.misuse !== undefined)
    return { expected: file.failure(threads.misuse.instruction), misuses: threads.misuse.count };
  if (ending.kind !== 'failed' || ending.failure.kind !== 'assertion')
    throw new NotReproducible('what fails is no assertion of the program');
  return { expected: file.failure(machine.program.module.instructions[ending.failure.instruction]!), misuses: 0 };
}

const MAX_THINGS = 40;
const notations: Readonly<Record<WatchedVariable['notation'], string>> = {
  signed: 's',
  unsigned: 'u',
  bits: 'x',
  pointer: 'x',
  float: 'f',
};

function thingTables({ watched, touched, devices, latch }: Recording): string {
  const things = watched.slice(0, MAX_THINGS);
  const row = (name: string, at: number, size: number, notation: string): string =>
    `    { ${stringText(name)}, 0x${at.toString(16)}u, ${size}, '${notation}' },`;
  return [
    '/* Variables that the finding touches, and device registers that are written. */',
    'static const struct thing things[] = {',
    ...things.map((t) => row(t.name, t.address, t.size, notations[t.notation])),
    '    { "", 0, 0, \'u\' },',
    '};',
    'static const struct thing devices[] = {',
    ...[...devices].map(([at, d]) => row(d.name, at, d.size, 'x')),
    '    { "", 0, 0, \'u\' },',
    '};',
    `enum { THINGS = ${things.length}, TOUCHED = ${Math.min(touched, things.length)}, DEVICES = ${devices.size} };`,
    'static struct writes written[3][DEVICES + 1];',
    '',
    '/* A register that holds what is written to it: in the orders that are compared, after so many reads as found. */',
    `static const struct latch latch = { ${latchText(latch)} };`,
  ].join('\n');
}

function latchText(latch: Recording['latch']): string {
  if (latch === undefined) return '0, 0, 0, 0';
  const { address, size, content, readsBefore } = latch;
  return `0x${address.toString(16)}u, ${size}, UINT64_C(0x${content.toString(16)}), ${readsBefore}`;
}

function claimOf(finding: Finding): string {
  const { kind, variable } = finding;
  switch (kind) {
    case 'assertion':
      return finding.message ?? 'the assertion fails';
    case 'atomicity':
      return finding.difference === undefined
        ? `(2) comes between (1) and (3) on ${variable}`
        : `(2) comes between (1) and (3) on ${variable}; ${finding.difference}`;
    case 'race':
    case 'missing-volatile':
      return `(1) is made while (2) is pending: a race on ${variable}`;
    case 'torn-access':
      return `(1) is made in the middle of (2): ${variable} is torn`;
    case 'deadlock':
      return finding.message ?? `waits for ever for ${variable}`;
  }
}

function headText({ program, base, command }: ReproducerInput, finding: Finding, stem: string): string {
  const hasThreads = needsThreads(program, finding);
  const accesses = finding.accesses.map((a, n) => {
    const does = finding.kind === 'assertion' ? 'fails' : a.operation === 'R' ? 'reads' : 'writes';
    const piece = a.accessed === undefined || a.accessed === finding.example ? '' : ` ${a.accessed} =`;
    const value = a.value === undefined ? '' : `${piece} ${a.value}`;
    return `   (${n + 1}) ${a.thread ?? program.contexts[a.context]!.name} ${does}${value}  ${shownPlace(a.place, base)} in ${a.function}`;
  });
  const title =
    finding.kind === 'assertion' ? (finding.message ?? 'assertion') : `${finding.kind} on ${finding.variable}`;
  return [
    `/* ${signature}: ${commentText(title)}`,
    ...accesses.map(commentText),
    `   schedule: ${commentText(finding.schedule)}`,
    `   replay:   ${commentText(`preempt replay ${command}`)} --schedule '...'`,
    '',
    `   cc${hasThreads ? ' -pthread' : ''} -o ${stem} ${stem}.c && ./${stem}`,
    `   Exit code 1: reproduced; 0: not; 2: it cannot tell.${hasThreads ? '' : ' `--without` leaves the interrupt out.'}`,
    '',
    `   The program's own code, as its compiler for ${commentText(program.target.triple)} sees it: each line of the source stands above`,
    '   what it does. Numbers and pointers are as wide as there. Interrupts come where due() says so, and only there;',
    ...(hasThreads
      ? [
          '   each thread is a real one, and goes on until due() gives the turn to another; libraries of threads are as',
          '   Preempt models them;',
        ]
      : []),
    '   everything arbitrary has the value that the finding needs. */',
  ].join('\n');
}

/** `01-atomicity-count`: letters, digits and hyphens, which mean nothing to make or to a shell. */
function stemOf(position: number, width: number, kind: string, variable: string): string {
  const word = variable
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return [String(position).padStart(width, '0'), kind, word].filter((part) => part !== '').join('-');
}

/** Names are ours: nothing in them means anything to make. */
function makefileText(names: readonly string[], hasThreads: boolean): string {
  const programs = names.map((name) => name.replace(/\.c$/, ''));
  return `# ${signature}
CFLAGS ?= -std=gnu11 -g -Wall -Wextra
${hasThreads ? 'LDLIBS += -pthread\n' : ''}PROGRAMS = ${programs.join(' \\\n\t')}

all: $(PROGRAMS)

# Each program exits with 1 when it reproduces its finding.
check: all
	@for program in $(PROGRAMS); do \\
		if ./$$program > $$program.log; then echo "$$program: not reproduced"; \\
		elif [ $$? -eq 1 ]; then echo "$$program: reproduced"; \\
		else echo "$$program: cannot tell"; fi; \\
	done

clean:
	rm -f $(PROGRAMS) $(PROGRAMS:=.log)

.PHONY: all check clean
`;
}

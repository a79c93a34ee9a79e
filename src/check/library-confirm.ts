// The second stage of `preempt library`: the library itself, with the port and the set-up that its description names,
// as a program that runs on the machine; racing pairs are tried there.

import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { confirmRaces, type PairConfirmation } from '../engines/library/confirm/confirm.js';
import { harnessOf, OTHER_INTERRUPT, TICK_INTERRUPT } from '../engines/library/confirm/harness-text.js';
import type { FoundRace } from '../engines/library/races.js';
import type { LibraryConfirmation, LibraryOptions, LibraryRequest } from './library-request.js';
import { load } from './load.js';
import { type Request, replayArguments } from './request.js';

/** The program that pairs are tried in. */
export function confirmationRequest(
  request: LibraryRequest,
  { sources }: LibraryConfirmation,
): Result<Request & { readonly harnessText: string }> {
  const { description, descriptionFile: file, paths } = request;
  const { confirm, tasks, fromIsr = [], tick } = description;
  const wrong = (message: string): Diagnostic => errorAt('bad-description', message, { file, line: 0, column: 0 });
  if (confirm === undefined) return failed(wrong('confirm is missing: how to run the library'));
  const unknown = Object.keys(confirm.calls).filter((name) => ![...tasks, ...fromIsr, tick].includes(name));
  if (unknown.length > 0) return failed(...unknown.map((name) => wrong(`confirm.calls: ${name} is no API function`)));
  return ok({
    ...request,
    paths: [...paths, ...sources],
    harnessText: harnessOf(description).text,
    criticalComments: true,
    platform: request.platform ?? 'generic',
    interrupts: 'off',
    isrs: [
      { function: TICK_INTERRUPT, irq: 1, priority: 1 },
      { function: OTHER_INTERRUPT, irq: 2, priority: 1 },
    ],
    threading: { scheduler: 'priority' },
  });
}

/** How anybody replays what was found; `harness.c` is what --emit harness writes. */
export function replayCommand(request: Request): string {
  return `preempt replay ${replayArguments({ ...request, paths: [...request.paths, 'harness.c'] })}`;
}

export async function confirmLibraryRaces(
  request: LibraryRequest,
  asked: LibraryConfirmation,
  races: readonly (FoundRace & { readonly id: string })[],
  { host, signal, onConfirming }: LibraryOptions,
): Promise<Result<ReadonlyMap<string, PairConfirmation>>> {
  const wanted = confirmationRequest(request, asked);
  if (wanted.kind === 'failed') return wanted;
  const limits = { pause: async () => {}, isOver: () => (signal?.aborted === true ? 'interrupted' : undefined) };
  const loaded = await load(wanted.value, host, limits);
  if (loaded.kind === 'failed') return loaded;
  const { program } = loaded.value;
  const harness = harnessOf(request.description);
  const until = host.now() + asked.seconds * 1000;
  const confirmations = await confirmRaces(program, request.description, harness, races, {
    derive: request.derive,
    isOver: () => signal?.aborted === true || host.now() > until,
    onProgress: async (settled, of) => {
      onConfirming?.(settled, of);
      await host.rest();
    },
  });
  return ok(confirmations);
}

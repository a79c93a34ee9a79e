// Of a report on many programs: a list to choose from, and the report of the one that is chosen.

import { useMemo, useState } from 'preact/hooks';
import type { HtmlProgram } from '../data.js';
import { App } from './app.js';
import type { Decoder } from './decode.js';

export interface ProgramsProps {
  readonly programs: readonly HtmlProgram[];
  /** Of the n-th, where it has a report. */
  readonly decoderOf: (n: number) => Decoder;
  /** The one that is shown now. */
  readonly onShow: (decoder: Decoder | undefined) => void;
}

export function Programs({ programs, decoderOf, onShow }: ProgramsProps) {
  const [chosen, setChosen] = useState(() => opening(programs));
  const program = programs[chosen];
  const decoder = useMemo(() => {
    const shown = program === undefined || program.refusal !== undefined ? undefined : decoderOf(chosen);
    onShow(shown);
    return shown;
  }, [chosen]);
  const choose = (n: number): void => {
    // The address names a finding of another program.
    history.replaceState(null, '', location.pathname + location.search);
    setChosen(n);
  };
  return (
    <>
      <nav class="programs" aria-label="Programs">
        <label for="program">Program</label>
        <select id="program" value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {programs.map((each, n) => (
            <option key={n} value={n}>
              {each.name}: {resultOf(each)}
            </option>
          ))}
        </select>
        <button type="button" class="button" disabled={chosen === 0} onClick={() => choose(chosen - 1)}>
          Previous
        </button>
        <button
          type="button"
          class="button"
          disabled={chosen >= programs.length - 1}
          onClick={() => choose(chosen + 1)}
        >
          Next
        </button>
        <span class="total">{totalOf(programs)}</span>
      </nav>
      {decoder !== undefined && <App key={chosen} decoder={decoder} />}
      {program?.refusal !== undefined && (
        <section class="refusal">
          <h2>{program.name} could not be checked</h2>
          <ul class="lines">
            {program.refusal.map((reason, n) => (
              <li key={n}>{reason}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The first in which something was found. */
function opening(programs: readonly HtmlProgram[]): number {
  return Math.max(
    0,
    programs.findIndex((p) => (p.findings ?? 0) > 0),
  );
}

function resultOf({ findings, refusal, isUnknown }: HtmlProgram): string {
  if (refusal !== undefined) return 'refused';
  if (findings === 0) return isUnknown === true ? 'inconclusive' : 'holds';
  return findings === 1 ? '1 finding' : `${findings} findings`;
}

function totalOf(programs: readonly HtmlProgram[]): string {
  const faulty = programs.filter((p) => (p.findings ?? 0) > 0).length;
  return `${programs.length} ${programs.length === 1 ? 'program' : 'programs'}, ${faulty} with findings`;
}

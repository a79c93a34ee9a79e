// What there is behind a chunk of states, as whoever expands it leaves it for the one who owns the set of states: in
// memory that both see, in the order of the states. Where a state could not be expanded, since something was missing in
// the tables, a segment ends, and the owner expands that state in between.

import type { Candidates } from '../../kernel/packing.js';

/** States that are expanded before what is postponed gets its turn. */
export const CHUNK = 2048;

/** Nobody uses it; somebody fills it; it waits for the owner. */
export const Status = { free: 0, filling: 1, done: 2 } as const;

/** Words of the header. */
const Word = { status: 0, start: 1, end: 2, generation: 3, isLast: 4, segments: 5 } as const;
const HEADER = 8;

/** How far it had come: vectors that are reached, and sightings; and counts. */
const Mark = { candidates: 0, sightings: 1, steps: 2, starts: 3, ends: 4, missed: 5 } as const;
const MARK = 6;

const MOST_SIGHTINGS = 1 << 13;
/** Words of one. */
const SIGHTING = 3;
/** For vectors, with their hashes and where they come from. */
const CANDIDATE_WORDS = 1 << 17;

export interface Segment {
  readonly candidates: number;
  readonly sightings: number;
  readonly steps: number;
  readonly starts: number;
  readonly ends: number;
  /** The state behind it that was not expanded; −1: none. */
  readonly missed: number;
}

export class ChunkBuffer implements Candidates {
  count = 0;
  words: Int32Array;
  hashes: Int32Array;
  from: Int32Array;
  sightings = 0;
  private readonly header: Int32Array;
  private readonly startedWords: Int32Array;
  private readonly segmentWords: Int32Array;
  private readonly sightingWords: Int32Array;
  private readonly area: Int32Array;
  private wordsPerState = 0;

  constructor(
    buffer: SharedArrayBuffer,
    number: number,
    private readonly contexts: number,
  ) {
    let at = 4 * number * ChunkBuffer.size(contexts);
    const part = (length: number): Int32Array => {
      at += 4 * length;
      return new Int32Array(buffer, at - 4 * length, length);
    };
    this.header = part(HEADER);
    this.startedWords = part(contexts);
    this.segmentWords = part(MARK * (CHUNK + 1));
    this.sightingWords = part(SIGHTING * MOST_SIGHTINGS);
    this.area = part(CANDIDATE_WORDS);
    this.words = this.hashes = this.from = this.area;
  }

  /** In words. */
  static size(contexts: number): number {
    return HEADER + contexts + MARK * (CHUNK + 1) + SIGHTING * MOST_SIGHTINGS + CANDIDATE_WORDS;
  }

  get status(): number {
    return Atomics.load(this.header, Word.status);
  }

  set status(status: number) {
    Atomics.store(this.header, Word.status, status);
  }

  get start(): number {
    return this.header[Word.start]!;
  }

  /** The first state behind what was done. */
  get end(): number {
    return this.header[Word.end]!;
  }

  get generation(): number {
    return this.header[Word.generation]!;
  }

  get isLastStart(): boolean {
    return this.header[Word.isLast] === 1;
  }

  /** For a chunk that begins there; vectors have so many words. */
  begin(start: number, generation: number, wordsPerState: number): void {
    this.header[Word.start] = start;
    this.header[Word.generation] = generation;
    this.header[Word.isLast] = 0;
    this.header[Word.segments] = 0;
    this.startedWords.fill(0);
    this.count = this.sightings = 0;
    this.lieFor(wordsPerState);
    this.status = Status.filling;
  }

  /** May a state be expanded, whatever is behind it? It has a step in two orders at most. */
  get hasRoom(): boolean {
    const more = this.contexts + 2;
    return this.count + more <= this.hashes.length && this.sightings + 2 * more <= MOST_SIGHTINGS;
  }

  started(context: number, isLast: boolean): void {
    this.startedWords[context] = 1;
    if (isLast) this.header[Word.isLast] = 1;
  }

  /** `below`: what is seen where the step meets somebody; −1: what is seen in itself. */
  see(from: number, step: number, below: number): void {
    const at = SIGHTING * this.sightings++;
    this.sightingWords[at] = from;
    this.sightingWords[at + 1] = step;
    this.sightingWords[at + 2] = below;
  }

  endSegment({ steps, starts, ends, missed }: Pick<Segment, 'steps' | 'starts' | 'ends' | 'missed'>): void {
    const at = MARK * this.header[Word.segments]!++;
    const { segmentWords: words } = this;
    words[at + Mark.candidates] = this.count;
    words[at + Mark.sightings] = this.sightings;
    words[at + Mark.steps] = steps;
    words[at + Mark.starts] = starts;
    words[at + Mark.ends] = ends;
    words[at + Mark.missed] = missed;
  }

  /** From now on it is the owner's. */
  finish(end: number): void {
    this.header[Word.end] = end;
    this.status = Status.done;
  }

  /** By whoever has not filled it. */
  read(wordsPerState: number): readonly Segment[] {
    this.lieFor(wordsPerState);
    const { segmentWords: words } = this;
    return Array.from({ length: this.header[Word.segments]! }, (_, n) => ({
      candidates: words[MARK * n + Mark.candidates]!,
      sightings: words[MARK * n + Mark.sightings]!,
      steps: words[MARK * n + Mark.steps]!,
      starts: words[MARK * n + Mark.starts]!,
      ends: words[MARK * n + Mark.ends]!,
      missed: words[MARK * n + Mark.missed]!,
    }));
  }

  hasStarted(context: number): boolean {
    return this.startedWords[context] === 1;
  }

  sighting(number: number): { readonly from: number; readonly step: number; readonly below: number } {
    const { sightingWords: words } = this;
    const at = SIGHTING * number;
    return { from: words[at]!, step: words[at + 1]!, below: words[at + 2]! };
  }

  private lieFor(wordsPerState: number): void {
    if (wordsPerState === this.wordsPerState) return;
    this.wordsPerState = wordsPerState;
    const room = Math.floor(CANDIDATE_WORDS / (wordsPerState + 2));
    this.words = this.area.subarray(0, room * wordsPerState);
    this.hashes = this.area.subarray(room * wordsPerState, room * (wordsPerState + 1));
    this.from = this.area.subarray(room * (wordsPerState + 1), room * (wordsPerState + 2));
  }
}

// What a thread does that works ahead of a search: it takes the next chunk that nobody has, expands it by the tables
// that it was told of, and leaves what it finds in a buffer. It knows neither the program nor the machine.

import { wordsOf } from '../../kernel/growing-words.js';
import { Packing } from '../../kernel/packing.js';
import { Status } from './chunk-buffer.js';
import { ChunkExpander } from './chunk-expander.js';
import { MISSING, ProductTables } from './product-tables.js';
import { buffersOf, claimChunk, isMoving, NO_GENERATION, readLog, Shared, type SharedSearch } from './shared-search.js';

/** Without anything to do; then others may use the thread. */
const PATIENCE_MS = 300;

export function expandChunks(search: SharedSearch, patience = PATIENCE_MS): void {
  const control = new Int32Array(search.control);
  const tables = new GivenTables(search.layout);
  const expander = new ChunkExpander(tables);
  const buffers = buffersOf(search.chunks, search.number, search.layout.contexts);
  let packing: Packing | undefined;
  let read = 0;
  while (Atomics.load(control, Shared.isOver) === 0) {
    const more = Atomics.load(control, Shared.more);
    const buffer = buffers.find((b) => b.status === Status.free);
    const start = buffer === undefined ? undefined : claimChunk(control);
    if (buffer === undefined || start === undefined) {
      if (Atomics.wait(control, Shared.more, more, patience) === 'timed-out') return;
      continue;
    }
    const generation = Atomics.load(control, Shared.generation);
    try {
      const widths = Array.from(control.subarray(Shared.widths, Shared.widths + tables.length));
      if (packing === undefined || packing.widths.some((bits, n) => bits !== widths[n])) packing = new Packing(widths);
      read = readLog(search.log, read, Atomics.load(control, Shared.logLength), tables);
      expander.look(wordsOf(search.words), packing);
      expander.expand(start, generation, buffer);
    } catch (thrown) {
      // What moves meanwhile may look like anything: nobody will use it.
      if (!isMoving(generation) && Atomics.load(control, Shared.generation) === generation) throw thrown;
      buffer.begin(start, NO_GENERATION, 1);
      buffer.finish(start);
    }
    Atomics.add(control, Shared.done, 1);
    Atomics.notify(control, Shared.done);
  }
}

/** As the owner of the search has filled them. */
class GivenTables extends ProductTables {
  protected fillLevel = missing;
  protected fillUnit = missing;
  protected fillStep = missing;
  protected fillStart = missing;
  protected fillForeign = missing;
  protected fillStartable = missing;
  protected fillEnded = missing;
  protected fillChosen = missing;
  protected fillGiven = missing;
}

function missing(): never {
  throw MISSING;
}

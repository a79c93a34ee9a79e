// CaDiCaL, compiled to WebAssembly, behind the solver port. Solvers of one library share a WebAssembly heap; when that
// heap is exhausted or above the library's limit, its solvers answer `unknown` and the next solver gets a fresh heap.
// A heap that has not grown serves the next library when its own is closed: V8 takes new heaps for a reason to collect
// garbage, which costs a short check more than all that it asks.

import { type CadicalModule, createModule } from 'cadical-wasm';
import type { Solver, SolverAnswer, SolverLimits, SolverStatistics, Solvers, Tuning } from './solver.js';

type Imports = ConstructorParameters<typeof WebAssembly.Instance>[1];

/** The C functions of CaDiCaL that are used, bound to one heap. */
interface Bindings {
  readonly init: () => number;
  readonly release: (solver: number) => void;
  readonly setOption: (solver: number, name: string, value: number) => void;
  readonly add: (solver: number, literal: number) => void;
  readonly assume: (solver: number, literal: number) => void;
  readonly limit: (solver: number, name: string, value: number) => void;
  readonly solve: (solver: number) => number;
  readonly val: (solver: number, literal: number) => number;
  readonly failed: (solver: number, literal: number) => number;
  readonly setTerminate: (solver: number, state: number, callback: number) => void;
}

/** One WebAssembly instance. Once it failed, nothing in it may be called again. */
interface Heap {
  readonly module: CadicalModule;
  readonly bindings: Bindings;
  failed: boolean;
}

const satisfiable = 10;
const unsatisfiable = 20;
/** WebAssembly memory is asked for its size once per so many clauses. */
const clausesPerMemoryCheck = 4096;
/** A heap that is larger, or may never be, gets a spare one; no heap is larger when it is new. */
const SMALL_HEAP_BYTES = 32 * 2 ** 20;

/** Heaps whose libraries are closed. */
const unused = new WeakMap<WebAssembly.Module, Heap[]>();

export interface CadicalOptions {
  /** A solver gives up when its heap is larger; the heap itself ends at 2048. */
  readonly memoryMegabytes?: number;
}

/** `compiled`: the package's cadical.wasm. Solvers are then created synchronously. */
export async function loadCadical(compiled: WebAssembly.Module, options: CadicalOptions = {}): Promise<CadicalLibrary> {
  const instantiate = async () => {
    const module = await createModule({
      instantiateWasm: (imports: Imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(compiled, imports);
        done(instance);
        return instance.exports;
      },
      print: () => {},
      printErr: () => {},
    });
    return { module, bindings: bind(module), failed: false };
  };
  let heaps = unused.get(compiled);
  if (heaps === undefined) unused.set(compiled, (heaps = []));
  const library = new CadicalLibrary(heaps.pop() ?? (await instantiate()), instantiate, heaps, options);
  await library.ready();
  return library;
}

function bind(module: CadicalModule): Bindings {
  const wrap = (name: string, result: 'number' | null, ...parameters: ('number' | 'string')[]) =>
    module.cwrap(`ccadical_${name}`, result, parameters);
  return {
    init: wrap('init', 'number'),
    release: wrap('release', null, 'number'),
    setOption: wrap('set_option', null, 'number', 'string', 'number'),
    add: wrap('add', null, 'number', 'number'),
    assume: wrap('assume', null, 'number', 'number'),
    limit: wrap('limit', null, 'number', 'string', 'number'),
    solve: wrap('solve', 'number', 'number'),
    val: wrap('val', 'number', 'number', 'number'),
    failed: wrap('failed', 'number', 'number', 'number'),
    setTerminate: wrap('set_terminate', null, 'number', 'number', 'number'),
  };
}

export class CadicalLibrary implements Solvers {
  #current: Heap;
  /** Kept ready where one may be needed: instantiating is asynchronous and creating a solver is not. */
  #spare: Heap | undefined;
  #instantiating: Promise<void> | undefined;
  readonly #instantiate: () => Promise<Heap>;
  /** For those who come after. */
  readonly #unused: Heap[];
  readonly #limitBytes: number;

  constructor(current: Heap, instantiate: () => Promise<Heap>, unused: Heap[], options: CadicalOptions) {
    this.#current = current;
    this.#instantiate = instantiate;
    this.#unused = unused;
    this.#limitBytes = (options.memoryMegabytes ?? 2048) * 2 ** 20;
  }

  /** With a spare heap where the limit is so low that one is needed soon. */
  async ready(): Promise<void> {
    if (this.#limitBytes <= SMALL_HEAP_BYTES) await this.#prepareSpare();
  }

  /** `isOver` is asked while it works; once it says so, all answers are unknown. */
  create(tuning: Tuning = 'proof', isOver: () => boolean = () => false): Solver {
    if (this.#isExhausted(this.#current) && this.#spare !== undefined) {
      this.#current = this.#spare;
      this.#spare = undefined;
      if (this.#limitBytes <= SMALL_HEAP_BYTES) void this.#prepareSpare();
    }
    return new CadicalSolver(this.#current, this.#limitBytes, tuning, isOver, () => void this.#prepareSpare());
  }

  /** Neither it nor its solvers are used any more. */
  close(): void {
    const heap = this.#current;
    if (!heap.failed && bytesOf(heap) <= SMALL_HEAP_BYTES && !this.#unused.includes(heap)) this.#unused.push(heap);
  }

  #prepareSpare(): Promise<void> {
    if (this.#spare !== undefined) return Promise.resolve();
    this.#instantiating ??= this.#instantiate().then((heap) => {
      this.#spare = heap;
      this.#instantiating = undefined;
    });
    return this.#instantiating;
  }

  #isExhausted(heap: Heap): boolean {
    return heap.failed || bytesOf(heap) > this.#limitBytes;
  }
}

function bytesOf({ module }: Heap): number {
  return module.HEAP32.buffer.byteLength;
}

/**
 * What lives in the heap for one solver, apart from the solver's object so that this one can be collected and it be
 * freed.
 */
interface Native {
  readonly heap: Heap;
  readonly limitBytes: number;
  pointer: number;
  callback: number;
  deadline: number;
  readonly isOver: () => boolean;
  /** The heap has grown. */
  readonly grew: () => void;
  stopped: 'time' | 'memory' | undefined;
}

const forgotten = new FinalizationRegistry<Native>(release);

function release(native: Native): void {
  if (native.pointer === 0 || native.heap.failed) return;
  native.heap.bindings.release(native.pointer);
  native.heap.module.removeFunction(native.callback);
  native.pointer = 0;
}

function isOverLimit({ heap, limitBytes, grew }: Native): boolean {
  const bytes = bytesOf(heap);
  if (bytes > SMALL_HEAP_BYTES) grew();
  return bytes > limitBytes;
}

/** CaDiCaL polls this every few conflicts. */
function shouldStop(native: Native): boolean {
  if (performance.now() > native.deadline || native.isOver()) native.stopped = 'time';
  else if (isOverLimit(native)) native.stopped = 'memory';
  return native.stopped !== undefined;
}

class CadicalSolver implements Solver {
  readonly #native: Native;
  #outOfMemory = false;
  /** Clauses are missing. */
  #isOver = false;
  #variables = 0;
  #clauses = 0;
  #solves = 0;
  #milliseconds = 0;

  constructor(heap: Heap, limitBytes: number, tuning: Tuning, isOver: () => boolean, grew: () => void) {
    const native: Native = {
      heap,
      limitBytes,
      pointer: 0,
      callback: 0,
      deadline: Number.POSITIVE_INFINITY,
      isOver,
      grew,
      stopped: undefined,
    };
    this.#native = native;
    this.#guard(() => {
      const { bindings } = heap;
      native.pointer = bindings.init();
      bindings.setOption(native.pointer, 'quiet', 1);
      if (tuning === 'branches') {
        bindings.setOption(native.pointer, 'inprocessing', 0);
        bindings.setOption(native.pointer, 'lucky', 0);
      }
      native.callback = heap.module.addFunction(() => (shouldStop(native) ? 1 : 0), 'ii');
      bindings.setTerminate(native.pointer, 0, native.callback);
      forgotten.register(this, native, this);
    });
  }

  addClause(literals: readonly number[]): void {
    if (this.#outOfMemory || this.#isOver) return;
    if (this.#clauses % clausesPerMemoryCheck === 0) {
      if (isOverLimit(this.#native)) this.#outOfMemory = true;
      else if (this.#native.isOver()) this.#isOver = true;
      if (this.#outOfMemory || this.#isOver) return;
    }
    this.#clauses++;
    this.#guard(() => {
      const { add } = this.#native.heap.bindings;
      const { pointer } = this.#native;
      for (let i = 0; i < literals.length; i++) {
        const literal = literals[i]!;
        const variable = Math.abs(literal);
        if (variable > this.#variables) this.#variables = variable;
        add(pointer, literal);
      }
      add(pointer, 0);
    });
  }

  assume(literal: number): void {
    if (this.#outOfMemory) return;
    this.#variables = Math.max(this.#variables, Math.abs(literal));
    this.#guard(() => this.#native.heap.bindings.assume(this.#native.pointer, literal));
  }

  solve(limits: SolverLimits = {}): SolverAnswer {
    this.#solves++;
    if (this.#outOfMemory) return { kind: 'unknown', reason: 'memory' };
    if (this.#isOver) return { kind: 'unknown', reason: 'time' };
    const start = performance.now();
    this.#native.deadline = limits.milliseconds === undefined ? Number.POSITIVE_INFINITY : start + limits.milliseconds;
    this.#native.stopped = undefined;
    let status = 0;
    this.#guard(() => {
      const { bindings } = this.#native.heap;
      for (const name of ['conflicts', 'ticks'] as const)
        if (limits[name] !== undefined) bindings.limit(this.#native.pointer, name, limits[name]);
      status = bindings.solve(this.#native.pointer);
    });
    this.#milliseconds += performance.now() - start;
    if (status === satisfiable) return { kind: 'sat' };
    if (status === unsatisfiable) return { kind: 'unsat' };
    if (this.#outOfMemory) return { kind: 'unknown', reason: 'memory' };
    return { kind: 'unknown', reason: this.#native.stopped ?? 'work' };
  }

  value(literal: number): boolean {
    return this.#native.heap.bindings.val(this.#native.pointer, literal) === literal;
  }

  failed(assumption: number): boolean {
    return this.#native.heap.bindings.failed(this.#native.pointer, assumption) !== 0;
  }

  statistics(): SolverStatistics {
    return {
      variables: this.#variables,
      clauses: this.#clauses,
      solves: this.#solves,
      solveMilliseconds: this.#milliseconds,
    };
  }

  dispose(): void {
    this.#guard(() => release(this.#native));
    forgotten.unregister(this);
    this.#outOfMemory = true;
  }

  /** A failed allocation aborts the WebAssembly instance with an exception. */
  #guard(action: () => void): void {
    if (this.#native.heap.failed) {
      this.#outOfMemory = true;
      return;
    }
    try {
      action();
    } catch (error) {
      if (!(error instanceof Error && error.name === 'RuntimeError')) throw error;
      this.#native.heap.failed = true;
      this.#outOfMemory = true;
    }
  }
}

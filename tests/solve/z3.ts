// Z3 as the referee: many SMT-LIB scripts in one call, and a clean end of its threads.

import { init, killThreads } from 'z3-solver';

/** What is used of the WebAssembly module below the bindings. */
interface Emscripten {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  ccall(name: string, result: 'string', types: readonly string[], values: readonly number[]): string;
}

type Api = Awaited<ReturnType<typeof init>>;

export class Referee {
  readonly #api: Api;
  readonly #module: Emscripten;
  readonly #context: ReturnType<Api['Z3']['mk_context']>;

  private constructor(api: Api) {
    this.#api = api;
    this.#module = api.em as Emscripten;
    const config = api.Z3.mk_config();
    this.#context = api.Z3.mk_context(config);
    api.Z3.del_config(config);
  }

  static async start(): Promise<Referee> {
    return new Referee(await init());
  }

  /** The answers to scripts that each contain one `(check-sat)`. */
  check(scripts: readonly string[]): string[] {
    const output = this.#evaluate(scripts.map((script) => `(reset)${script}`).join('\n'));
    const answers = output.trim().split(/\s+/);
    if (answers.length !== scripts.length || answers.some((a) => a !== 'sat' && a !== 'unsat')) {
      throw new Error(`Z3 says: ${output.slice(-500)}`);
    }
    return answers;
  }

  async stop(): Promise<void> {
    this.#api.Z3.del_context(this.#context);
    await killThreads(this.#api.em);
  }

  /**
   * Synchronous, with the text on the heap: the binding's own call leaves it on a stack that is reused while a thread
   * still reads it.
   */
  #evaluate(text: string): string {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const pointer = this.#module._malloc(bytes.length);
    this.#module.HEAPU8.set(bytes, pointer);
    const output = this.#module.ccall(
      'Z3_eval_smtlib2_string',
      'string',
      ['number', 'number'],
      [this.#context as unknown as number, pointer],
    );
    this.#module._free(pointer);
    return output;
  }
}

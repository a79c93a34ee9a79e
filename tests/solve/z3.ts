// Z3 as the referee: many SMT-LIB scripts in one call (a call crosses into a worker thread), and a clean end of its threads.

import { init, killThreads } from 'z3-solver';

export class Referee {
  readonly #api: Awaited<ReturnType<typeof init>>;
  readonly #context: ReturnType<Awaited<ReturnType<typeof init>>['Z3']['mk_context']>;

  private constructor(api: Awaited<ReturnType<typeof init>>) {
    this.#api = api;
    const config = api.Z3.mk_config();
    this.#context = api.Z3.mk_context(config);
    api.Z3.del_config(config);
  }

  static async start(): Promise<Referee> {
    return new Referee(await init());
  }

  /** The answers to scripts that each contain one `(check-sat)`. */
  async check(scripts: readonly string[]): Promise<string[]> {
    const output = await this.#api.Z3.eval_smtlib2_string(this.#context, scripts.map((s) => `(reset)${s}`).join('\n'));
    const answers = output.trim().split(/\s+/);
    if (answers.length !== scripts.length || answers.some((a) => a !== 'sat' && a !== 'unsat')) {
      throw new Error(`Z3 says: ${output.slice(0, 500)}`);
    }
    return answers;
  }

  async stop(): Promise<void> {
    this.#api.Z3.del_context(this.#context);
    await killThreads(this.#api.em);
  }
}

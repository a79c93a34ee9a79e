// The few WebAssembly declarations that are used here; TypeScript has them only in its browser library.

declare namespace WebAssembly {
  class Module {
    private readonly opaque;
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, ImportValue>>);
    readonly exports: Readonly<Record<string, Memory | (() => unknown) | undefined>>;
  }
  type ImportValue = (...values: never[]) => number;
  function compile(bytes: Uint8Array): Promise<Module>;
}

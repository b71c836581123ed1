/** The part of the WebAssembly interface that the engine uses. Node has it, but its type package does not. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  type ExportValue = Memory | ((...values: number[]) => number);

  class RuntimeError extends Error {}
  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, ExportValue>;
  }

  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}

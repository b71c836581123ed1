declare module 'qpdf-wasm' {
  export interface QpdfModule {
    FS: { writeFile(path: string, bytes: Uint8Array): void };
    /** Runs the command line and returns its exit code. */
    callMain(args: string[]): number;
  }
  interface QpdfOptions {
    locateFile?(name: string): string;
    instantiateWasm?(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
  }
  export default function createQpdf(options?: QpdfOptions): Promise<QpdfModule>;
}

// WebAssembly programs built by Emscripten. Each is compiled once and instantiated for every archive, so that
// memory corrupted by a hostile archive is discarded with its instance.
import { readFile } from 'node:fs/promises';

interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

interface WasmInstance {
  readonly exports: object;
}

/** The used part of the global `WebAssembly`. TypeScript declares it for browsers only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule>;
  Instance: new (module: WasmModule, imports: object) => WasmInstance;
};

/** The Emscripten option that supplies the program. */
export interface WasmSource {
  instantiateWasm(imports: object, receive: (instance: WasmInstance, module: WasmModule) => void): object;
}

/** Compiles a `.wasm` file. Instantiating it takes a fraction of the compile time. */
export async function compileWasm(path: string): Promise<WasmSource> {
  const module = await WebAssembly.compile(Uint8Array.from(await readFile(path)));
  return {
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(module, imports);
      receive(instance, module);
      return instance.exports;
    },
  };
}

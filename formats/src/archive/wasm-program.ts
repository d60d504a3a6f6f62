// WebAssembly programs that Emscripten made, compiled once and started anew for every archive: whatever a hostile one
// does to the memory of its program is gone with it.
import { readFile } from 'node:fs/promises';

interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

interface WasmInstance {
  readonly exports: object;
}

/** What is used of the global of every engine; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule>;
  Instance: new (module: WasmModule, imports: object) => WasmInstance;
};

/** The part of Emscripten's options that says where its program comes from. */
export interface WasmSource {
  instantiateWasm(imports: object, receive: (instance: WasmInstance, module: WasmModule) => void): object;
}

/** Compiles the program of a `.wasm` file; each start then takes a fraction of the time that compiling does. */
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

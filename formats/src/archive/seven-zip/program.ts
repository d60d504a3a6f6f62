// 7-Zip from 7z-wasm: a WebAssembly program with its own file system. Loaded on first use.
import { createRequire } from 'node:module';
import type { SevenZipModule } from '7z-wasm';
import { compileWasm, type WasmSource } from '../wasm-program.ts';

/** The types of the package lack the option of WasmSource. */
type Factory = (options: Options) => Promise<SevenZipModule>;

interface Options extends WasmSource {
  print(line: string): void;
  printErr(line: string): void;
  quit(): void;
}

interface Parts {
  factory: Factory;
  source: WasmSource;
}

let parts: Promise<Parts> | undefined;

/**
 * Starts a new program instance in about 3 ms. Memory corrupted by a hostile archive is discarded with it.
 */
export async function startSevenZip(): Promise<SevenZipModule> {
  parts ??= loadParts();
  const { factory, source } = await parts;
  return factory({ ...source, print() {}, printErr() {}, quit() {} });
}

async function loadParts(): Promise<Parts> {
  const file = createRequire(import.meta.url).resolve('7z-wasm/7zz.wasm');
  const [{ default: factory }, source] = await Promise.all([import('7z-wasm'), compileWasm(file)]);
  const made: unknown = factory;
  if (!isFactory(made)) throw new TypeError('7z-wasm does not export its factory');
  return { factory: made, source };
}

/** The types of the package declare a default export, but its CommonJS module is the function itself. */
function isFactory(value: unknown): value is Factory {
  return typeof value === 'function';
}

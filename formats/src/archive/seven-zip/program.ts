// 7-Zip as 7z-wasm carries it: a WebAssembly program with a file system of its own. Loaded on first use.
import { createRequire } from 'node:module';
import type { SevenZipModule } from '7z-wasm';
import { compileWasm, type WasmSource } from '../wasm-program.ts';

/** The package's types know its options without this one. */
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

/** A fresh program, in some 3 ms: what a hostile archive does to its memory is gone with it. */
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

/** The package's types name a default export that its module, being CommonJS, is itself. */
function isFactory(value: unknown): value is Factory {
  return typeof value === 'function';
}

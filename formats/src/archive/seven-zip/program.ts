// 7-Zip as 7z-wasm carries it: a WebAssembly program with a file system of its own. Loaded on first use.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SevenZipModule, SevenZipModuleFactory } from '7z-wasm';

interface Parts {
  factory: SevenZipModuleFactory;
  wasmBinary: ArrayBuffer;
}

let parts: Promise<Parts> | undefined;

/** A fresh program, in some 15 ms: what a hostile archive does to its memory is gone with it. */
export async function startSevenZip(): Promise<SevenZipModule> {
  parts ??= loadParts();
  const { factory, wasmBinary } = await parts;
  return factory({ wasmBinary, print() {}, printErr() {}, quit() {} });
}

async function loadParts(): Promise<Parts> {
  const file = createRequire(import.meta.url).resolve('7z-wasm/7zz.wasm');
  const [{ default: factory }, bytes] = await Promise.all([import('7z-wasm'), readFile(file)]);
  const made: unknown = factory;
  if (!isFactory(made)) throw new TypeError('7z-wasm does not export its factory');
  return { factory: made, wasmBinary: Uint8Array.from(bytes).buffer };
}

/** The package's types name a default export that its module, being CommonJS, is itself. */
function isFactory(value: unknown): value is SevenZipModuleFactory {
  return typeof value === 'function';
}

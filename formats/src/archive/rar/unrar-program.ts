// UnRAR from node-unrar-js: a WebAssembly program with Emscripten bindings that the package does not type.
// Its own classes read whole files or write to disk under the names of entries; unrar.ts does neither.
import { createRequire } from 'node:module';
import { compileWasm, type WasmSource } from '../wasm-program.ts';

/** Error codes of UnRAR's library (dll.hpp). */
export const unrarCodes = {
  success: 0,
  endOfArchive: 10,
  noMemory: 11,
  unknownFormat: 14,
  openFailed: 15,
  missingPassword: 22,
  badPassword: 24,
};

/** Header flag: the data begins in the previous volume. */
export const isContinued = 0x1;

interface State {
  errCode: number;
}

export interface RarArchive {
  open(name: string, password: string, listOnly: boolean): { state: State };
  getFileHeader(): { state: State; unpSize: number; flags: number };
  /** Unpacks or skips the entry whose header was read last. */
  readFile(skip: boolean): State;
}

/** UnRAR's only access to files. Handles are numbers above 0; buffers are addresses in HEAPU8. */
export interface UnrarFiles {
  open(name: string): number;
  create(name: string): number;
  read(handle: number, address: number, length: number): number;
  write(handle: number, address: number, length: number): boolean;
  tell(handle: number): number;
  seek(handle: number, offset: number, from: 'SET' | 'CUR' | 'END'): boolean;
  close(handle: number): void;
  fileCreated(name: string): void;
}

export interface UnrarProgram {
  RarArchive: new () => RarArchive;
  /** Replaced by a new array whenever the memory grows. */
  readonly HEAPU8: Uint8Array;
  extractor: UnrarFiles;
}

interface Options extends WasmSource {
  print(line: string): void;
  printErr(line: string): void;
}

type Factory = (options: Options) => Promise<UnrarProgram>;

let parts: Promise<{ factory: Factory; source: WasmSource }> | undefined;

/**
 * Starts a new program instance in about 1.5 ms. Corrupted and grown memory is discarded with it. The program
 * is loaded on first use.
 */
export async function startUnrar(): Promise<UnrarProgram> {
  parts ??= loadParts();
  const { factory, source } = await parts;
  return withoutProcessListeners(() => factory({ ...source, print() {}, printErr() {} }));
}

async function loadParts(): Promise<{ factory: Factory; source: WasmSource }> {
  const require = createRequire(import.meta.url);
  const source = await compileWasm(require.resolve('node-unrar-js/dist/js/unrar.wasm'));
  const factory: unknown = require('node-unrar-js/dist/js/unrar.js');
  if (!isFactory(factory))
    throw new TypeError('node-unrar-js does not contain its program at the expected path');
  return { factory, source };
}

function isFactory(value: unknown): value is Factory {
  return typeof value === 'function';
}

/** Emscripten adds two listeners to the process at each start; they only rethrow their argument. */
async function withoutProcessListeners<T>(start: () => Promise<T>): Promise<T> {
  const unhandledBefore = process.listeners('unhandledRejection');
  const uncaughtBefore = process.listeners('uncaughtException');
  const started = start();
  for (const listener of process.listeners('unhandledRejection')) {
    if (!unhandledBefore.includes(listener)) process.off('unhandledRejection', listener);
  }
  for (const listener of process.listeners('uncaughtException')) {
    if (!uncaughtBefore.includes(listener)) process.off('uncaughtException', listener);
  }
  return started;
}

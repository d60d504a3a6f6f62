// The PDFium WebAssembly instance: loading, memory, and calls that may crash it. Independent of PDF concepts.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { FormatError, type FormatErrorKind } from '../error.ts';

export interface PdfiumWasm {
  /** PDFium's C functions by name. A pointer is an offset into `bytes()`. */
  readonly api: WrappedPdfiumModule;
  /** Returns the whole memory. Valid until the next call into PDFium, which may move it. */
  bytes(): Uint8Array;
  /** Returns the whole memory for reading and writing numbers. */
  view(): DataView;
  /** Runs `use` with `size` zeroed bytes of memory, and frees them afterwards. */
  withMemory<T>(size: number, use: (pointer: number) => T): T;
  /**
   * Runs calls into PDFium. If they crash it, throws FormatError of `kind` with reason `too_large` (out of memory) or
   * `crashed`. Every later call throws `crashed`: the instance and all its open documents are lost.
   */
  guard<T>(kind: FormatErrorKind, calls: () => T): T;
  isUsable(): boolean;
  /** Size of the memory in bytes. It grows with the largest document and never shrinks. */
  memoryBytes(): number;
}

/** A JavaScript function that C can call. */
export type CFunction = (first: number, second: number, third: number, fourth: number) => number;

/**
 * Loads PDFium (30 ms, 19 MB). `maxMemoryBytes` limits its memory. A document that needs more crashes the instance.
 */
export async function loadPdfium(maxMemoryBytes: number): Promise<PdfiumWasm> {
  const { init } = await import('@embedpdf/pdfium');
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const overrides = { wasmBinary, print: ignore, printErr: ignore };
  const api = await init(overrides);
  api.PDFiumExt_Init();
  const { wasmExports } = api.pdfium;
  const memory: unknown = Reflect.get(wasmExports, 'memory');
  if (!isWasmMemory(memory)) throw new Error('PDFium exports no memory');
  return toPdfiumWasm(api, memory, limitGrowth(memory, maxMemoryBytes));
}

/** Exports `call` (four numbers in, one out) to C and returns its pointer. Call it once per function: the table only grows. */
export function exportFunction({ api }: PdfiumWasm, call: CFunction): number {
  return api.pdfium.addFunction(call, 'iiiii');
}

function ignore(): void {}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;
const LOST = 'The PDF engine failed';

function isWasmMemory(value: unknown): value is WasmMemory {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'grow' in value;
}

/**
 * Limits the memory. PDFium's loader calls `grow`, treats an exception as out of memory, and would otherwise use up to
 * 2 GiB. Returns a function that returns whether the last request was refused.
 */
function limitGrowth(memory: WasmMemory, maxBytes: number): () => boolean {
  const grow = memory.grow.bind(memory);
  let isRefused = false;
  Object.defineProperty(memory, 'grow', {
    value: (pages: number) => {
      isRefused = memory.buffer.byteLength + pages * PAGE_BYTES > maxBytes;
      if (isRefused) throw new RangeError('memory limit');
      return grow(pages);
    },
  });
  return () => isRefused;
}

function toPdfiumWasm(
  api: WrappedPdfiumModule,
  memory: WasmMemory,
  isOutOfMemory: () => boolean,
): PdfiumWasm {
  const { malloc, free } = api.pdfium.wasmExports;
  let bytes = new Uint8Array(memory.buffer);
  let view = new DataView(memory.buffer);
  let isAlive = true;
  const refresh = () => {
    if (bytes.buffer === memory.buffer) return;
    bytes = new Uint8Array(memory.buffer);
    view = new DataView(memory.buffer);
  };
  return {
    api,
    bytes: () => {
      refresh();
      return bytes;
    },
    view: () => {
      refresh();
      return view;
    },
    withMemory: (size, use) => {
      const pointer = malloc(size);
      if (pointer === 0) throw new RangeError('out of memory');
      refresh();
      bytes.fill(0, pointer, pointer + size);
      try {
        return use(pointer);
      } finally {
        if (isAlive) free(pointer);
      }
    },
    guard: (kind, calls) => {
      if (!isAlive) throw new FormatError(kind, LOST, { reason: 'crashed' });
      try {
        return calls();
      } catch (cause) {
        if (cause instanceof FormatError) throw cause;
        isAlive = false;
        if (!isOutOfMemory()) throw new FormatError(kind, LOST, { reason: 'crashed', cause });
        throw new FormatError(kind, 'The PDF document needs too much memory', { reason: 'too_large', cause });
      }
    },
    isUsable: () => isAlive,
    memoryBytes: () => memory.buffer.byteLength,
  };
}

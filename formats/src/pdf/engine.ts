// Opens PDF documents with PDFium. One engine a process: it is synchronous, and a hostile document may kill it.
import { FormatError } from '../error.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { type BlockReader, createBlockReader } from './blocks.ts';
import { createPdfDocument, type PdfDocument, toOpenError } from './document.ts';
import { hasPageObjects } from './raw-scan.ts';
import { exportFunction, loadPdfium, type PdfiumWasm } from './wasm.ts';

export interface PdfEngine {
  /**
   * Opens a document, which reads from `source` until it is closed; the source stays the caller's to close.
   * No password is ever tried: a document with an owner password only opens, one with a user password does not.
   * @throws FormatError parser (damaged, unreadable, too_large, crashed), pdf_rendering (encrypted), zero_pages
   */
  open(source: ByteSource, limits?: Limits): PdfDocument;
  /** false after a document killed the engine: every document of it is lost, and a new engine is needed. */
  isUsable(): boolean;
  /** Bytes of PDFium's memory, which never shrinks: replace an engine that has become too large. */
  memoryBytes(): number;
}

export interface PdfEngineOptions {
  /** Bytes at which a document is refused memory, which kills the engine. Default 512 MiB, at least 32 MiB. */
  maxMemoryBytes?: number;
}

/** Room for a bitmap of 32 million pixels beside the largest pictures of real documents. */
const DEFAULT_MAX_MEMORY_BYTES = 512 * 1024 * 1024;
/** Positions are 32-bit numbers in this build. */
const MAX_FILE_BYTES = 0xffff_ffff;
/** FPDF_FILEACCESS: size of the file, function that reads a block, its first argument. */
const FILE_ACCESS_BYTES = 12;

/** Loads PDFium: 30 ms, 19 MB. */
export async function createPdfEngine(options: PdfEngineOptions = {}): Promise<PdfEngine> {
  const wasm = await loadPdfium(options.maxMemoryBytes ?? DEFAULT_MAX_MEMORY_BYTES);
  const readers = new Map<number, BlockReader>();
  const readBlock = exportFunction(wasm, (key, position, pointer, size) => {
    const target = wasm.bytes().subarray(pointer >>> 0, (pointer >>> 0) + (size >>> 0));
    return readers.get(key)?.fill(position >>> 0, target) === true ? 1 : 0;
  });
  let lastKey = 0;
  return {
    open: (source, limits = defaultLimits) => {
      if (source.size > MAX_FILE_BYTES) throw tooLarge('The PDF document is larger than 4 GiB');
      const key = ++lastKey;
      const reader = createBlockReader(source);
      readers.set(key, reader);
      try {
        const loaded = wasm.guard('parser', () => load(wasm, { readBlock, key, size: source.size }));
        return wrap(wasm, { ...loaded, source, limits }, () => readers.delete(key));
      } catch (error) {
        readers.delete(key);
        throw reader.fault ?? error;
      }
    },
    isUsable: wasm.isUsable,
    memoryBytes: wasm.memoryBytes,
  };
}

interface Loaded {
  document: number;
  pageCount: number;
}

function load(wasm: PdfiumWasm, file: { readBlock: number; key: number; size: number }): Loaded {
  const document = wasm.withMemory(FILE_ACCESS_BYTES, (pointer) => {
    wasm.view().setUint32(pointer, file.size, true);
    wasm.view().setUint32(pointer + 4, file.readBlock, true);
    wasm.view().setUint32(pointer + 8, file.key, true);
    // PDFium copies the structure.
    return wasm.api.FPDF_LoadCustomDocument(pointer, '');
  });
  if (document === 0) throw toOpenError(wasm.api.FPDF_GetLastError());
  return { document, pageCount: wasm.api.FPDF_GetPageCount(document) };
}

function wrap(
  wasm: PdfiumWasm,
  loaded: Loaded & { source: ByteSource; limits: Limits },
  forget: () => void,
): PdfDocument {
  const { document, pageCount, limits } = loaded;
  let isOpen = true;
  const release = () => {
    if (isOpen) closeDocument(wasm, document);
    isOpen = false;
    forget();
  };
  const whileOpen: PdfiumWasm = {
    ...wasm,
    guard: (kind, calls) => {
      // Its memory may belong to another document by now.
      if (!isOpen) throw new Error('The document is closed');
      return wasm.guard(kind, calls);
    },
  };
  if (pageCount >= 1 && pageCount <= limits.maxPages) return createPdfDocument(whileOpen, loaded, release);
  release();
  if (pageCount < 1) throw toNoPagesError(loaded.source);
  throw tooLarge(`The PDF document has more than ${limits.maxPages} pages`);
}

function closeDocument(wasm: PdfiumWasm, document: number): void {
  try {
    wasm.guard('other', () => wasm.api.FPDF_CloseDocument(document));
  } catch {
    // Nothing is left to close in an engine that has crashed, which `isUsable` tells.
  }
}

function toNoPagesError(source: ByteSource): FormatError {
  if (!hasPageObjects(source)) return new FormatError('zero_pages', 'The PDF document has no pages');
  return new FormatError('parser', 'No page of the PDF document can be reached', { reason: 'damaged' });
}

function tooLarge(message: string): FormatError {
  return new FormatError('parser', message, { reason: 'too_large' });
}

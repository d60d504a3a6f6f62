// Opens PDF documents with PDFium. One engine per process: it is synchronous, and a hostile document may crash it.
import { FormatError } from '../error.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { BlockReader } from './blocks.ts';
import { PdfDocument, toOpenError } from './document.ts';
import { hasPageObjects } from './raw-scan.ts';
import { exportFunction, loadPdfium, type PdfiumWasm } from './wasm.ts';

export interface PdfEngine {
  /**
   * Opens a document, which reads from `source` until it is closed. The caller closes the source. Never tries passwords:
   * a document with only an owner password opens, a document with a user password does not.
   * @throws FormatError parser (damaged, unreadable, too_large, crashed), pdf_rendering (encrypted), zero_pages
   */
  open(source: ByteSource, limits?: Limits): PdfDocument;
  /** False after a crash. All documents of the engine are lost, and a new engine is needed. */
  isUsable(): boolean;
  /** Size of PDFium's memory in bytes. It never shrinks, so replace an engine that has become too large. */
  memoryBytes(): number;
}

export interface PdfEngineOptions {
  /** Memory limit in bytes. Exceeding it crashes the engine. Default 512 MiB, at least 32 MiB. */
  maxMemoryBytes?: number;
}

/** Enough for a bitmap of 32 million pixels and the largest images of real documents. */
const DEFAULT_MAX_MEMORY_BYTES = 512 * 1024 * 1024;
/** File offsets are 32-bit numbers in this build of PDFium. */
const MAX_FILE_BYTES = 0xffff_ffff;
/** FPDF_FILEACCESS: file size, function that reads a block, first argument of the function. */
const FILE_ACCESS_BYTES = 12;

/** Loads PDFium. Takes 30 ms and 19 MB. */
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
      const reader = new BlockReader(source);
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
      // The memory may already belong to another document.
      if (!isOpen) throw new Error('The document is closed');
      return wasm.guard(kind, calls);
    },
  };
  if (pageCount >= 1 && pageCount <= limits.maxPages) return new PdfDocument(whileOpen, loaded, release);
  release();
  if (pageCount < 1) throw toNoPagesError(loaded.source);
  throw tooLarge(`The PDF document has more than ${limits.maxPages} pages`);
}

function closeDocument(wasm: PdfiumWasm, document: number): void {
  try {
    wasm.guard('other', () => wasm.api.FPDF_CloseDocument(document));
  } catch {
    // A crashed engine has nothing to close; `isUsable` returns false.
  }
}

function toNoPagesError(source: ByteSource): FormatError {
  if (!hasPageObjects(source)) return new FormatError('zero_pages', 'The PDF document has no pages');
  return new FormatError('parser', 'The pages of the PDF document cannot be found', { reason: 'damaged' });
}

function tooLarge(message: string): FormatError {
  return new FormatError('parser', message, { reason: 'too_large' });
}

// An open document: its metadata and its pages.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { type OutlineItem, readOutline } from './outline.ts';
import { type PageSize, type RenderedPage, type RenderOptions, renderPage, toRenderSize } from './render.ts';
import { readText } from './text.ts';
import type { PdfiumWasm } from './wasm.ts';
import { findXmpPacket } from './xmp-packet.ts';

/** The raw document information dictionary (ISO 32000-1, 14.3.3). Dates are PDF dates. */
export interface PdfInfo {
  title: string | undefined;
  author: string | undefined;
  subject: string | undefined;
  keywords: string | undefined;
  creator: string | undefined;
  producer: string | undefined;
  creationDate: string | undefined;
  modificationDate: string | undefined;
  trapped: string | undefined;
}

const LETTER: PageSize = { widthPt: 612, heightPt: 792 };
/** A page with a longer side (350 m) is damaged. */
const MAX_SIDE_PT = 1_000_000;
const WHITE = 0xffffff;

interface PdfDocumentLoaded {
  document: number;
  pageCount: number;
  source: ByteSource;
  limits: Limits;
}

/** Wraps a loaded document of `pageCount` pages. `release` frees it. */
export class PdfDocument {
  readonly #wasm: PdfiumWasm;
  readonly #loaded: PdfDocumentLoaded;
  readonly #release: () => void;
  /** 1 to `Limits.maxPages`. */
  readonly pageCount: number;
  /** Version in the header, such as `1.7`. Undefined if it is missing. */
  readonly version: string | undefined;
  /** Also true for a document that opens without a password (owner password only). */
  readonly isEncrypted: boolean;

  constructor(wasm: PdfiumWasm, loaded: PdfDocumentLoaded, release: () => void) {
    this.#wasm = wasm;
    this.#loaded = loaded;
    this.#release = release;
    this.pageCount = loaded.pageCount;
    this.version = wasm.guard('parser', () => readVersion(wasm, loaded.document));
    this.isEncrypted = wasm.guard('parser', () => wasm.api.EPDF_IsEncrypted(loaded.document));
  }

  /** Returns the size of a Letter page for a damaged page or a page without area. @throws RangeError for an invalid index */
  pageSize(index: number): PageSize {
    checkIndex(index, this.#loaded.pageCount);
    return this.#wasm.guard('parser', () => readPageSize(this.#wasm, this.#loaded.document, index));
  }

  pageSizes(): PageSize[] {
    return Array.from({ length: this.#loaded.pageCount }, (_, index) => this.pageSize(index));
  }

  info(): PdfInfo {
    return this.#wasm.guard('metadata', () =>
      readInfo(this.#wasm, this.#loaded.document, this.#loaded.limits.maxTextLength),
    );
  }

  /** Text entries of the information dictionary, including custom keys and `Trapped`. At most 200 entries. */
  infoTexts(): [string, string][] {
    return this.#wasm.guard('metadata', () =>
      readInfoTexts(this.#wasm, this.#loaded.document, this.#loaded.limits.maxTextLength),
    );
  }

  /** Returns the permanent file identifier (ISO 32000-1, 14.4). Undefined if it is missing or too long. */
  identifier(): Uint8Array | undefined {
    return this.#wasm.guard('parser', () => readIdentifier(this.#wasm, this.#loaded.document));
  }

  isSigned(): boolean {
    return this.#wasm.guard('parser', () => this.#wasm.api.FPDF_GetSignatureCount(this.#loaded.document) > 0);
  }

  /** Returns the XMP packet of the document, at most 1 MiB. Undefined if it is missing, compressed or encrypted. */
  xmp(): Uint8Array | undefined {
    return findXmpPacket(this.#loaded.source)?.bytes;
  }

  outline(): OutlineItem[] {
    return this.#wasm.guard('parser', () =>
      readOutline(this.#wasm, this.#loaded.document, this.#loaded.pageCount),
    );
  }

  /**
   * Renders a page, scaled down to at most 32 million pixels and sides of at most 16,384. The time is not limited: the
   * caller limits the time of the process.
   * @throws FormatError pdf_rendering: damaged, too_large, crashed; RangeError for an invalid index
   */
  renderPage(index: number, options: RenderOptions): RenderedPage {
    checkIndex(index, this.#loaded.pageCount);
    return this.#wasm.guard('pdf_rendering', () => this.#draw(index, options));
  }

  /** Frees the document. Other methods must not be called afterwards. The caller closes the source. */
  close(): void {
    this.#release();
  }

  #draw(index: number, options: RenderOptions): RenderedPage {
    const size = toRenderSize(readPageSize(this.#wasm, this.#loaded.document, index), options);
    return renderPage(
      this.#wasm,
      { document: this.#loaded.document, index },
      { ...size, background: options.background ?? WHITE },
    );
  }
}

function checkIndex(index: number, pageCount: number): void {
  const isPage = Number.isInteger(index) && index >= 0 && index < pageCount;
  if (!isPage) throw new RangeError(`Page ${index} does not exist`);
}

function readPageSize(wasm: PdfiumWasm, document: number, index: number): PageSize {
  return wasm.withMemory(8, (pointer) => {
    if (!wasm.api.FPDF_GetPageSizeByIndexF(document, index, pointer)) return LETTER;
    const widthPt = wasm.view().getFloat32(pointer, true);
    const heightPt = wasm.view().getFloat32(pointer + 4, true);
    if (!(widthPt > 0 && heightPt > 0)) return LETTER;
    return { widthPt: Math.min(widthPt, MAX_SIDE_PT), heightPt: Math.min(heightPt, MAX_SIDE_PT) };
  });
}

function readVersion(wasm: PdfiumWasm, document: number): string | undefined {
  return wasm.withMemory(4, (pointer) => {
    if (!wasm.api.FPDF_GetFileVersion(document, pointer)) return undefined;
    const version = wasm.view().getInt32(pointer, true);
    return version > 0 ? `${Math.floor(version / 10)}.${version % 10}` : undefined;
  });
}

/** FILEIDTYPE_PERMANENT in fpdf_doc.h. */
const permanentIdentifier = 0;
const maxIdentifierBytes = 256;

function readIdentifier(wasm: PdfiumWasm, document: number): Uint8Array | undefined {
  const get = (pointer: number, bytes: number) =>
    wasm.api.FPDF_GetFileIdentifier(document, permanentIdentifier, pointer, bytes);
  // The length includes a final NUL.
  const bytes = get(0, 0);
  if (bytes <= 1 || bytes > maxIdentifierBytes) return undefined;
  return wasm.withMemory(bytes, (pointer) => {
    get(pointer, bytes);
    return wasm.bytes().slice(pointer, pointer + bytes - 1);
  });
}

function readInfo(wasm: PdfiumWasm, document: number, maxLength: number): PdfInfo {
  const get = (key: string) =>
    readText(wasm, maxLength, (pointer, bytes) => wasm.api.FPDF_GetMetaText(document, key, pointer, bytes));
  return {
    title: get('Title'),
    author: get('Author'),
    subject: get('Subject'),
    keywords: get('Keywords'),
    creator: get('Creator'),
    producer: get('Producer'),
    creationDate: get('CreationDate'),
    modificationDate: get('ModDate'),
    trapped: get('Trapped'),
  };
}

const MAX_INFO_TEXTS = 200;

function readInfoTexts(wasm: PdfiumWasm, document: number, maxLength: number): [string, string][] {
  const count = Math.min(MAX_INFO_TEXTS, wasm.api.EPDF_GetMetaKeyCount(document, false));
  const keys = Array.from({ length: count }, (_, index) => readKey(wasm, document, index));
  return keys.flatMap((key): [string, string][] => {
    const text =
      key &&
      readText(wasm, maxLength, (pointer, bytes) => wasm.api.FPDF_GetMetaText(document, key, pointer, bytes));
    return key && text ? [[key, text]] : [];
  });
}

function readKey(wasm: PdfiumWasm, document: number, index: number): string | undefined {
  const bytes = wasm.api.EPDF_GetMetaKeyName(document, index, false, 0, 0);
  if (bytes <= 1 || bytes > 256) return undefined;
  return wasm.withMemory(bytes, (pointer) => {
    wasm.api.EPDF_GetMetaKeyName(document, index, false, pointer, bytes);
    return Buffer.from(wasm.bytes().slice(pointer, pointer + bytes - 1)).toString('latin1');
  });
}

/** Maps PDFium's error number (FPDF_GetLastError) for a document that cannot be opened to an error. */
export function toOpenError(code: number): FormatError {
  switch (code) {
    case 2:
      return new FormatError('parser', 'The PDF document cannot be read', { reason: 'unreadable' });
    case 4:
      return new FormatError('pdf_rendering', 'The PDF document needs a password', { reason: 'encrypted' });
    case 5:
      return new FormatError('pdf_rendering', 'The PDF document is protected in an unknown way', {
        reason: 'encrypted',
      });
    default:
      return new FormatError('parser', 'The PDF document is damaged', { reason: 'damaged' });
  }
}

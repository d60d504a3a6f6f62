// Opens a PDF of the server by byte ranges. Nothing in it runs: no scripts, no XFA forms, no WebAssembly.
import type { BookDto } from '@lectern/contract/books';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { readBytes } from '../../../api/bytes.ts';
import type { PdfJs } from './pdf-js.ts';

export interface OpenPdf {
  document: PDFDocumentProxy;
  close(): void;
}

const chunkBytes = 256 * 1024;
/** Of one image; larger ones may be decompression bombs. */
const maxPixels = 120_000_000;

export interface OpenListeners {
  /** For ranges that fail after the document is open. */
  onFault(error: unknown): void;
  /** Called until the password is right. It is stored nowhere. */
  onPassword(asked: { isWrong: boolean; answer(password: string): void }): void;
}

/** Throws when the file is no valid PDF, uses an unknown encryption, or cannot be loaded. */
export async function openPdf(
  { core, parts }: PdfJs,
  { id, fileSize }: Pick<BookDto, 'id' | 'fileSize'>,
  { onFault, onPassword }: OpenListeners,
): Promise<OpenPdf> {
  const leaving = new AbortController();
  const path = `api/v1/books/${id}/file`;
  // Loaded first, so that a refusal is known before a worker starts.
  const first = await readBytes(path, [0, Math.min(chunkBytes, fileSize)], leaving.signal);
  const range = new core.PDFDataRangeTransport(fileSize, first);
  const failing = new Promise<never>((_, reject) => {
    range.requestDataRange = (begin, end) => {
      readBytes(path, [begin, Math.min(end, fileSize)], leaving.signal).then(
        (bytes) => range.onDataRange(begin, bytes),
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          reject(error);
          onFault(error);
        },
      );
    };
  });
  failing.catch(() => undefined);
  const task = core.getDocument({
    range,
    rangeChunkSize: chunkBytes,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    iccUrl: `${parts}iccs/`,
    wasmUrl: `${parts}decoders/`,
    useWasm: false,
    enableXfa: false,
    maxImageSize: maxPixels,
  });
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    onPassword({ isWrong: reason === core.PasswordResponses.INCORRECT_PASSWORD, answer });
  const close = () => {
    leaving.abort();
    void task.destroy();
  };
  try {
    return { document: await Promise.race([task.promise, failing]), close };
  } catch (error) {
    close();
    throw error;
  }
}

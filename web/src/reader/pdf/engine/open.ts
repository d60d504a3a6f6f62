// Opens a PDF from the server by byte ranges. Scripts, XFA forms and WebAssembly are disabled.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { readBytes } from '../../../api/bytes.ts';
import { onBack } from '../../../api/reachability.ts';
import { watchLeftOut } from './left-out.ts';
import type { PdfJs } from './pdf-js.ts';

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** Number of images that the worker has skipped so far, on all pages. */
  countLeftOut(): number;
  close(): void;
}

const chunkBytes = 256 * 1024;
/** Maximum pixels of an image. Larger images may be decompression bombs. */
const maxPixels = 120_000_000;

export interface OpenListeners {
  /** Whether ranges are missing because the server is unreachable. They are requested again when it is back. */
  onWaiting(isWaiting: boolean): void;
  /** Called for ranges that fail after the document is open. */
  onFault(error: unknown): void;
  /** Called until the password is correct. It is never stored. */
  onPassword(asked: { isWrong: boolean; answer(password: string): void }): void;
}

/** Throws if the file is not a valid PDF, uses an unknown encryption, or cannot be loaded. */
export async function openPdf(
  { core, parts, startWorker }: PdfJs,
  { id, fileSize }: Pick<BookDto, 'id' | 'fileSize'>,
  { onFault, onPassword, onWaiting }: OpenListeners,
): Promise<OpenPdf> {
  const leaving = new AbortController();
  const path = `api/v1/books/${id}/file`;
  const waiting = createWaiting(onWaiting);
  /** Retries for as long as the server is unreachable. */
  const readRange = async (bytes: [begin: number, end: number]): Promise<Uint8Array> => {
    try {
      return await readBytes(path, bytes, leaving.signal);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await waiting.until(leaving.signal);
      return readRange(bytes);
    }
  };
  // Loaded first, so that a refusal is known before a worker starts.
  const first = await readBytes(path, [0, Math.min(chunkBytes, fileSize)], leaving.signal);
  const range = new core.PDFDataRangeTransport(fileSize, first);
  const failing = new Promise<never>((_, reject) => {
    range.requestDataRange = (begin, end) => {
      readRange([begin, Math.min(end, fileSize)]).then(
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
  const port = startWorker();
  let leftOut = 0;
  const stopWatching = watchLeftOut(port, () => leftOut++);
  core.GlobalWorkerOptions.workerPort = port;
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
    stopWatching();
    void task
      .destroy()
      .catch(() => undefined)
      .then(() => port.terminate());
  };
  try {
    const document = await Promise.race([task.promise, failing]);
    return { document, countLeftOut: () => leftOut, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Number of requests that wait for the server. */
function createWaiting(onWaiting: OpenListeners['onWaiting']) {
  let count = 0;
  const change = (by: 1 | -1) => {
    count += by;
    onWaiting(count > 0);
  };
  return {
    /** Rejects with the abort reason of the signal. */
    until: (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const end = () => {
          stop();
          signal.removeEventListener('abort', leave);
          change(-1);
        };
        const stop = onBack(() => {
          end();
          resolve();
        });
        const leave = () => {
          end();
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave);
        change(1);
      }),
  };
}

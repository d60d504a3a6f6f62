// Reads a PDF as a book; its pages are rendered on request.
import type { BookContent } from '../content.ts';
import { FormatError } from '../error.ts';
import { computePdfFingerprint } from '../hash/page-fingerprint.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { toEmbeddedMetadata } from '../pdf/embedded.ts';
import { toPdfMetadata } from '../pdf/metadata.ts';
import { getProcessEngine } from '../pdf/process-engine.ts';
import { parseXmp } from '../pdf/xmp.ts';
import { asMetadataFault, type BookRead, type BookRequest, unreadable } from './types.ts';

/** Never throws because of the content of the document. */
export async function readPdfBook({ source, limits }: BookRequest): Promise<BookRead> {
  const engine = await getProcessEngine();
  let document: PdfDocument | undefined;
  try {
    document = engine.open(source);
    return readDocument(document, limits);
  } catch (error) {
    if (error instanceof FormatError) return unreadable(error);
    throw error;
  } finally {
    close(document);
  }
}

/** An engine that the document has crashed has nothing to close. */
function close(document: PdfDocument | undefined): void {
  try {
    document?.close();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
}

function readDocument(document: PdfDocument, limits: Limits): BookRead {
  const faults: FormatError[] = [];
  const metadata = readMetadata(document, limits, faults);
  const content: BookContent = {
    container: 'pdf',
    isSolid: false,
    pages: document.pageSizes().map(({ widthPt, heightPt }, index) => ({
      name: `${index + 1}`,
      mediaType: 'application/pdf',
      sizeBytes: 0,
      packedBytes: 0,
      method: 'other',
      offset: 0,
      index,
      crc32: null,
      width: Math.max(1, Math.round(widthPt)),
      height: Math.max(1, Math.round(heightPt)),
      isDouble: false,
    })),
    resources: [],
    cover: { page: 0 },
    epub: null,
  };
  const pageHash = computePdfFingerprint(document.identifier(), content.pages);
  return { pageCount: document.pageCount, content, metadata, pageHash, faults };
}

function readMetadata(document: PdfDocument, limits: Limits, faults: FormatError[]): EmbeddedMetadata | null {
  try {
    const packet = document.xmp();
    return toEmbeddedMetadata(toPdfMetadata(document.info(), packet ? parseXmp(packet, limits) : new Map()));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(asMetadataFault(error));
    return null;
  }
}

// The PDF engine of a worker process. It is created for the first document and replaced after a crash.
import { type FileSource, openFileSource } from '../source.ts';
import type { PdfDocument } from './document.ts';
import { createPdfEngine, type PdfEngine } from './engine.ts';

let engine: PdfEngine | undefined;

/** Returns the engine of this process. If it differs from the previous engine, all documents of the latter are lost. */
export async function getProcessEngine(): Promise<PdfEngine> {
  if (!engine?.isUsable()) engine = await createPdfEngine();
  return engine;
}

export interface OpenedPdf {
  document: PdfDocument;
  /** Must be closed after the document. */
  source: FileSource;
}

/** Opens a document. Throws FormatError, after closing the file. */
export async function openPdfFile(path: string | Buffer): Promise<OpenedPdf> {
  const pdfium = await getProcessEngine();
  const source = openFileSource(path);
  try {
    return { document: pdfium.open(source), source };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Closes document and source. A crashed engine has no documents to close. */
export function closePdf({ document, source }: OpenedPdf): void {
  try {
    document.close();
  } finally {
    source.close();
  }
}

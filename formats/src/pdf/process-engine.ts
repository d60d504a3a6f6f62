// The PDF engine of a worker process: made when the first document is opened, replaced when a document killed it.
import { type FileSource, openFileSource } from '../source.ts';
import type { PdfDocument } from './document.ts';
import { createPdfEngine, type PdfEngine } from './engine.ts';

let engine: PdfEngine | undefined;

/** The engine of this process. Another one than before means that all documents of that one are lost. */
export async function getProcessEngine(): Promise<PdfEngine> {
  if (!engine?.isUsable()) engine = await createPdfEngine();
  return engine;
}

export interface OpenedPdf {
  document: PdfDocument;
  /** To be closed after the document. */
  source: FileSource;
}

/** Opens a document, or throws FormatError and leaves nothing open. */
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

/** Closes both; an engine that has died has nothing left to close. */
export function closePdf({ document, source }: OpenedPdf): void {
  try {
    document.close();
  } finally {
    source.close();
  }
}

// PDF inside a worker process: documents stay open between pages until the server says otherwise.
import type { PdfDocument } from '#formats/pdf/document.ts';
import { createPdfEngine, type PdfEngine } from '#formats/pdf/engine.ts';
import { renderToJpeg } from '#formats/pdf/jpeg.ts';
import { type FileSource, openFileSource } from '#formats/source.ts';
import { toNativePath } from '#kernel/files/names.ts';

export interface RenderJob {
  /** Names the document and its version. */
  key: string;
  root: string;
  relativePath: string;
  /** From 0. */
  page: number;
  width: number;
  quality: number;
  /** Leave the document open for the next page. */
  keepOpen: boolean;
}

export interface RenderedJpeg {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** The document had to be opened. */
  wasOpened: boolean;
}

interface Opened {
  document: PdfDocument;
  source: FileSource;
}

const open = new Map<string, Opened>();
let engine: PdfEngine | undefined;

async function getEngine(): Promise<PdfEngine> {
  if (engine && !engine.isUsable()) {
    // It took every document with it.
    for (const { source } of open.values()) source.close();
    open.clear();
    engine = undefined;
  }
  engine ??= await createPdfEngine();
  return engine;
}

function close(key: string): void {
  const opened = open.get(key);
  if (!opened) return;
  open.delete(key);
  opened.document.close();
  opened.source.close();
}

/** Opens a document, or throws FormatError and leaves nothing open. */
export async function openPdf(path: string | Buffer): Promise<Opened> {
  const pdfium = await getEngine();
  const source = openFileSource(path);
  try {
    return { document: pdfium.open(source), source };
  } catch (error) {
    source.close();
    throw error;
  }
}

export const pdfJobs = {
  'pdf.render': async ({
    key,
    root,
    relativePath,
    page,
    width,
    quality,
    keepOpen,
  }: RenderJob): Promise<RenderedJpeg> => {
    await getEngine();
    const known = open.get(key);
    const opened = known ?? (await openPdf(toNativePath(root, relativePath)));
    open.set(key, opened);
    try {
      const jpeg = await renderToJpeg(opened.document, page, { width, quality });
      return { ...jpeg, wasOpened: known === undefined };
    } finally {
      if (!keepOpen) close(key);
    }
  },

  'pdf.close': ({ key }: { key: string }): void => close(key),
};
